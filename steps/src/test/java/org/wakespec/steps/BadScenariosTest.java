// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.steps;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.junit.platform.engine.TestExecutionResult.Status;

/** Scenarios that contradict themselves, name what does not exist, or ask for what has no default. */
class BadScenariosTest {

    private static final String MACHINE = "Given the machine \"smp-8\"";
    private static final String A_RUNS = "Given A runs on CPU 0";
    private static final String B_SLEEPS = "Given B sleeps, last on CPU 1";

    @TempDir
    Path folder;

    static Stream<Arguments> contradictions() {
        return Stream.of(
                bad("there is no machine 'altra-80-llc3'", "altra-80-llc2", "Given the machine \"altra-80-llc3\""),
                bad("not understood", "cores", "Given an 80-cure LLC"),
                bad("no machine yet", "Given the machine", A_RUNS),
                bad("a scenario has one machine", "smp-8", MACHINE, "Given the machine \"smp-2\""),
                bad("there is no CPU 8", "CPUs 0-7", MACHINE, "Given CPU 8 is busy"),
                bad("runs backwards", "5-2", MACHINE, "Given CPUs 5-2 are busy"),
                bad("has no node 1", "its nodes are 0-0", MACHINE, "Given all CPUs of node 1 are busy"),
                bad(
                        "CPU 3 is offline",
                        "nothing can run there",
                        MACHINE,
                        "Given CPU 3 is offline",
                        "Given CPU 3 is busy"),
                bad(
                        "CPU 3 cannot be offline",
                        "said to be busy",
                        MACHINE,
                        "Given CPU 3 is busy",
                        "Given CPU 3 is offline"),
                bad(
                        "CPU 3 is offline",
                        "A cannot run there",
                        MACHINE,
                        "Given CPU 3 is offline",
                        "Given A runs on CPU 3"),
                bad("CPU 0 cannot be offline", "A runs there", MACHINE, A_RUNS, "Given CPU 0 is offline"),
                bad("CPU 0 cannot be idle", "A runs there", MACHINE, A_RUNS, "Given CPU 0 is idle"),
                bad(
                        "CPU 0 cannot run a real-time task",
                        "A runs there",
                        MACHINE,
                        A_RUNS,
                        "Given CPU 0 runs a real-time task"),
                bad("is not SCHED_IDLE", "CPU 0", MACHINE, A_RUNS, "Given CPU 0 runs only SCHED_IDLE tasks"),
                bad("tasks of a busy CPU is at least 1", "not 0", MACHINE, "Given CPU 1 is busy with 0 tasks"),
                bad("A already runs on CPU 0", "only one task is current", MACHINE, A_RUNS, "Given B runs on CPU 0"),
                bad("is already running on CPU 0", "one place only", MACHINE, A_RUNS, "Given A sleeps, last on CPU 1"),
                bad(
                        "all CPUs are isolated",
                        "at least one",
                        MACHINE,
                        A_RUNS,
                        B_SLEEPS,
                        "Given CPUs 0-7 are isolated at boot",
                        "When A wakes B"),
                bad(
                        "cannot change any more",
                        "before the first When",
                        MACHINE,
                        A_RUNS,
                        B_SLEEPS,
                        "When A wakes B",
                        "Given CPU 3 is offline"),
                bad("HZ is between 1 and 1000", "not 2000", MACHINE, "Given HZ is 2000"),
                bad("capacity of CPU 0 is at least 1", "not 0", MACHINE, "Given the capacity left on CPU 0 is 0"),
                bad("utilisation of CPU 0", "at most 1024", MACHINE, "Given the utilisation of CPU 0 is 1025"),
                bad("the utilisation of B", "at most 1024, not 2000", MACHINE, "Given the utilisation of B is 2000"),
                bad("there is no node 1", "nodes 0-0", MACHINE, "Given the NUMA-preferred node of B is 1"),
                bad("cannot have woken itself", "A", MACHINE, "Given A last woke A"),
                bad(
                        "has 8 CPUs",
                        "9 of them",
                        MACHINE,
                        A_RUNS,
                        B_SLEEPS,
                        "Given 9 CPUs of the LLC of CPU 0 count as busy",
                        "When A wakes B"),
                bad(
                        "CPU 4 has no LLC domain",
                        "isolated at boot",
                        MACHINE,
                        "Given CPU 4 is isolated at boot",
                        A_RUNS,
                        B_SLEEPS,
                        "Given the LLC of CPU 4 advertises an idle core",
                        "When A wakes B"));
    }

    static Stream<Arguments> actions() {
        return Stream.of(
                bad(
                        "unknown task 'writer2'",
                        "did you mean writer",
                        MACHINE,
                        "Given writer runs on CPU 0",
                        B_SLEEPS,
                        "When writer2 wakes B"),
                bad("unknown task 'B'", "Given B sleeps, last on CPU 5", MACHINE, A_RUNS, "When A wakes B"),
                bad(
                        "task C has no previous CPU",
                        "say where it slept",
                        MACHINE,
                        A_RUNS,
                        "Given the load of C is 512",
                        "When A wakes C"),
                bad("task B is not running", "asleep on CPU 1", MACHINE, A_RUNS, B_SLEEPS, "When B wakes A"),
                bad(
                        "task B already runs on CPU 1",
                        "only a task asleep",
                        MACHINE,
                        A_RUNS,
                        "Given B runs on CPU 1",
                        "When A wakes B"),
                bad("task B already exists", "only a new task is forked", MACHINE, A_RUNS, B_SLEEPS, "When A forks B"),
                bad("task B is not running", "cannot call exec", MACHINE, A_RUNS, B_SLEEPS, "When B execs"),
                bad("task B is not running", "cannot go to sleep", MACHINE, A_RUNS, B_SLEEPS, "When B sleeps"),
                bad("must be woken before it can run", "asleep", MACHINE, A_RUNS, B_SLEEPS, "When B runs"),
                bad("already runs on CPU 0", "A", MACHINE, A_RUNS, B_SLEEPS, "When A runs"),
                bad(
                        "CPU 5 is offline",
                        "no interrupt there",
                        MACHINE,
                        "Given CPU 5 is offline",
                        B_SLEEPS,
                        "When an interrupt on CPU 5 wakes B"),
                bad("there is no CPU 9", "CPUs 0-7", MACHINE, B_SLEEPS, "When an interrupt on CPU 9 wakes B"),
                bad("unknown wake flag 'WF_SINK'", "WF_SYNC", MACHINE, A_RUNS, B_SLEEPS, "When A wakes B with WF_SINK"),
                bad(
                        "WF_FORK is set by the kernel itself",
                        "WF_CURRENT_CPU",
                        MACHINE,
                        A_RUNS,
                        B_SLEEPS,
                        "When A wakes B with WF_FORK"),
                bad(
                        "where it may not run",
                        "4-7",
                        MACHINE,
                        A_RUNS,
                        "Given A may run on CPUs 4-7",
                        B_SLEEPS,
                        "When A wakes B"),
                bad(
                        "is on no CPU yet",
                        "A",
                        MACHINE,
                        "Given A and B are a many-to-many pair",
                        B_SLEEPS,
                        "When an interrupt on CPU 0 wakes B"));
    }

    static Stream<Arguments> expectations() {
        return Stream.of(
                bad("nothing has been placed yet", "When A wakes B", MACHINE, A_RUNS, "Then B is placed on CPU 1"),
                bad("nothing happened", "no When step", MACHINE, A_RUNS, B_SLEEPS),
                bad(
                        "task A has not been placed",
                        "placed so far: B",
                        MACHINE,
                        A_RUNS,
                        B_SLEEPS,
                        "When A wakes B",
                        "Then A is placed on CPU 1"),
                bad(
                        "unknown task 'Bb'",
                        "did you mean B?",
                        MACHINE,
                        A_RUNS,
                        B_SLEEPS,
                        "When A wakes B",
                        "Then Bb is placed on CPU 1"),
                bad(
                        "task 'Bee' was described but is nowhere",
                        "it neither runs nor sleeps",
                        MACHINE,
                        A_RUNS,
                        B_SLEEPS,
                        "Given the load of Bee is 512",
                        "When A wakes B"),
                bad(
                        "no policy has a rung 'select_idel_cpu'",
                        "did you mean select_idle_cpu",
                        MACHINE,
                        A_RUNS,
                        B_SLEEPS,
                        "When A wakes B",
                        "Then \"select_idel_cpu\" was not asked"),
                bad(
                        "unknown core path 'pined'",
                        "did you mean pinned?",
                        MACHINE,
                        A_RUNS,
                        B_SLEEPS,
                        "When A wakes B",
                        "Then the core path is \"pined\""),
                bad(
                        "unknown policy 'linux-7.1'",
                        "linux-7.2",
                        MACHINE,
                        A_RUNS,
                        B_SLEEPS,
                        "When A wakes B",
                        "Then the placement is the same as with policy \"linux-7.1\""),
                bad(
                        "cannot differ from itself",
                        "@not-policy:linux-7.2",
                        MACHINE,
                        A_RUNS,
                        B_SLEEPS,
                        "When A wakes B",
                        "Then the placement differs from policy \"tip\""),
                bad(
                        "says nothing",
                        "name the CPUs",
                        MACHINE,
                        A_RUNS,
                        B_SLEEPS,
                        "When A wakes B",
                        "Then no CPU was not probed"),
                bad(
                        "speak of an order",
                        "CPUs 3,1,2",
                        MACHINE,
                        A_RUNS,
                        B_SLEEPS,
                        "When A wakes B",
                        "Then all CPUs were probed in this order"),
                table(
                        "no row for 'linux-7.2'",
                        "sync-pair-v1",
                        "| policy | B is placed on |",
                        "| sync-pair-v1 | CPU 1 |"),
                table(
                        "unknown policy 'sync-pear-v1'",
                        "did you mean sync-pair-v1",
                        "| policy | B is placed on |",
                        "| sync-pear-v1 | CPU 1 |",
                        "| others | CPU 1 |"),
                table(
                        "two rows for 'linux-7.2'",
                        "table",
                        "| policy | B is placed on |",
                        "| linux-7.2 | CPU 1 |",
                        "| tip | CPU 1 |"),
                table(
                        "cannot check a column 'deciding rul'",
                        "did you mean deciding rule",
                        "| policy | deciding rul |",
                        "| others | sis:smt |"),
                table("expects nothing", "linux-7.2", "| policy | B is placed on |", "| linux-7.2 | |"),
                table(
                        "is not a place",
                        "did you mean an idle CPU",
                        "| policy | B is placed on |",
                        "| others | an idel CPU |"),
                table("begins with 'policy'", "a row", "| polcy | B is placed on |", "| others | CPU 1 |"));
    }

    private static Arguments table(String reason, String hint, String... rows) {
        String[] lines = Stream.concat(
                        Stream.of(MACHINE, A_RUNS, B_SLEEPS, "When A wakes B", "Then by policy:"), Arrays.stream(rows))
                .toArray(String[]::new);
        return bad(reason, hint, lines);
    }

    private static Arguments bad(String reason, String hint, String... lines) {
        return Arguments.of(reason, hint, lines);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource({"contradictions", "actions", "expectations"})
    void oneClearMessage(String reason, String hint, String[] lines) {
        Run run = Run.of(folder, lines);
        assertThat(run.status()).isEqualTo(Status.FAILED);
        Throwable problem = root(run.problem());
        assertThat(problem).isInstanceOf(BadScenarioException.class);
        assertThat(problem.getMessage()).contains(reason).contains(hint);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Given CPU 4 holds -1 delayed tasks",
                "Given CPU 4 holds 2000000000 delayed tasks",
                "Given CPU 4 is busy with 0 tasks",
                "Given CPU 4 is busy with 2000000000 tasks",
                "Given C runs on CPU 4 beside -2 other tasks",
                "Given C runs on CPU 4 beside -2 delayed tasks",
                "Given A has -3 wakee flips",
                "Given the flips of A were last halved -5 ms ago",
                "Given the flips of A were last halved 2000000000 ms ago",
                "Given the load of B is -5",
                "Given the load of CPU 4 is -5",
                "Given the utilisation of B is -5",
                "Given the estimated utilisation of B is 1025",
                "Given A runs for -5 us on average",
                "Given the scan budget of the LLC of CPU 0 is -1",
                "Given -1 CPUs of the LLC of CPU 0 count as busy",
                "When time passes -5 ms",
            })
    void numbersOutOfRangeAreNamedWithTheirBounds(String step) {
        Run run = Run.of(folder, MACHINE, A_RUNS, B_SLEEPS, step, "When A wakes B");
        assertThat(root(run.problem())).isInstanceOf(BadScenarioException.class);
        assertThat(run.message()).contains(" is at least ", ", not ");
    }

    @Test
    void theStepsLineIsInTheTrace() {
        Run run = Run.of(folder, MACHINE, "Given CPU 8 is busy");
        assertThat(run.problem().getStackTrace())
                .anySatisfy(frame ->
                        assertThat(frame.toString()).contains("CPU 8 is busy").contains("control.feature:5"));
    }

    @ParameterizedTest
    @MethodSource("gaps")
    void whatIsNotModelledIsRefusedByName(String step, String name) {
        Run run = Run.of(folder, MACHINE, step);
        assertThat(run.status()).isEqualTo(Status.ABORTED);
        assertThat(run.message()).contains(name);
    }

    static Stream<Arguments> gaps() {
        return Stream.of(
                Arguments.of("Given energy-aware scheduling is on", "energy-aware placement is not modelled"),
                Arguments.of("Given the uclamp minimum of B is 512", "uclamp"),
                Arguments.of("Given B is a deadline task", "deadline"),
                Arguments.of("Given B is SCHED_FIFO", "CPU 4 runs a real-time task"),
                Arguments.of("Given B is in the cgroup \"web\"", "cgroup hierarchies"),
                Arguments.of("Given the CPU bandwidth of B is limited", "CPU bandwidth control"),
                Arguments.of("Given core scheduling is on", "core scheduling"),
                Arguments.of("Given proxy execution is on", "proxy execution"),
                Arguments.of("Given NUMA balancing scans B", "the NUMA-preferred node of B is 1"),
                Arguments.of("Given CPU 3 is a preempted virtual CPU", "virtual CPUs"));
    }

    private static Throwable root(Throwable t) {
        Throwable root = t;
        while (root.getCause() != null && !(root instanceof BadScenarioException)) {
            root = root.getCause();
        }
        return root;
    }
}
