// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.workloads;

import static org.assertj.core.api.Assertions.assertThat;
import static org.wakespec.workloads.Sims.MS;
import static org.wakespec.workloads.Sims.S;

import org.junit.jupiter.api.Test;
import org.wakespec.simulator.Simulation;
import org.wakespec.simulator.ipc.Futex;
import org.wakespec.simulator.ipc.Program;
import org.wakespec.simulator.ipc.SimTask;
import org.wakespec.simulator.topology.CpuMask;

/** When a waker counts that it wakes somebody else than last time (kernel: record_wakee()). */
class WakeeFlipsTest {

    private static final int WAKEUPS = 21;

    private final Simulation sim = Sims.on(Sims.smp(4)).build();
    private final Futex[] bells = {new Futex("a"), new Futex("b")};

    /** Wakes one and the other in turn, 1 ms apart; then, after a pause, the one whose turn it is not. */
    private SimTask waker(long pause) {
        int[] step = new int[1];
        Program program = task -> {
            int n = step[0]++;
            if (n == 2 * WAKEUPS) {
                task.sleep(pause);
            } else if (n > 2 * WAKEUPS + 1) {
                task.exit();
            } else if (n % 2 == 0) {
                task.sleep(MS);
            } else {
                task.futexWake(bells[n / 2 % 2], 1);
            }
        };
        return sim.task("waker", program, CpuMask.of(4, 0));
    }

    private void wakees(CpuMask a, CpuMask b) {
        sim.start(sim.task("a", task -> task.futexWait(bells[0], 0), a));
        sim.start(sim.task("b", task -> task.futexWait(bells[1], 0), b));
    }

    @Test
    void everySelectionForAnotherTaskCounts() {
        wakees(CpuMask.all(4), CpuMask.all(4));
        SimTask waker = waker(MS);
        sim.start(waker, 0);
        sim.runFor(100 * MS);
        assertThat(sim.counters().selections).isGreaterThan(WAKEUPS);
        assertThat(waker.task.wakeeFlips).isEqualTo(WAKEUPS + 1);
    }

    @Test
    void aWakeupWithoutSelectionCountsNothing() {
        // one allowed CPU each: no CPU is selected
        wakees(CpuMask.of(4, 1), CpuMask.of(4, 2));
        SimTask waker = waker(MS);
        sim.start(waker, 0);
        sim.runFor(100 * MS);
        assertThat(sim.counters().wakings).isGreaterThanOrEqualTo(2 * WAKEUPS);
        assertThat(waker.task.wakeeFlips).isZero();
        assertThat(waker.task.lastWakee).isNull();
    }

    @Test
    void aLongPauseHalvesTheCountOnceWhenTheWakerWakesAgain() {
        wakees(CpuMask.all(4), CpuMask.all(4));
        SimTask waker = waker(5 * S);
        sim.start(waker, 0);
        sim.runFor(4 * S);
        assertThat(waker.task.wakeeFlips).as("time alone changes nothing").isEqualTo(WAKEUPS);
        sim.runFor(4 * S);
        assertThat(waker.task.wakeeFlips).isEqualTo(WAKEUPS / 2 + 1);
    }

    @Test
    void aPauseOfLessThanASecondHalvesNothing() {
        wakees(CpuMask.all(4), CpuMask.all(4));
        SimTask waker = waker(S / 2);
        // its clock of halvings starts with the first wakeup
        sim.start(waker, 0);
        sim.runFor(4 * S);
        assertThat(waker.task.wakeeFlips).isEqualTo(WAKEUPS + 1);
    }
}
