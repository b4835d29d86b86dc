// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.workloads;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.wakespec.workloads.Sims.MS;

import java.util.function.Consumer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.wakespec.simulator.Simulation;
import org.wakespec.simulator.ipc.SimTask;
import org.wakespec.simulator.ipc.SimulationFailure;
import org.wakespec.simulator.runqueue.RunQueue;
import org.wakespec.simulator.topology.CpuMask;

/** What is corrupted on purpose is found, and a healthy run is not accused. */
class MonitorTest {

    private Simulation sim;
    private SimTask a;

    @BeforeEach
    void twoHogsAndASleeper() {
        sim = Sims.on(Sims.smp(2)).build();
        CpuMask first = CpuMask.of(2, 0);
        a = new Hog("a", first).start(sim);
        new Hog("b", first).start(sim);
        new PeriodicTask("timer", MS, 100_000, 0).start(sim);
        sim.runFor(50 * MS);
    }

    private void corrupt(Consumer<RunQueue> change, String message) {
        change.accept(sim.scheduler().rq[0]);
        assertThatThrownBy(() -> sim.monitor().checkAll(sim.now()))
                .isInstanceOf(SimulationFailure.class)
                .hasMessageContaining(message);
    }

    @Test
    void aHealthyRunIsChecked() {
        sim.monitor().checkAll(sim.now());
        assertThat(sim.monitor().checks()).isGreaterThan(40);
    }

    @Test
    void aWrongCounterIsFound() {
        corrupt(rq -> rq.nrRunning++, "CPU 0: tasks running is");
    }

    @Test
    void aWrongRunnableCountIsFound() {
        corrupt(rq -> rq.cfs.hNrRunnable--, "fair tasks runnable is");
    }

    @Test
    void aWrongLoadIsFound() {
        corrupt(rq -> rq.cfs.loadWeight += 1024, "load weight is");
    }

    @Test
    void aWrongSumIsFound() {
        corrupt(rq -> rq.cfs.sumWVruntime += 7, "sum of weighted virtual times is");
    }

    @Test
    void aWrongCountOfPreferencesIsFound() {
        corrupt(rq -> rq.nrPrefLlcRunning++, "tasks in the last-level cache they prefer is 1, recomputed 0");
    }

    @Test
    void aPreferenceThatIsNotCountedIsFound() {
        corrupt(rq -> rq.cfsTasksHead.preferredLlc = 0, "tasks in the last-level cache they prefer is 0, recomputed 1");
    }

    @Test
    void aTaskOfAnotherCpuIsFound() {
        corrupt(rq -> rq.cfsTasksHead.cpu = 1, "belongs to CPU 1");
    }

    @Test
    void anImpossibleUtilisationIsFound() {
        corrupt(rq -> rq.cfsTasksHead.avg.utilAvg = 5_000, "has a utilisation of 5000");
    }

    @Test
    void aTaskWhereItMayNotRunIsFound() {
        a.task.cpusPtr = new CpuMask(2);
        assertThatThrownBy(() -> sim.runFor(20 * MS))
                .isInstanceOf(SimulationFailure.class)
                .hasMessageContaining("executes on CPU 0 but is allowed on");
    }
}
