// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.workloads;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.wakespec.workloads.Sims.MS;
import static org.wakespec.workloads.Sims.S;

import org.junit.jupiter.api.Test;
import org.wakespec.simulator.Simulation;
import org.wakespec.simulator.ipc.SimTask;
import org.wakespec.simulator.task.SchedPolicy;
import org.wakespec.workloads.rtapp.RtApp;
import org.wakespec.workloads.rtapp.RtAppException;

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
    void whatIsNotModelledIsRefusedByNameAndLine() {
        refused(
                "{ 'tasks': {\n 'a': {\n 'policy': 'SCHED_FIFO',\n 'run': 1 } } }",
                "test.json:3: policy SCHED_FIFO is not modelled; expected SCHED_OTHER, SCHED_BATCH or SCHED_IDLE");
        refused("{ 'tasks': {\n 'a': { 'util_min': 5 } } }", "test.json:2: 'util_min' is not modelled");
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
        refused("{ 'global': {} }", "test.json:1: there is no 'tasks'");
        refused("{ 'global': { 'colour': 1 } }", "test.json:1: unknown global setting 'colour'");
        assertThatThrownBy(() -> RtApp.parse("{ oops }", "test.json").start(sim))
                .isInstanceOf(RtAppException.class)
                .hasMessageStartingWith("test.json:1: not JSON:");
    }
}
