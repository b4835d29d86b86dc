// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.steps;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.junit.platform.engine.TestExecutionResult.Status;
import org.opentest4j.AssertionFailedError;

/** An expectation never passes because nothing was there to contradict it: it fails, is undecided, or is refused. */
class VacuousExpectationsTest {

    private static final List<String> RUN = List.of(
            "Given the machine \"smp-8\"",
            "Given the placements of B are recorded",
            "Given A computes for ever",
            "Given A is pinned to CPU 0",
            "Given B computes 1 ms and sleeps 3 ms in turn",
            "Given B is pinned to CPU 1",
            "Given late computes for ever",
            "Given late starts after 10 s",
            "When the machine runs for 50 ms");

    private static final List<String> STARVED = List.of(
            "Given a 1-core machine",
            "Given A computes for ever",
            "Given S computes for ever",
            "Given S is SCHED_IDLE",
            "When the machine runs for 100 ms",
            "When measuring starts",
            "When the machine runs for 100 ms");

    private static final List<String> REQUEUED = List.of(
            "Given the machine \"smp-8\"",
            "Given A runs on CPU 0",
            "Given B sleeps, delayed on CPU 1",
            "When A wakes B");

    private static final List<String> WAKEUP = List.of(
            "Given the machine \"smp-8\"",
            "Given A runs on CPU 0",
            "Given B sleeps, last on CPU 1",
            "Given CPU 1 is busy",
            "When A wakes B with WF_SYNC");

    @TempDir
    Path folder;

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            late is on CPU 0 now                                    | has not started yet
            late is not running now                                 | has not started yet
            the copies of late are on 1 different CPU now           | has not started yet
            late has used at most 1 CPU                             | has not run since measuring started
            late has migrated exactly 0 times                       | has not run since measuring started
            late has migrated at most 3 times                       | has not run since measuring started
            late has migrated less often than with policy "no-sync" | has not run since measuring started
            the longest wait of late was at most 3 ms               | needs at least 1 sample, there are 0
            no CPU sat idle beside a waiting task for more than 50 ms | only 50 ms were measured
            the longest stretch of A was at most 60 ms              | needs at least 1 sample
            """)
    void whatWasNotMeasuredIsUndecided(String expectation, String part) {
        Run run = Run.after(folder, RUN, "Then " + expectation);
        assertThat(run.status()).isEqualTo(Status.ABORTED);
        assertThat(run.message()).contains(part);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            no CPU holds exactly 0 runnable tasks together now      | of none everything holds
            each of no CPU holds exactly 9 runnable tasks now       | of none everything holds
            B has run on each of no CPU                             | of none everything holds
            at most 5 % of the placements of B were decided by "sis:prev-idel" | did you mean sis:prev-idle
            exactly 0 % of the placements of B were decided by "sis:target-fallback:none-idel" | sis:target-fallback:none-idle
            """)
    void whatHoldsOfNothingIsRefused(String expectation, String part) {
        Run run = Run.after(folder, RUN, "Then " + expectation);
        assertThat(run.problem()).isInstanceOf(BadScenarioException.class).hasMessageContaining(part);
    }

    @Test
    void noCpuIsIdleMeansThatAllAreBusy() {
        Run run = Run.after(folder, RUN, "Then no CPU is idle now");
        assertThat(run.problem()).isInstanceOf(AssertionFailedError.class).hasMessageContaining("CPU 2 idle");
        Run crowd = Run.after(
                folder,
                List.of(
                        "Given the machine \"smp-8\"",
                        "Given 8 copies of hog compute for ever",
                        "When the machine runs for 50 ms"),
                "Then no CPU is idle now");
        assertThat(crowd.status()).isEqualTo(Status.SUCCESSFUL);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "the longest wait of S was at most 5 ms",
                "the longest wait of S was less than 99 ms",
                "the longest wait of S was at most 0.9 times that with policy \"no-sync\"",
                "the longest stretch of A was at most 5 ms",
            })
    void whatStillGoesOnCountsAgainstALimit(String expectation) {
        assertThat(Run.after(folder, STARVED, "Then " + expectation).status()).isNotEqualTo(Status.SUCCESSFUL);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "the longest wait of S was at least 99 ms",
                "the longest stretch of A was at least 99 ms",
            })
    void whatStillGoesOnShowsThatSomethingTookSoLong(String expectation) {
        Run run = Run.after(folder, STARVED, "Then " + expectation);
        assertThat(run.status()).isEqualTo(Status.SUCCESSFUL);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            perf bench sched pipe -l 100000                | one operation took at most 5 us
            perf bench sched pipe -l 100000                | the program took at most 10 s
            perf bench sched pipe -l 100000                | it takes at most 5 usec/op
            perf bench sched pipe -l 100000                | the difference to policy "sync-pair-v1" is within noise
            perf bench sched messaging -g 1 -l 1000        | one operation took less time than with policy "no-sync"
            memtier_benchmark -t 1 -c 1 --test-time-ms 900 | the program served at most 1000000 a second
            memtier_benchmark -t 1 -c 1 --test-time-ms 900 | the p50 latency is at most 1 ms
            tbench 1 -t 5                                  | the program served at most 1000000 a second
            """)
    void aProgramThatHasNotEndedHasNoFigures(String program, String expectation) {
        Run run = Run.after(
                folder,
                List.of("Given the machine \"smp-2\"", "Given budgets are checked with 3 seeds"),
                "Given the program \"" + program + "\" is started",
                "When the machine runs for 1 ms",
                "Then " + expectation);
        assertThat(run.status()).isEqualTo(Status.ABORTED);
        assertThat(run.message()).contains("has not ended yet");
    }

    @Test
    void aPercentileBeyondTheSamplesOfAProgramIsUndecided() {
        List<String> few = List.of(
                "Given the machine \"smp-2\"",
                "Given budgets are checked with 3 seeds",
                "When the program \"memtier_benchmark -t 1 -c 1 --server-threads 1 --test-time-ms 1\" runs to its end");
        Run run = Run.after(folder, few, "Then the p99.99 latency is at most 100 ms");
        assertThat(run.status()).isEqualTo(Status.ABORTED);
        assertThat(run.message()).contains("p99.99").contains("needs at least 10000 samples");
        assertThat(Run.after(folder, few, "Then the p101 latency is at most 1 ms")
                        .message())
                .contains("above 0 and at most 100, not 101");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            at most 4 CPUs were examined  | it was not asked
            exactly 0 CPUs were examined  | it was not asked
            CPU 5 was not probed          | says nothing: CPU selection was not asked
            """)
    void whereSelectionWasNotAskedNothingIsSaidAboutItsSearch(String expectation, String part) {
        assertThat(Run.after(folder, REQUEUED, "Then " + expectation).message()).contains(part);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            B is not placed on an SMT sibling of CPU 0 | there is no such place
            "wake_wide" says ""                        | every answer begins with nothing
            "wake_wide" says "narr"                    | said "narrow
            """)
    void whatHoldsOfEveryPlacementIsRefused(String expectation, String part) {
        assertThat(Run.after(folder, WAKEUP, "Then " + expectation).message()).contains(part);
    }

    @Test
    void aTaskIsNoCopyOfAnotherBecauseItsNameGoesOnWithADash() {
        List<String> lines = List.of(
                "Given the machine \"smp-8\"",
                "Given the placements of net are recorded",
                "Given net computes 1 ms and sleeps 3 ms in turn",
                "Given net is pinned to CPU 1",
                "Given net-2 computes 1 ms and sleeps 3 ms in turn",
                "When the machine runs for 50 ms");
        Run run = Run.after(folder, lines, "Then exactly 100 % of the placements of net were decided by \"pinned\"");
        assertThat(run.status()).isEqualTo(Status.SUCCESSFUL);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            it is 25 to 15 % faster than policy "no-sync"         | the smaller number comes first
            it takes 2 usec/op, give or take -5 %                 | a tolerance is not negative
            """)
    void rangesThatHoldNothingAreNamed(String expectation, String part) {
        Run run = Run.after(
                folder,
                List.of(
                        "Given the machine \"smp-2\"",
                        "When the program \"taskset -c 1 perf bench sched pipe -l 50\" runs to its end"),
                "Then " + expectation);
        assertThat(run.message()).contains(part);
    }
}
