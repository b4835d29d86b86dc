// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.simulator.runqueue;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.wakespec.simulator.task.SchedPolicy;
import org.wakespec.simulator.task.Task;

/** Counters and sums equal what a recount finds, whatever happens to the tasks. */
class RunQueueInvariantsTest {

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void countersEqualARecount(long seed) {
        RandomLoad load = new RandomLoad(4, 30, seed);
        for (int i = 0; i < 20_000; i++) {
            load.step();
            for (RunQueue rq : load.sched.rq) {
                recount(rq);
            }
        }
        assertThat(load.delayed).as("delayed sleeps seen").isPositive();
        assertThat(load.migrated).as("migrations seen").isPositive();
    }

    private static void recount(RunQueue rq) {
        FairQueue cfs = rq.cfs;
        int listed = 0;
        int runnable = 0;
        int idle = 0;
        long weight = 0;
        Set<Task> seen = new HashSet<>();
        for (Task p = rq.cfsTasksHead; p != null; p = p.groupNext) {
            assertThat(seen.add(p)).as("queued once").isTrue();
            assertThat(p.cpu).isEqualTo(rq.cpu);
            assertThat(p.onRq && p.seOnRq).isTrue();
            listed++;
            weight += p.weight;
            runnable += p.schedDelayed ? 0 : 1;
            idle += p.policy == SchedPolicy.IDLE ? 1 : 0;
        }
        assertThat(cfs.nrQueued).isEqualTo(listed);
        assertThat(cfs.hNrQueued).isEqualTo(listed);
        assertThat(cfs.hNrRunnable).isEqualTo(runnable);
        assertThat(cfs.hNrIdle).isEqualTo(idle);
        assertThat(cfs.loadWeight).isEqualTo(weight);
        assertThat(rq.nrRunning).isEqualTo(listed);
        long sum = 0;
        long treeWeight = 0;
        for (Task p = cfs.firstEntity(); p != null; p = cfs.nextEntity(p)) {
            assertThat(seen.remove(p)).isTrue();
            sum += (p.vruntime - cfs.zeroVruntime) * p.weight;
            treeWeight += p.weight;
        }
        assertThat(cfs.sumWVruntime).isEqualTo(sum);
        assertThat(cfs.sumWeight).isEqualTo(treeWeight);
        if (cfs.curr != null) {
            assertThat(seen).containsExactly(cfs.curr);
            assertThat(rq.curr).isSameAs(cfs.curr);
        } else {
            assertThat(seen).isEmpty();
            assertThat(rq.curr).isSameAs(rq.idle);
        }
    }
}
