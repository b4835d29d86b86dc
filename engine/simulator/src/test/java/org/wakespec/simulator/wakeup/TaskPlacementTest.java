// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.simulator.wakeup;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.wakespec.simulator.runqueue.KernelConfig;
import org.wakespec.simulator.runqueue.SchedFeature;
import org.wakespec.simulator.runqueue.Scheduler;
import org.wakespec.simulator.task.Task;
import org.wakespec.simulator.topology.CpuMask;
import org.wakespec.simulator.topology.DomainBuilder;
import org.wakespec.simulator.topology.Machine;
import org.wakespec.simulator.wakeup.Decision.Path;

/** What the core makes of a policy's answer, and how a wakee gets to its queue. */
class TaskPlacementTest {

    /** Always answers the same CPU. */
    private record Fixed(int cpu) implements PlacementPolicy {

        @Override
        public PolicyInfo info() {
            return new PolicyInfo(
                    "fixed", List.of(), "fixed", "fixed", "test", PolicyInfo.Standing.EXACT, PolicyInfo.Scope.FULL);
        }

        @Override
        public int selectTaskRq(Selection s, Task p, int prevCpu, int wakeFlags) {
            return s.decide(new Rule("fixed", "fixed"), cpu);
        }
    }

    private static final int N = 8;

    /** Two nodes of four CPUs, each an LLC. */
    private static Machine.Builder twoNodes() {
        List<CpuMask> halves = List.of(CpuMask.range(N, 0, 3), CpuMask.range(N, 4, 7));
        return Machine.builder("two nodes", N)
                .coregroup(halves)
                .packages(halves)
                .nodes(halves);
    }

    private static TaskPlacement placement(Machine machine, KernelConfig config, int answer) {
        Scheduler sched = new Scheduler(DomainBuilder.build(machine), config);
        return new TaskPlacement(sched, new Fixed(answer), new Selection(sched));
    }

    private static int select(TaskPlacement placement, Task p, int taskCpu) {
        p.cpu = taskCpu;
        Task waker = new Task(1, "A", CpuMask.all(p.cpusPtr.size()));
        return placement.selectTaskRq(p, taskCpu, 0, waker, true, WakeFlags.WF_TTWU, null);
    }

    @Test
    void anUnusableAnswerIsReplacedWithinTheNodeOfTheTaskFirst() {
        Machine machine = twoNodes().offline(CpuMask.of(N, 4)).build();
        TaskPlacement placement = placement(machine, KernelConfig.DEFAULT, 4);

        assertThat(select(placement, new Task(2, "B", CpuMask.all(N)), 6)).isEqualTo(5);
        assertThat(placement.path()).isEqualTo(Path.FALLBACK);
        assertThat(select(placement, new Task(2, "B", CpuMask.parse(N, "2,4")), 6))
                .isEqualTo(2);
    }

    @Test
    void anAffinityWithoutUsableCpuIsWidened() {
        Machine machine = twoNodes().offline(CpuMask.parse(N, "0,4")).build();
        TaskPlacement placement = placement(machine, KernelConfig.DEFAULT, 0);
        Task p = new Task(2, "B", CpuMask.parse(N, "0,4"));

        assertThat(select(placement, p, 4)).isEqualTo(1);
        assertThat(p.nrCpusAllowed).isEqualTo(N);
    }

    @Test
    void onAMachineWithOneCpuThePolicyIsNotAsked() {
        TaskPlacement placement = placement(Machine.builder("one", 1).build(), KernelConfig.DEFAULT, 0);

        assertThat(select(placement, new Task(2, "B", CpuMask.all(1)), 0)).isZero();
        assertThat(placement.path()).isEqualTo(Path.PINNED);
        assertThat(placement.selectedCpu()).isEqualTo(-1);
    }

    @Test
    void theWakeListIsUsedAcrossCachesAndForIdleCpusUnlessSwitchedOff() {
        Task p = new Task(2, "B", CpuMask.all(N));
        TaskPlacement on = placement(twoNodes().build(), KernelConfig.DEFAULT, 0);
        TaskPlacement off =
                placement(twoNodes().build(), KernelConfig.DEFAULT.withFeature(SchedFeature.TTWU_QUEUE, false), 0);

        assertThat(on.ttwuQueueCond(p, 5, 0)).isTrue();
        assertThat(on.ttwuQueueCond(p, 1, 0)).isTrue();
        assertThat(on.ttwuQueueCond(p, 0, 0)).isFalse();
        assertThat(off.ttwuQueueCond(p, 5, 0)).isFalse();
        assertThat(off.ttwuQueueCond(p, 1, 0)).isFalse();
    }
}
