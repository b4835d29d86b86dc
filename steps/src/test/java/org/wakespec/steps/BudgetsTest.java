// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.steps;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.junit.platform.engine.TestExecutionResult.Status;

/** Budgets hold, fail, or decide nothing. The pipe stays on one CPU, so that its time hardly depends on the seed. */
class BudgetsTest {

    private static final String MACHINE = "Given the machine \"altra-80-llc2\"";
    private static final String PIPE =
            "When the program \"taskset -c 79 perf bench sched pipe -l 4000\" runs to its end";

    @TempDir
    Path folder;

    private Run with(String seeds, String program, String budget) {
        return Run.of(folder, MACHINE, "Given budgets are checked with " + seeds, program, budget);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Then it takes at most 3.3 usec/op",
                "Then it takes at least 2.8 usec/op",
                "Then it takes 3.055 usec/op, give or take 5 %",
                "Then the difference to policy \"no-sync\" is within noise",
            })
    void aBudgetThatIsKeptPasses(String budget) {
        assertThat(with("3 seeds", PIPE, budget).status()).isEqualTo(Status.SUCCESSFUL);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Then it takes at most 2.8 usec/op",
                "Then it takes at least 3.3 usec/op",
                "Then it takes 3.5 usec/op, give or take 5 %",
                "Then it is 15 to 25 % faster than policy \"no-sync\"",
                "Then it is 15 to 25 % slower than policy \"no-sync\"",
            })
    void aBudgetThatIsNotKeptFailsAndShowsTheInterval(String budget) {
        Run run = with("3 seeds", PIPE, budget);
        assertThat(run.status()).isEqualTo(Status.FAILED);
        assertThat(run.problem().getMessage())
                .contains("95 % confidence", "mean of 3 seeds")
                .as("what was measured has the unit of what was expected")
                .containsPattern(budget.contains("usec/op") ? "but was: [0-9.]+ usec/op," : "but was: -?[0-9.]+ %,");
    }

    @Test
    void aDifferenceBeyondNoiseFails() {
        // without sync nothing stacks; the pair that hands over on one CPU is far faster or slower, but not the same
        Run run = Run.of(
                folder,
                "Given the machine \"altra-80-llc2\"",
                "Given budgets are checked with 3 seeds",
                "Given the cost context_switch is 5000",
                "When the program \"perf bench sched pipe -l 1000\" runs to its end",
                "Then the difference to policy \"sync-pair-v1\" is within noise");
        assertThat(run.status()).isEqualTo(Status.FAILED);
        assertThat(run.problem().getMessage()).contains("within the noise of");
    }

    @Test
    void aLatencyIsToldInMilliseconds() {
        Run run = with(
                "3 seeds",
                "When the program \"schbench -m 1 -t 2 -r 1\" runs to its end",
                "Then the p50 latency is at least 100 ms");
        assertThat(run.status()).isEqualTo(Status.FAILED);
        assertThat(run.problem().getMessage())
                .containsPattern("expected: at least 100 ms at p50\n but was: [0-9.e-]+ ms, 95");
    }

    @Test
    void tooFewSeedsDecideNothing() {
        Run run = with("2 seeds", PIPE, "Then it takes at most 3.3 usec/op");
        assertThat(run.status()).isEqualTo(Status.ABORTED);
        assertThat(run.problem().getMessage()).contains("2 seeds are too few");
    }

    @Test
    void aLimitInsideTheIntervalDecidesNothing() {
        // messaging depends on the seed: its mean lies inside any interval around it
        String program = "When the program \"perf bench sched messaging -g 1 -l 3\" runs to its end";
        Run wide = with("3 seeds", program, "Then it takes at most 0.0001 usec/op");
        String measured = wide.problem().getMessage().replaceAll("(?s).*but was: ([0-9.]+) usec/op, .*", "$1");
        Run run = with("3 seeds", program, "Then it takes at most " + measured + " usec/op");
        assertThat(run.status()).isEqualTo(Status.ABORTED);
        assertThat(run.problem().getMessage()).contains("the limit lies inside the interval");
    }

    @Test
    void whatABudgetCannotSayIsNamed() {
        Run run = with("3 seeds", PIPE, "Then it takes exactly 2 usec/op");
        assertThat(run.status()).isEqualTo(Status.FAILED);
        assertThat(run.problem().getMessage()).contains("never exactly");
    }
}
