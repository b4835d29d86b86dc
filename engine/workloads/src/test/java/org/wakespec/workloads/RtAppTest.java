// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.workloads;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.wakespec.workloads.Sims.MS;
import static org.wakespec.workloads.Sims.S;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.wakespec.simulator.Simulation;
import org.wakespec.simulator.ipc.SimTask;
import org.wakespec.simulator.ipc.SimulationFailure;
import org.wakespec.simulator.task.SchedPolicy;
import org.wakespec.simulator.task.Task;
import org.wakespec.simulator.wakeup.PlacementPolicy;
import org.wakespec.simulator.wakeup.PolicyInfo;
import org.wakespec.simulator.wakeup.Selection;
import org.wakespec.simulator.wakeup.WakeFlags;
import org.wakespec.workloads.rtapp.RtApp;
import org.wakespec.workloads.rtapp.RtAppException;
import org.wakespec.workloads.rtapp.RtLogLine;

class RtAppTest {

    private final Simulation sim = Sims.on(Sims.smp(4)).build();

    private RtApp run(String json) {
        RtApp app = RtApp.parse(json.replace('\'', '"'), "test.json");
        app.run(sim, 100 * S);
        return app;
    }

    private SimTask task(String name) {
        return sim.tasks().stream()
                .filter(t -> t.task.comm.equals(name))
                .findFirst()
                .orElseThrow();
    }

    private void refused(String json, String message) {
        assertThatThrownBy(
                        () -> RtApp.parse(json.replace('\'', '"'), "test.json").start(sim))
                .isInstanceOf(RtAppException.class)
                .hasMessage(message);
    }

    @Test
    void duplicateKeysTrailingCommasAndCommentsAreReadInOrder() {
        run("""
                {
                  /* as rt-app reads it */
                  'tasks': {
                    'thread0': { 'loop': 10, 'run': 1000, 'sleep': 2000, 'run': 3000, },
                  },
                }
                """);
        assertThat(task("thread0").task.sumExecRuntime).isBetween(40 * MS, 42 * MS);
        assertThat(sim.now() - Simulation.START).isBetween(60 * MS, 64 * MS);
    }

    @Test
    void durationEndsEndlessTasks() {
        run("{ 'global': { 'duration': 2, 'calibration': 'CPU0' }, 'tasks': { 'hog': { 'run': 100 } } }");
        assertThat(sim.now() - Simulation.START).isBetween(2 * S, 2 * S + 10 * MS);
        assertThat(task("hog").task.sumExecRuntime).isGreaterThan(1_990 * MS);
    }

    @Test
    void aTimerKeepsThePeriodAndMeasures() {
        RtApp app = run("""
                { 'tasks': { 'p': { 'loop': 100, 'run': 1000, 'timer': { 'ref': 'unique', 'period': 5000 } } } }
                """);
        assertThat(sim.now() - Simulation.START).isBetween(500 * MS, 503 * MS);
        assertThat(app.threads().get(0).periods()).isEqualTo(100);
        assertThat(app.threads().get(0).missed()).isZero();
        assertThat(app.threads().get(0).slack().getMean()).isBetween(3.5 * MS, 4.1 * MS);
        assertThat(app.threads().get(0).wakeupLatency().getMaxValue()).isLessThan(500_000);
    }

    @Test
    void aMissedRelativePeriodIsForgottenAnAbsoluteOneIsNot() {
        RtApp relative = run("""
                { 'tasks': { 'r': { 'loop': 1, 'phases': {
                  'late': { 'run': 22000, 'timer': { 'ref': 'unique', 'period': 10000 } },
                  'on': { 'loop': 4, 'run': 1000, 'timer': { 'ref': 'unique', 'period': 10000 } } } } } }
                """);
        assertThat(relative.threads().get(0).missed()).isEqualTo(1);
        RtApp absolute = run("""
                { 'tasks': { 'a': { 'loop': 1, 'phases': {
                  'late': { 'run': 22000, 'timer': { 'ref': 'unique', 'period': 10000, 'mode': 'absolute' } },
                  'on': { 'loop': 4, 'run': 1000, 'timer': { 'ref': 'unique', 'period': 10000, 'mode': 'absolute' } } } } } }
                """);
        assertThat(absolute.threads().get(0).missed()).isEqualTo(2);
    }

    @Test
    void tasksSynchroniseByResumeSemaphoreAndBarrier() {
        run("""
                { 'tasks': {
                  'a': { 'loop': 20, 'run': 100, 'sem_post': 's', 'barrier': 'b' },
                  'b': { 'loop': 20, 'sem_wait': 's', 'run': 100, 'barrier': 'b' },
                  'c': { 'loop': 1, 'suspend': 'c', 'run': 500 },
                  'd': { 'loop': 1, 'sleep': 1000, 'resume': 'c' } } }
                """);
        assertThat(sim.tasks()).allMatch(t -> t.state == SimTask.DEAD);
        assertThat(sim.now() - Simulation.START).isGreaterThan(4 * MS);
    }

    @Test
    void conditionsAndMutexesHandOver() {
        run("""
                { 'tasks': {
                  'w': { 'loop': 10, 'lock': 'm', 'wait': { 'ref': 'q', 'mutex': 'm' }, 'unlock': 'm', 'run': 100 },
                  's': { 'loop': 10, 'sleep': 1000, 'lock': 'm', 'signal': 'q', 'unlock': 'm' } } }
                """);
        assertThat(task("w").state).isEqualTo(SimTask.DEAD);
    }

    @Test
    void everyRoundOfAPhaseIsLogged() {
        RtApp app = run("""
                { 'global': { 'calibration': 100 }, 'tasks': { 'p': { 'loop': 2, 'phases': {
                  'light': { 'loop': 3, 'run': 1000, 'timer': { 'ref': 'unique', 'period': 5000 } },
                  'heavy': { 'run': 9000, 'timer': { 'ref': 'unique', 'period': 5000 } },
                  'pause': { 'sleep': 300 } } } } }
                """);
        List<RtLogLine> log = app.threads().get(0).log();
        assertThat(log)
                .extracting(RtLogLine::phase)
                .containsExactly(
                        "light", "light", "light", "heavy", "pause", "light", "light", "light", "heavy", "pause");
        RtLogLine light = log.get(1);
        assertThat(light.configuredRun()).isEqualTo(1_000);
        assertThat(light.configuredPeriod()).isEqualTo(5_000);
        assertThat(light.run()).isBetween(1_000L, 1_010L);
        assertThat(light.perf()).isEqualTo(10);
        assertThat(light.period()).isBetween(4_900L, 5_200L);
        assertThat(light.slack()).isBetween(3_500L, 4_000L);
        assertThat(light.wakeupLatency()).isBetween(1L, 300L);
        assertThat(light.end() - light.start()).isBetween(light.period(), light.period() + 1);
        assertThat(light.relStart()).isBetween(4_900L, 5_200L);
        assertThat(log.get(3).slack()).isBetween(-4_200L, -3_900L);
        assertThat(log.get(4).run()).isZero();
        assertThat(log.get(4).slack()).isZero();
        assertThat(RtLogLine.HEADER).hasSameSizeAs(light.toString()).contains("c_duration");
        assertThat(app.threads().get(0).logDropped()).isZero();
    }

    @Test
    void aPhaseChangesPolicyNiceAndSliceAndWhatItDoesNotSayStays() {
        String json = """
                { 'tasks': { 'p': { 'loop': 1, 'policy': 'SCHED_BATCH', 'priority': 3, 'phases': {
                  'a': { 'run': 1000 },
                  'b': { 'dl-runtime': 400, 'run': 1000 },
                  'c': { 'policy': 'SCHED_IDLE', 'run': 1000 },
                  'd': { 'policy': 'SCHED_OTHER', 'priority': 7, 'dl-runtime': 0, 'run': 1000 } } } } }
                """;
        RtApp app = RtApp.parse(json.replace('\'', '"'), "test.json");
        app.start(sim);
        List<String> seen = new ArrayList<>();
        for (int i = 0; i < 400; i++) {
            sim.runFor(10_000);
            SimTask t = task("p");
            if (t.state != SimTask.DEAD && t.operations > 1) {
                String now = t.task.policy + " " + t.task.nice + " " + (t.task.customSlice ? t.task.slice : 0);
                if (seen.isEmpty() || !seen.get(seen.size() - 1).equals(now)) {
                    seen.add(now);
                }
            }
        }
        assertThat(seen).endsWith("BATCH 3 0", "BATCH 3 400000", "IDLE 3 400000", "NORMAL 7 0");
    }

    @Test
    void instancesForksAffinityAndPolicies() {
        RtApp app = run("""
                { 'tasks': {
                  'parent': { 'loop': 1, 'fork': 'child', 'run': 1000, 'yield': '' },
                  'child': { 'instance': 0, 'loop': 1, 'run': 2000 },
                  'many': { 'instance': 3, 'loop': 1, 'policy': 'SCHED_BATCH', 'priority': 5, 'cpus': [2, 3], 'run0': 1000,
                            'run1': 1000 } } }
                """);
        assertThat(app.threads()).hasSize(5);
        assertThat(task("child").task.sumExecRuntime).isGreaterThanOrEqualTo(2 * MS);
        assertThat(task("many").task.nice).isEqualTo(5);
        assertThat(task("many").task.policy).isEqualTo(SchedPolicy.BATCH);
        assertThat(task("many").task.cpu).isBetween(2, 3);
    }

    @Test
    void aRuntimeEventEndsByTheClockWhateverElseRuns() {
        run("""
                { 'tasks': {
                  'r': { 'loop': 1, 'cpus': 0, 'runtime': 50000 },
                  'hog': { 'loop': 1, 'cpus': 0, 'run': 40000 } } }
                """);
        assertThat(task("r").task.sumExecRuntime).isBetween(20 * MS, 40 * MS);
    }

    @Test
    void roundsThatDoNothingTakeTimeAllTheSame() {
        run("{ 'global': { 'duration': 1 }, 'tasks': { 'idler': { 'runtime': 0 } } }");
        assertThat(sim.now() - Simulation.START).isBetween(S, S + 10 * MS);
        assertThat(task("idler").task.sumExecRuntime).isGreaterThan(900 * MS);
    }

    @Test
    void moreInstancesThanThereIsRoomForAreRefusedBeforeTheyAreMade() {
        RtApp app = RtApp.parse(
                "{ 'tasks': { 'a': { 'instance': 100000, 'run': 1 }, 'b': { 'run': 1 } } }".replace('\'', '"'),
                "test.json");
        assertThatThrownBy(() -> app.start(sim))
                .isInstanceOf(SimulationFailure.class)
                .hasMessageContaining("test.json needs 100002 tasks, and there is room for");
        assertThat(app.threads()).isEmpty();
    }

    @Test
    void aRuntimeEventWorksInPiecesOf32Microseconds() {
        RtApp app =
                run("{ 'tasks': { 'p': { 'loop': 1, 'phases': { 'a': { 'runtime': 50 }, 'b': { 'runtime': 0 } } } } }");
        List<RtLogLine> log = app.threads().get(0).log();
        assertThat(log.get(0).run()).isBetween(64L, 66L);
        assertThat(log.get(0).configuredRun()).isEqualTo(50);
        assertThat(log.get(1).run()).isBetween(32L, 34L);
    }

    @Test
    void theDelayIsPartOfWhatTimersCountFrom() {
        RtApp app = run("""
                { 'tasks': {
                  'early': { 'loop': 4, 'run': 1000, 'timer': { 'ref': 'unique', 'period': 5000 } },
                  'late': { 'delay': 10000, 'loop': 3, 'run': 1000, 'timer': { 'ref': 'unique', 'period': 5000 } } } }
                """);
        assertThat(app.threads()).allMatch(t -> t.missed() == 0);
        List<RtLogLine> log = app.threads().get(1).log();
        assertThat(log.get(0).relStart()).isBetween(10_000L, 10_300L);
        assertThat(log.get(2).end() - log.get(0).start()).isBetween(14_900L, 15_200L);
    }

    @Test
    void theLastThreadToComeStartsTheOthers() {
        List<String> asked = new ArrayList<>();
        PlacementPolicy mainline = Sims.policy("linux-7.2");
        PlacementPolicy spy = new PlacementPolicy() {
            @Override
            public PolicyInfo info() {
                return mainline.info();
            }

            @Override
            public int selectTaskRq(Selection s, Task p, int prevCpu, int wakeFlags) {
                if ((wakeFlags & WakeFlags.WF_TTWU) != 0) {
                    asked.add(s.current.comm + ">" + p.comm);
                }
                return mainline.selectTaskRq(s, p, prevCpu, wakeFlags);
            }
        };
        Simulation spied = Simulation.on(Sims.smp(4), spy).build();
        String json = "{ 'tasks': { 'a': { 'loop': 1, 'run': 10 }, 'b': { 'loop': 1, 'run': 10 } } }";
        RtApp.parse(json.replace('\'', '"'), "test.json").run(spied, S);
        assertThat(asked.get(0)).isEqualTo("b>a");
    }

    @Test
    void aPhaseWithoutAffinityHasThatOfTheTask() {
        String json = """
                { 'tasks': { 'p': { 'loop': 2, 'cpus': [1], 'phases': {
                  'a': { 'run': 1000 }, 'b': { 'cpus': [2, 3], 'run': 1000 }, 'c': { 'run': 1000 } } } } }
                """;
        RtApp app = RtApp.parse(json.replace('\'', '"'), "test.json");
        app.start(sim);
        List<String> seen = new ArrayList<>();
        for (int i = 0; i < 700; i++) {
            sim.runFor(10_000);
            SimTask t = task("p");
            String now = t.task.cpusPtr.toString();
            if (t.state != SimTask.DEAD
                    && t.operations > 1
                    && (seen.isEmpty() || !now.equals(seen.get(seen.size() - 1)))) {
                seen.add(now);
            }
        }
        assertThat(seen).endsWith("1", "2-3", "1", "2-3", "1").hasSizeLessThan(7);
    }

    @Test
    void resumeWakesAllInstances() {
        run("""
                { 'tasks': {
                  'many': { 'instance': 3, 'loop': 1, 'suspend': '', 'run': 500 },
                  'one': { 'loop': 1, 'sleep': 1000, 'resume': 'many' } } }
                """);
        assertThat(sim.tasks()).allMatch(t -> t.state == SimTask.DEAD);
    }

    @Test
    void suspendAndYieldNeedNoValue() {
        run("""
                { 'tasks': {
                  'a': { 'loop': 1, 'suspend', 'yield', 'run': 500, 'yield1' },
                  'one': { 'loop': 1, 'sleep': 1000, 'resume': 'a' } } }
                """);
        assertThat(sim.tasks()).allMatch(t -> t.state == SimTask.DEAD);
    }

    @Test
    void aBarrierWaitsForEveryMentionOfItsName() {
        run("{ 'tasks': { 'a': { 'instance': 3, 'loop': 1, 'barrier': 'x', 'run': 10 } } }");
        assertThat(sim.tasks()).allMatch(t -> t.state == SimTask.DEAD);
        assertThatThrownBy(() -> run("{ 'tasks': { 'a': { 'loop': 1, 'barrier': 'x', 'run': 10, 'barrier': 'x' } } }"))
                .isInstanceOf(SimulationFailure.class)
                .hasMessageContaining("condition wait on barrier x");
        refused(
                "{ 'tasks': { 'a': { 'fork': 'b' },\n'b': { 'instance': 0, 'barrier': 'x' } } }",
                "test.json:1: barrier 'x' is only used by tasks that are forked, so that nobody knows how many to wait for");
    }

    @Test
    void syncTakesTheMutexIfTheFileDoesNot() {
        run("""
                { 'tasks': {
                  'a': { 'loop': 1, 'sync': { 'ref': 'q', 'mutex': 'm' }, 'run': 100 },
                  'b': { 'loop': 1, 'lock': 'm', 'sync': { 'ref': 'r', 'mutex': 'm' }, 'unlock': 'm', 'run': 100 },
                  's': { 'loop': 1, 'sleep': 1000, 'lock': 'm', 'signal': 'q', 'signal': 'r', 'unlock': 'm' } } }
                """);
        assertThat(sim.tasks()).allMatch(t -> t.state == SimTask.DEAD);
    }

    @Test
    void slackIsThatOfTheLastTimerOrTheSum() {
        String tasks = """
                'tasks': { 'p': { 'loop': 1, 'run': 1000, 'timer': { 'ref': 'unique', 'period': 5000 },
                  'run1': 1000, 'timer1': { 'ref': 'unique', 'period': 5000 } } } }
                """;
        assertThat(run("{ " + tasks).threads().get(0).log().get(0).slack()).isBetween(3_700L, 4_000L);
        assertThat(run("{ 'global': { 'cumulative_slack': true }, " + tasks)
                        .threads()
                        .get(0)
                        .log()
                        .get(0)
                        .slack())
                .isBetween(7_600L, 8_000L);
    }

    @Test
    void aMissedTimerForgetsTheLatenciesBeforeIt() {
        RtApp app = run("""
                { 'tasks': { 'p': { 'loop': 1, 'phases': {
                  'a': { 'timer': { 'ref': 'unique', 'period': 5000 } },
                  'b': { 'timer': { 'ref': 'unique', 'period': 5000 }, 'run': 9000,
                         'timer1': { 'ref': 'unique', 'period': 5000 } } } } } }
                """);
        assertThat(app.threads().get(0).log().get(0).wakeupLatency()).isPositive();
        assertThat(app.threads().get(0).log().get(1).wakeupLatency()).isZero();
    }

    @Test
    void zeroRoundsOfAPhaseNeverEndOfATaskAreNone() {
        RtApp phase = run("""
                { 'global': { 'duration': 1 }, 'tasks': { 'p': { 'phases': {
                  'a': { 'loop': 0, 'run': 1000 }, 'b': { 'run': 1000 } } } } }
                """);
        assertThat(phase.threads().get(0).log()).hasSizeGreaterThan(900).allMatch(line -> line.phase()
                .equals("a"));
        RtApp task = run("{ 'tasks': { 'p': { 'loop': 0, 'phases': { 'a': { 'run': 1000 } } } } }");
        assertThat(task.threads().get(0).log()).isEmpty();
    }

    @Test
    void whatIsNotModelledIsRefusedByNameAndLine() {
        refused(
                "{ 'tasks': {\n 'a': {\n 'policy': 'SCHED_FIFO',\n 'run': 1 } } }",
                "test.json:3: policy SCHED_FIFO is not modelled; expected SCHED_OTHER, SCHED_BATCH or SCHED_IDLE");
        refused("{ 'tasks': {\n 'a': { 'util_min': 5 } } }", "test.json:2: 'util_min' is not modelled");
        refused("{ 'tasks': { 'a': { 'membind_nodes': [0] } } }", "test.json:1: 'membind_nodes' is not modelled");
        refused("{ 'tasks': { 'a': { 'taskgroup': '/x' } } }", "test.json:1: 'taskgroup' is not modelled");
        refused(
                "{ 'tasks': { 'a': {\n\n 'mem': 100 } } }",
                "test.json:3: event 'mem' is not modelled: memory and input/output have no costs");
        refused(
                "{ 'tasks': { 'a': { 'dl-period': 5 } } }",
                "test.json:1: 'dl-period': the deadline class is not modelled");
    }

    @Test
    void mistakesAreNamedWithTheirLine() {
        refused("{ 'tasks': { 'a': { 'sprint': 5 } } }", "test.json:1: unknown property or event 'sprint' of 'a'");
        refused("{ 'tasks': { 'a': {\n 'run': 'fast' } } }", "test.json:2: 'run' is a number, not 'fast'");
        refused("{ 'tasks': { 'a': { 'cpus': [9] } } }", "test.json:1: a CPU of 'cpus' is 0 to 3, not 9");
        refused("{ 'tasks': { 'a': { 'timer': { 'ref': 'x' } } } }", "test.json:1: 'timer' has no 'period'");
        refused("{ 'tasks': { 'a': { 'fork': 'b' } } }", "test.json:1: fork of unknown task 'b'; there are [a]");
        refused(
                "{ 'tasks': { 'a': {\n'phases': { 'p': { 'loop': 1 } } } } }",
                "test.json:2: 'a' has nothing to do here: no event");
        refused("{ 'tasks': { 'a': { 'phases': { } } } }", "test.json:1: 'phases' of 'a' is empty");
        refused("{ 'global': { 'cumulative_slack': 1 } }", "test.json:1: 'cumulative_slack' is true or false, not '1'");
        refused("{ 'global': {} }", "test.json:1: there is no 'tasks'");
        refused("{ 'global': { 'colour': 1 } }", "test.json:1: unknown global setting 'colour'");
        assertThatThrownBy(() -> RtApp.parse("{ oops }", "test.json").start(sim))
                .isInstanceOf(RtAppException.class)
                .hasMessageStartingWith("test.json:1: not JSON:");
    }
}
