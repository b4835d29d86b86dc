// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.steps;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.platform.engine.TestExecutionResult.Status;
import org.opentest4j.AssertionFailedError;

/** Every expectation can fail, and a failure ends the argument: expected, actual, and the whole ladder. */
class FailingExpectationsTest {

    private static final String[] WAKEUP = {
        "Given the machine \"smp-8\"",
        "Given A runs on CPU 0",
        "Given B sleeps, last on CPU 1",
        "Given CPU 1 is busy",
        "When A wakes B with WF_SYNC",
    };

    @TempDir
    Path folder;

    private Run wakeupThen(String... more) {
        return Run.of(
                folder,
                Stream.concat(Arrays.stream(WAKEUP), Arrays.stream(more)).toArray(String[]::new));
    }

    private static String unwrapped(Run run) {
        return run.message().replaceAll("\\s+", " ");
    }

    @Test
    void aWrongCpuPrintsTheLadder() {
        Run run = wakeupThen("Then B is placed on CPU 5");
        assertThat(run.status()).isEqualTo(Status.FAILED);
        assertThat(run.problem()).isInstanceOfSatisfying(AssertionFailedError.class, e -> {
            assertThat(e.getExpected().getStringRepresentation()).isEqualTo("B on CPU 5");
            assertThat(e.getActual().getStringRepresentation()).isEqualTo("B on CPU 2");
        });
        assertThat(run.message())
                .startsWith("expected: B on CPU 5\n but was: B on CPU 2, by wake_affine_idle:sync|sis:cpu-scan "
                        + "[linux-7.2]")
                .contains("A on CPU 0 (task context) wakes B, last on CPU 1, with WF_SYNC")
                .containsPattern(">> +select_idle_cpu +is there an idle CPU")
                .containsPattern(" > +wake_affine_idle ")
                .contains("decided: sis:cpu-scan -> CPU 2")
                .contains("core path: selected")
                .contains("left unsaid, filled in by default:")
                .contains("idle, as nothing is said about them: CPUs 2-7");
        assertThat(unwrapped(run)).contains("scan budget 7, probed CPU 1 busy, CPU 2 idle");
        assertThat(run.message().lines())
                .allSatisfy(line -> assertThat(line.length()).isLessThanOrEqualTo(100));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            Then B is not placed on CPU 2                        | B not on CPU 2
            Then B is placed on the waker's CPU                  | B on the waker's CPU (CPU 0)
            Then B is placed on a fully idle core of node 0      |
            Then B is placed on an SMT sibling of CPU 0          | (there is none)
            Then B stays where it is                             | B stays on CPU 1
            Then the deciding rule is "sis:prev-idle"            | deciding rule sis:cpu-scan
            Then the affine rule is "wake_affine_weight:this"    | affine rule wake_affine_idle:sync
            Then no affine comparison is made                    | affine rule none
            Then "wake_wide" says "wide"                         | said "narrow"
            Then "select_idle_smt" says "no"                     | select_idle_smt was not asked
            Then "select_idle_smt" was asked                     | select_idle_smt was not asked
            Then "select_idle_cpu" was not asked                 | select_idle_cpu was asked
            Then CPU selection was not asked                     | CPU selection was asked
            Then the core path is "pinned"                       | core path selected
            Then CPU 7 was probed                                | probed, in order: 0
            Then CPU 2 was not probed                            | CPU 2 not probed
            Then CPUs 2,1 were probed in this order              | CPUs 2,1 probed in this order
            Then exactly CPUs 1,2 were probed in this order      | all that was probed
            Then no CPU was probed                               | probed, in order
            Then at most 2 CPUs were examined                    | at most 2 CPUs examined
            Then exactly 2 CPUs were examined                    | CPUs examined 2
            Then A has 7 wakee flips                             | wakee flips of A 7
            Then A has 7 wakee flips afterwards                  | wakee flips of A 1
            Then B recently used CPU 5                           | recently used CPU of B 5
            Then the LLC of CPU 0 advertises an idle core        | idle core advertised by the LLC of CPU 0 true
            Then the placement differs from policy "linux-6.18"  | other than with linux-6.18
            Then the placement is the same as with policy "sync-core" |
            """)
    void everyExpectationCanFail(String step, String part) {
        Run run = wakeupThen(step);
        if (part == null) {
            // two of the list hold on this machine: they show that the others do not fail for another reason
            assertThat(run.status()).isEqualTo(Status.SUCCESSFUL);
            return;
        }
        assertThat(run.problem()).isInstanceOf(AssertionFailedError.class);
        assertThat(run.message()).contains(part).contains("select_task_rq_fair");
    }

    @Test
    void selectionAskedCanFail() {
        Run run = Run.of(
                folder,
                "Given the machine \"smp-8\"",
                "Given A runs on CPU 0",
                "Given B sleeps, delayed on CPU 1",
                "When A wakes B",
                "Then CPU selection was asked");
        assertThat(run.message()).contains("requeued in place").contains("delayed-requeue");
    }

    @Test
    void theTableReportsEveryWrongCell() {
        Run run = wakeupThen(
                "Then by policy:",
                "| policy    | B is placed on | deciding rule | affine rule           | core path |",
                "| linux-7.2 | CPU 3          | sis:smt       | wake_affine_idle:sync | pinned    |",
                "| others    | CPU 2          |               |                       |           |");
        assertThat(run.message())
                .contains("expected: B on CPU 3; deciding rule sis:smt; core path pinned")
                .contains("but was: B on CPU 2; deciding rule sis:cpu-scan; core path selected");
    }

    @Test
    void aDifferenceBetweenPoliciesShowsBothLadders() {
        Run run = Run.of(
                folder,
                "Given the machine \"smp-8\"",
                "Given A runs on CPU 0",
                "Given B sleeps, last on CPU 1",
                "Given A and B wake each other",
                "When A wakes B with WF_SYNC",
                "Then the placement is the same as with policy \"sync-pair-v1\"");
        assertThat(run.message())
                .contains("as with sync-pair-v1: B on CPU 0")
                .contains("under sync-pair-v1:")
                .contains("[linux-7.2]");
    }

    @Test
    void theFallbackNamesBothCpus() {
        Run run = Run.of(
                folder,
                "Given the machine \"smp-8\"",
                "Given A runs on CPU 0",
                "Given B sleeps, last on CPU 1",
                "Given B may run on CPUs 4-7",
                "When A wakes B",
                "Then B is placed on CPU 1");
        assertThat(unwrapped(run))
                .contains("select_fallback_rq()")
                .contains("the policy chose CPU 1, which the task cannot use");
    }
}
