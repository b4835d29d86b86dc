// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.simulator.runqueue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.wakespec.simulator.task.SchedPolicy;
import org.wakespec.simulator.task.Task;
import org.wakespec.simulator.task.Weights;
import org.wakespec.simulator.topology.CpuMask;
import org.wakespec.simulator.topology.SchedTopology;
import org.wakespec.simulator.wakeup.WakeFlags;

class FairQueueTest {

    private static final CpuMask CPUS = CpuMask.all(1);

    private final Scheduler sched = scheduler(KernelConfig.DEFAULT.withBaseSliceNs(2_800_000));
    private final RunQueue rq = sched.rq[0];

    private static Scheduler scheduler(KernelConfig config) {
        SchedTopology topology = new SchedTopology(null, 1, 1);
        topology.archScaleCpuCapacity[0] = 1024;
        Scheduler sched = new Scheduler(topology, config);
        sched.startClocks(1_000_000_000);
        return sched;
    }

    private Task start(int pid) {
        Task p = new Task(pid, "t" + pid, CPUS);
        sched.core.initTask(p, SchedPolicy.NORMAL, 0, 0);
        sched.core.wakeUpNewTask(p, 0);
        return p;
    }

    @ParameterizedTest
    @CsvSource({"1, 600000", "2, 450000", "3, 400000"})
    void lagSurvivesPlacement(int others, long applied) {
        for (int i = 1; i <= others; i++) {
            start(i);
        }
        long average = rq.cfs.peekAvgVruntime();
        Task p = new Task(9, "p", CPUS);
        sched.core.initTask(p, SchedPolicy.NORMAL, 0, 0);
        p.vlag = 300_000;
        rq.activateTask(p, EnqueueFlags.ENQUEUE_WAKEUP);

        assertThat(average - p.vruntime).isEqualTo(applied);
        assertThat(rq.cfs.peekAvgVruntime() - p.vruntime).isEqualTo(300_000);
        assertThat(p.deadline - p.vruntime).isEqualTo(2_800_000);
    }

    @Test
    void aTaskThatBlocksOwingServiceStaysQueuedAndIsWokenInPlace() {
        Task hog = start(1);
        start(2);
        rq.schedule();
        sched.now += 1_000_000;
        rq.scheduleBlocked(false);

        assertThat(hog.schedDelayed).isTrue();
        assertThat(rq.nrRunning).isEqualTo(2);
        assertThat(rq.cfs.hNrDelayed()).isEqualTo(1);

        assertThat(sched.core.ttwuRunnable(hog, WakeFlags.WF_TTWU)).isTrue();
        assertThat(hog.schedDelayed).isFalse();
        assertThat(rq.cfs.hNrDelayed()).isZero();
    }

    @Test
    void aTaskAloneOnItsCpuIsNeverDelayed() {
        Task p = start(1);
        rq.schedule();
        sched.now += 5_000_000;
        rq.scheduleBlocked(false);

        assertThat(p.onRq).isFalse();
        assertThat(rq.curr).isSameAs(rq.idle);
        assertThat(rq.idleCpu()).isTrue();
        assertThat(sched.core.ttwuRunnable(p, WakeFlags.WF_TTWU)).isFalse();
    }

    @Test
    void eligibilityDoesNotOverflow() {
        FairQueue cfs = rq.cfs;
        assertThat(cfs.atLeastProduct(Long.MAX_VALUE, 1L << 40, 1L << 30)).isFalse();
        assertThat(cfs.atLeastProduct(Long.MIN_VALUE, -(1L << 40), 1L << 30)).isTrue();
        assertThat(cfs.atLeastProduct(6, 2, 3)).isTrue();
        assertThat(cfs.atLeastProduct(5, 2, 3)).isFalse();
    }

    @Test
    void newidleBalancingIsAskedBeforeTheCpuGoesIdle() {
        Task pulled = new Task(2, "pulled", CPUS);
        sched.core.initTask(pulled, SchedPolicy.NORMAL, 0, 0);
        start(1);
        rq.schedule();
        int[] asked = new int[1];
        sched.newidle = queue -> {
            if (asked[0]++ > 0) {
                return false;
            }
            queue.activateTask(pulled, EnqueueFlags.ENQUEUE_INITIAL);
            return true;
        };

        assertThat(rq.scheduleBlocked(false)).isSameAs(pulled);
        assertThat(rq.scheduleBlocked(false)).isSameAs(rq.idle);
        assertThat(asked[0]).isEqualTo(2);
    }

    @ParameterizedTest
    @CsvSource({"1, 700000", "2, 1400000", "3, 1400000", "4, 2100000", "7, 2100000", "8, 2800000", "4096, 2800000"})
    void theBaseSliceGrowsWithTheMachine(int cpus, long expected) {
        assertThat(KernelConfig.DEFAULT.baseSlice(cpus)).isEqualTo(expected);
        assertThat(KernelConfig.DEFAULT.withBaseSliceNs(5).baseSlice(cpus)).isEqualTo(5);
    }

    @ParameterizedTest
    @CsvSource({
        "NORMAL, 0, 1048576",
        "NORMAL, -20, 90891264",
        "NORMAL, 19, 15360",
        "BATCH, 5, 343040",
        "IDLE, -20, 3072",
    })
    void weights(SchedPolicy policy, int nice, long expected) {
        assertThat(Weights.of(policy, nice)).isEqualTo(expected);
    }

    @Test
    void niceValuesHaveBounds() {
        assertThatThrownBy(() -> Weights.of(SchedPolicy.NORMAL, 20)).hasMessageContaining("not 20");
    }

    @Test
    void featuresHaveTheKernelsDefaults() {
        SchedFeatures features = SchedFeatures.DEFAULT;
        assertThat(features.has(SchedFeature.PLACE_LAG)).isTrue();
        assertThat(features.has(SchedFeature.NEXT_BUDDY)).isFalse();
        assertThat(features.with(SchedFeature.NEXT_BUDDY, true).has(SchedFeature.NEXT_BUDDY))
                .isTrue();
        assertThatThrownBy(() -> SchedFeatures.byName("NEXT_BUDY"))
                .hasMessageContaining("unknown scheduler feature 'NEXT_BUDY'")
                .hasMessageContaining("NEXT_BUDDY");
    }
}
