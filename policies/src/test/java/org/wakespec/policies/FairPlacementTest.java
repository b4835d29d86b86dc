// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.policies;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.wakespec.simulator.runqueue.KernelConfig;
import org.wakespec.simulator.runqueue.SchedFeature;
import org.wakespec.simulator.runqueue.Scheduler;
import org.wakespec.simulator.topology.CpuMask;
import org.wakespec.simulator.wakeup.Selection;
import org.wakespec.simulator.wakeup.TaskPlacement;

/** Worked examples: small states whose outcome was derived from the rules by hand. */
class FairPlacementTest {

    private final FairPlacement policy = new FairPlacement();

    @Test
    void pairLlcScanStartsBehindTheTarget() {
        Fixture f = new Fixture(Fixture.cores(2), 0, 0).idleScan(1);

        assertThat(f.place(policy)).isEqualTo(1);
        assertThat(f.by()).isEqualTo("sis:cpu-scan");
    }

    @Test
    void pairLlcBudgetOfOneNeverReachesTheTarget() {
        Fixture f = new Fixture(Fixture.cores(2), 0, 0).busy(1).idleScan(1);

        assertThat(f.place(policy)).isEqualTo(0);
        assertThat(f.by()).isEqualTo("sis:target-fallback:scan-limit");
    }

    @Test
    void scanBudgetEndsTheSearchAlthoughAnIdleCpuIsLeft() {
        Fixture f = new Fixture(Fixture.cores(8), 6, 6).busyExcept(2).idleScan(3);

        assertThat(f.place(policy)).isEqualTo(6);
        assertThat(f.probed()).endsWith(7, 0, 1);
        assertThat(f.by()).isEqualTo("sis:target-fallback:scan-limit");
    }

    @Test
    void idleCoreIsFoundByItsFirstThreadInScanOrder() {
        Fixture f = new Fixture(Fixture.smt(4), 1, 1).busyExcept(5, 3, 7).idleCores(true);

        assertThat(f.place(policy)).isEqualTo(3);
        assertThat(f.by()).isEqualTo("sis:idle-core");
    }

    @Test
    void failedCoreScanClearsTheFlagAndReturnsTheFirstIdleThreadSeen() {
        Fixture f = new Fixture(Fixture.smt(4), 1, 1).busyExcept(5, 7).idleCores(true);

        assertThat(f.place(policy)).isEqualTo(7);
        assertThat(f.by()).isEqualTo("sis:core-scan-idle-cpu");
        assertThat(f.sched.topology.sdBalanceShared[1].hasIdleCores).isFalse();
    }

    @Test
    void delayedTasksDoNotSpoilTheSyncShortcut() {
        Fixture f = new Fixture(Fixture.llcs(4, 2, 2), 0, 2)
                .delayedOn(0)
                .busyExcept(1)
                .sync();

        assertThat(f.place(policy)).isEqualTo(1);
        assertThat(f.by()).isEqualTo("wake_affine_idle:sync|sis:cpu-scan");
    }

    @Test
    void weightComparisonKeepsPrevUnlessItIsBusierBeyondTheBias() {
        Fixture f = new Fixture(Fixture.cores(4), 0, 2).busyExcept();
        f.sched.rq[0].cfs.avg.loadAvg = 1024;
        f.sched.rq[2].cfs.avg.loadAvg = 2048;
        f.wakee.avg.loadAvg = 1023;
        f.wakee.avg.lastUpdateTime = 1;

        // this: (1024 + 1023) * 100 = 204700; prev: (2048 - 1023) * 108 = 110700
        assertThat(f.place(policy)).isEqualTo(2);
        assertThat(f.by()).startsWith("wake_affine_weight:prev|");
    }

    @Test
    void syncTakesTheWakersLoadOffItsCpu() {
        Fixture f = new Fixture(Fixture.cores(4), 0, 2).busyExcept().busy(0).sync();
        f.sched.rq[0].cfs.avg.loadAvg = 1024;
        f.sched.rq[2].cfs.avg.loadAvg = 2048;
        f.waker.avg.loadAvg = 1023;
        f.wakee.avg.loadAvg = 1023;

        // this: (1024 - 1023 + 1023) * 100 = 102400; prev: (2048 - 1023) * 108 = 110700
        assertThat(f.place(policy)).isEqualTo(0);
        assertThat(f.by()).startsWith("wake_affine_weight:this|");
    }

    @Test
    void withoutWaIdleAnIdlePrevIsNoArgument() {
        Fixture f = Fixture.without(SchedFeature.WA_IDLE, Fixture.llcs(4, 2, 2), 0, 2);
        f.sched.rq[2].cfs.avg.loadAvg = 2048;

        // nobody asks whether CPU 2 is idle, and its load of blocked tasks counts against it
        assertThat(f.place(policy)).isEqualTo(1);
        assertThat(f.by()).startsWith("wake_affine_weight:this|");

        Fixture usual = new Fixture(Fixture.llcs(4, 2, 2), 0, 2);
        usual.sched.rq[2].cfs.avg.loadAvg = 2048;
        assertThat(usual.place(policy)).isEqualTo(2);
        assertThat(usual.by()).startsWith("wake_affine_idle:prev-idle|");
    }

    @Test
    void withoutWaWeightLoadsDoNotCount() {
        Fixture f =
                Fixture.without(SchedFeature.WA_WEIGHT, Fixture.cores(4), 0, 2).busyExcept();
        f.sched.rq[2].cfs.avg.loadAvg = 2048;

        assertThat(f.place(policy)).isEqualTo(2);
        assertThat(f.by()).doesNotContain("wake_affine");
    }

    @Test
    void withoutWaBiasPrevHasToBeReallyBusier() {
        Fixture f =
                Fixture.without(SchedFeature.WA_BIAS, Fixture.cores(4), 0, 2).busyExcept();
        Fixture usual = new Fixture(Fixture.cores(4), 0, 2).busyExcept();
        for (Fixture each : new Fixture[] {f, usual}) {
            each.sched.rq[0].cfs.avg.loadAvg = 1000;
            each.sched.rq[2].cfs.avg.loadAvg = 1000;
        }

        assertThat(f.place(policy)).isEqualTo(2);
        assertThat(f.by()).startsWith("wake_affine_weight:prev|");
        // 1000 * 100 against 1000 * 108
        assertThat(usual.place(policy)).isEqualTo(0);
        assertThat(usual.by()).startsWith("wake_affine_weight:this|");
    }

    @Test
    void withoutSisUtilTheWholeCacheIsSearched() {
        Fixture f = Fixture.without(SchedFeature.SIS_UTIL, Fixture.cores(8), 6, 6)
                .busyExcept(2)
                .idleScan(0);

        assertThat(f.place(policy)).isEqualTo(2);
        assertThat(f.by()).isEqualTo("sis:cpu-scan");
    }

    @Test
    void withoutTtwuQueueNobodyUsesTheWakeList() {
        Fixture f = Fixture.without(SchedFeature.TTWU_QUEUE, Fixture.llcs(4, 2, 2), 0, 2);
        Fixture usual = new Fixture(Fixture.llcs(4, 2, 2), 0, 2);

        assertThat(new TaskPlacement(f.sched, policy, f.selection).ttwuQueueCond(f.wakee, 2, 0))
                .isFalse();
        assertThat(new TaskPlacement(usual.sched, policy, usual.selection).ttwuQueueCond(usual.wakee, 2, 0))
                .isTrue();
    }

    @Test
    void groupSchedulingScalesTheTaskLoadByTheQueuesLoadPlusOne() {
        Fixture f = new Fixture(Fixture.cores(4), 0, 2);
        Fixture grouped = new Fixture(Fixture.cores(4), 0, 2);
        f.wakee.avg.loadAvg = 1024;
        f.sched.rq[2].cfs.avg.loadAvg = 2048;

        assertThat(policy.taskHLoad(f.selection, f.wakee)).isEqualTo(1024);

        Scheduler on = new Scheduler(grouped.sched.topology, KernelConfig.DEFAULT);
        on.rq[2].cfs.avg.loadAvg = 2048;
        assertThat(policy.taskHLoad(new Selection(on), f.wakee)).isEqualTo(1023);
    }

    @Test
    void flipsAreHalvedOnceHoweverLongAgoTheyWereLastHalved() {
        Fixture f = new Fixture(Fixture.cores(4), 0, 2);
        f.waker.wakeeFlips = 9;
        f.sched.jiffies = 10_000;

        f.place(policy);

        assertThat(f.waker.wakeeFlips).isEqualTo(5);
        assertThat(f.waker.wakeeFlipDecayTs).isEqualTo(10_000);
    }

    @Test
    void flipsAreNotHalvedExactlyOneSecondAfterTheLastTime() {
        Fixture f = new Fixture(Fixture.cores(4), 0, 2);
        f.waker.wakeeFlips = 8;
        f.waker.wakeeFlipDecayTs = 5_000;
        f.sched.jiffies = 6_000;

        f.place(policy);

        assertThat(f.waker.wakeeFlips).isEqualTo(9);
        assertThat(f.waker.wakeeFlipDecayTs).isEqualTo(5_000);
    }

    @ParameterizedTest
    @CsvSource({"1, wake_affine_weight:sync-load", "0, wake_affine_weight:prev"})
    void idleThreadsHaveANewTasksLoadExceptOnTheBootCpu(int interrupted, String rule) {
        Fixture f = new Fixture(Fixture.llcs(4, 2, 2), interrupted, 2)
                .busy(2)
                .wakerIdle()
                .sync();
        f.sched.rq[interrupted].cfs.avg.loadAvg = 10;

        f.place(policy);

        assertThat(f.by()).startsWith(rule + "|");
    }

    @Test
    void withoutUtilEstAQueueIsAsUsedAsItsAverageSays() {
        Fixture on = new Fixture(Fixture.cores(2), 0, 1);
        Fixture off = Fixture.without(SchedFeature.UTIL_EST, Fixture.cores(2), 0, 1);
        for (Fixture f : List.of(on, off)) {
            f.sched.rq[0].cfs.avg.utilAvg = 100;
            f.sched.rq[0].cfs.avg.utilEst = 300;
        }

        assertThat(policy.cpuUtilWithout(on.selection, 0, on.wakee)).isEqualTo(300);
        assertThat(policy.cpuUtilWithout(off.selection, 0, off.wakee)).isEqualTo(100);
    }

    @Test
    void previousCpuMayBeReturnedAlthoughItIsNotAllowed() {
        Fixture f = new Fixture(Fixture.cores(4), 0, 2);
        f.wakee.setCpusAllowed(CpuMask.parse(4, "0-1"));

        assertThat(f.place(policy)).isEqualTo(2);
    }
}
