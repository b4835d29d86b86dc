// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.workloads;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.wakespec.workloads.Sims.MS;
import static org.wakespec.workloads.Sims.S;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;
import org.wakespec.simulator.Simulation;
import org.wakespec.simulator.ipc.SimTask;
import org.wakespec.simulator.record.Counters;
import org.wakespec.simulator.record.EventLog;
import org.wakespec.simulator.record.EventLog.Kind;
import org.wakespec.simulator.record.ObserverGroup;
import org.wakespec.simulator.record.SimObserver;
import org.wakespec.simulator.record.WorkConservation;
import org.wakespec.simulator.task.Task;
import org.wakespec.simulator.topology.CpuMask;
import org.wakespec.simulator.wakeup.Decision;
import org.wakespec.simulator.wakeup.Decision.Path;
import org.wakespec.simulator.wakeup.Decision.Queued;
import org.wakespec.simulator.wakeup.WakeFlags;

/** What observers hear of a run is complete, and what is measured is what happened. */
class RecordsTest {

    /** Keeps all decisions, with ladders for the tasks it is told to. */
    private static final class Decisions implements SimObserver {

        private final List<Decision> all = new ArrayList<>();
        private Predicate<Task> ladders = p -> false;

        @Override
        public boolean wantsDecisions() {
            return true;
        }

        @Override
        public boolean wantsLadder(Task task) {
            return ladders.test(task);
        }

        @Override
        public void onDecision(long now, Decision decision) {
            all.add(decision);
        }

        private long count(Path path) {
            return all.stream().filter(d -> d.path() == path).count();
        }
    }

    private static void mixed(Simulation sim) {
        new PerfMessaging().groups(1).loops(10).start(sim);
        for (int i = 0; i < 6; i++) {
            new PeriodicTask("timer" + i, MS + 77_777L * i, 300_000 + 10_000L * i, 0).start(sim);
        }
        new Hog("pinned", CpuMask.of(8, 3)).start(sim);
        sim.runFor(60 * MS);
    }

    // ---- the event stream ----

    @Test
    void everyCountedEventIsToldOnce() {
        EventLog log = new EventLog(100);
        Simulation sim = Sims.on(Sims.smt(4)).observer(log).build();
        mixed(sim);
        Counters c = sim.counters();
        assertThat(log.count(Kind.SCHED_SWITCH)).isEqualTo(c.switches).isPositive();
        assertThat(log.count(Kind.SCHED_WAKING)).isEqualTo(c.wakings).isPositive();
        assertThat(log.count(Kind.SCHED_WAKEUP)).isEqualTo(c.wakeups).isPositive();
        assertThat(log.count(Kind.SCHED_MIGRATE_TASK)).isEqualTo(c.migrations).isPositive();
        assertThat(log.count(Kind.TICK)).isEqualTo(c.ticks).isPositive();
        assertThat(log.count(Kind.BALANCE)).isEqualTo(c.balancePasses).isPositive();
        assertThat(log.count(Kind.CPU_IDLE)).isGreaterThanOrEqualTo(c.idleEntries);
        assertThat(log.total() - log.count(Kind.CPU_IDLE)).isEqualTo(c.events());
    }

    @Test
    void theLogKeepsTheLastEventsInOrder() {
        EventLog small = new EventLog(5);
        EventLog large = new EventLog(100_000);
        Simulation sim =
                Sims.on(Sims.smp(8)).observer(new ObserverGroup(small, large)).build();
        mixed(sim);
        List<String> all = large.lines();
        assertThat(all).hasSize((int) large.total());
        assertThat(small.lines()).isEqualTo(all.subList(all.size() - 5, all.size()));
        assertThat(all).anyMatch(line -> line.matches("\\[\\d{3}] 1\\.\\d{9} s: sched_switch: .+ ==> .+"));
        assertThat(all).anyMatch(line -> line.matches("\\[\\d{3}] 1\\.\\d{9} s: sched_wakeup: .+ on CPU \\d"));
        assertThat(all).anyMatch(line -> line.matches("\\[\\d{3}] 1\\.\\d{9} s: tick:"));
        assertThatThrownBy(() -> new EventLog(0)).hasMessageContaining("at least 1 event");
    }

    // ---- decisions ----

    @Test
    void everyWakeupForkAndExecHasADecision() {
        Decisions decisions = new Decisions();
        Simulation sim = Sims.on(Sims.smp(8)).observer(decisions).build();
        mixed(sim);
        int[] step = new int[1];
        SimTask execs = sim.task("execs", t -> {
            if (step[0]++ == 0) {
                t.exec();
            } else {
                t.exit();
            }
        });
        sim.start(execs, 3);
        sim.runUntilDone(execs, sim.now() + S);
        Counters c = sim.counters();
        assertThat(decisions.all).hasSize((int) (c.wakings + c.forks + c.execs));
        assertThat(decisions.count(Path.DELAYED_REQUEUE))
                .isEqualTo(c.ttwuDelayed)
                .isPositive();
        assertThat(decisions.all.stream().filter(Decision::policyAsked).count()).isEqualTo(c.selections);
        assertThat(decisions.all.stream().mapToLong(Decision::scanned).sum()).isEqualTo(c.cpusScanned);
        assertThat(decisions.all.stream()
                        .filter(d -> d.queued() == Queued.WAKELIST)
                        .count())
                .isEqualTo(c.ttwuQueued);
        assertThat(decisions.all)
                .filteredOn(d -> (d.wakeFlags() & WakeFlags.WF_FORK) != 0)
                .hasSize((int) c.forks)
                .allMatch(d -> d.waker().comm.equals("sched-messaging"));
    }

    @Test
    void aLadderIsWrittenOnlyForTheTasksAskedFor() {
        Decisions decisions = new Decisions();
        decisions.ladders = p -> p.comm.equals("timer2");
        Simulation sim = Sims.on(Sims.smp(8)).observer(decisions).build();
        mixed(sim);
        assertThat(decisions.all)
                .filteredOn(d -> d.task().comm.equals("timer2"))
                .isNotEmpty()
                .allMatch(d -> d.ladder() != null)
                .anyMatch(d -> d.policyAsked() && d.ladder().asked("select_idle_sibling"));
        assertThat(decisions.all)
                .filteredOn(d -> !d.task().comm.equals("timer2"))
                .isNotEmpty()
                .allMatch(d -> d.ladder() == null);
    }

    @Test
    void decisionsAreNotMadeUpForWhoDoesNotWantThem() {
        boolean[] told = new boolean[1];
        SimObserver deaf = new SimObserver() {
            @Override
            public void onDecision(long now, Decision decision) {
                told[0] = true;
            }
        };
        Simulation sim = Sims.on(Sims.smp(8))
                .observer(new ObserverGroup(deaf, new Decisions()))
                .build();
        mixed(sim);
        assertThat(told[0]).isFalse();
    }

    // ---- counters ----

    @Test
    void passesOfNewlyIdleCpusAndWhatTheyLookAtAreCounted() {
        Simulation sim = Sims.on(Sims.smp(8)).build();
        mixed(sim);
        Counters c = sim.counters();
        assertThat(c.newidlePasses).isPositive().isLessThan(c.balancePasses);
        assertThat(c.newidlePulled).isPositive().isLessThanOrEqualTo(c.newidlePasses);
        // one domain of eight CPUs
        assertThat(c.balanceScanned).isEqualTo(8 * c.balancePasses);
    }

    // ---- work conservation ----

    private static final CpuMask TWO = CpuMask.all(2);

    @Test
    void theLongestIdleTimeBesideAWaitingTaskIsMeasured() {
        WorkConservation[] measured = new WorkConservation[1];
        measured[0] = new WorkConservation(Simulation.START, TWO);
        Simulation sim = Sims.on(Sims.smp(2)).observer(measured[0]).build();
        CpuMask first = CpuMask.of(2, 0);
        new Hog("a", first).start(sim);
        SimTask b = new Hog("b", first).start(sim);
        sim.runFor(20 * MS);
        // both may use CPU 0 only: nothing was wasted
        assertThat(measured[0].longest(sim.now())).isNull();
        sim.setAffinity(b, TWO);
        long allowedAt = sim.now();
        sim.runFor(30 * MS);
        WorkConservation.Window window = measured[0].longest(sim.now());
        assertThat(window.cpu()).isEqualTo(1);
        assertThat(window.from()).isGreaterThanOrEqualTo(allowedAt);
        assertThat(window.ns()).isBetween(1L, 5 * MS);
        assertThat(window.until()).isLessThan(sim.now());
        measured[0].reset(sim.now());
        sim.runFor(30 * MS);
        assertThat(measured[0].longest(sim.now())).isNull();
    }

    @Test
    void aWindowThatIsStillOpenCounts() {
        WorkConservation measured = new WorkConservation(0, TWO);
        Task waits = new Task(7, "waits", TWO);
        measured.onWakeup(100, 0, waits);
        assertThat(measured.longest(600)).isEqualTo(new WorkConservation.Window(1, waits, 100, 500));
        // from here on it may use CPU 0 only, on which it waits
        measured.onAffinity(700, waits);
        waits.setCpusAllowed(CpuMask.of(2, 0));
        Task busy = new Task(200, "busy", TWO);
        measured.onSwitch(900, 1, Task.idle(1, CpuMask.of(2, 1)), busy);
        assertThat(measured.longest(5_000)).isEqualTo(new WorkConservation.Window(1, waits, 100, 600));
    }

    @Test
    void manyTasksMayWait() {
        WorkConservation measured = new WorkConservation(0, TWO);
        Task last = null;
        for (int pid = 1; pid < 1_000; pid++) {
            last = new Task(pid, "p" + pid, TWO);
            measured.onWakeup(pid, 0, last);
        }
        assertThat(measured.longest(1_000).task().pid).isEqualTo(1);
        Task idle = Task.idle(0, CpuMask.of(2, 0));
        measured.onSwitch(1_100, 0, idle, last);
        assertThat(measured.longest(1_100))
                .extracting(WorkConservation.Window::ns)
                .isEqualTo(1_099L);
    }

    @Test
    void aTaskThatNeverLeftItsCpuDoesNotWait() {
        WorkConservation measured = new WorkConservation(0, TWO);
        Task p = new Task(7, "p", TWO);
        measured.onSwitch(10, 0, Task.idle(0, CpuMask.of(2, 0)), p);
        measured.onWakeup(100, 0, p);
        assertThat(measured.longest(600)).isNull();
    }
}
