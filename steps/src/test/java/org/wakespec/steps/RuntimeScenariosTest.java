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

/** Scenarios in which time passes: every expectation can fail, and what makes no sense is named. */
class RuntimeScenariosTest {

    private static final List<String> RUN = List.of(
            "Given the machine \"smp-8\"",
            "Given the placements of B are recorded",
            "Given A computes for ever",
            "Given A is pinned to CPU 0",
            "Given B computes 1 ms and sleeps 3 ms in turn",
            "Given B is pinned to CPU 0",
            "Given C computes 1 ms and ends",
            "Given C is pinned to CPU 1",
            "Given 2 copies of D compute for ever",
            "Given D is pinned to CPU 2",
            "When the machine runs for 50 ms");

    @TempDir
    Path folder;

    @Test
    void whatIsStatedHoldsForTheOthersToFailForTheirOwnReasons() {
        Run run = Run.after(
                folder, RUN, "Then A is on CPU 0 now", "Then C has ended now", "Then A has migrated exactly 0 times");
        assertThat(run.status()).isEqualTo(Status.SUCCESSFUL);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "A is on CPU 1 now",
                "A is not running now",
                "C is running now",
                "CPU 0 is idle now",
                "A has run only on CPU 1",
                "A has run on each of CPUs 0-1",
                "A has used exactly 2 CPUs",
                "A has migrated at least 1 time",
                "A has migrated less often than with policy \"no-sync\"",
                "the copies of D are on 2 different CPUs now",
                "the copies of D are on 2 different cores now",
                "each of CPUs 2-3 holds exactly 1 runnable task now",
                "CPUs 2-3 hold exactly 1 runnable task together now",
                "CPU 2 holds 2 queued tasks now, 1 of them delayed",
                "A has had 100 % of the time, give or take 10",
                "D has had 40 % of the time, give or take 5",
                "C has run for 2 ms, give or take 0.5 ms",
                "A has run 1 times as long as B, give or take 0.1",
                "A has run longer than with policy \"no-sync\"",
                "the longest wait of D was at most 1 ms",
                "the 50th percentile of the waits of D was less than 1 ms",
                "the longest wait of D was less than 1 times that with policy \"no-sync\"",
                "the longest wakeup latency of B was exactly 1 ns",
                "the 50th percentile of the wakeup latency of B was more than 10 ms",
                "the longest stretch of D was less than 2 ms",
                "the median stretch of D was 1 ms, give or take 0.5 ms",
                "a CPU sat idle beside a waiting task for more than 1 ms",
                "the counter forks is at least 1",
                "the counter ttwu_local is less than 1 % of wakeups",
                "the counter wakeups is lower than with policy \"no-sync\"",
                "at most 50 % of the placements of B were decided by \"pinned\"",
                "the latest placement of B was decided by \"sis:prev-idle\"",
                "A prefers the LLC of CPU 0 now",
                "the average idle time of CPU 1 is exactly 1 ns now",
                "A is asleep now",
                "A is delayed now",
                "B has ended now",
                "C is runnable now",
                "the lag of A is more than 20 ms now",
                "the lag of A is 20 ms now, give or take 1 ms",
                "the utilisation of C is 1000 now, give or take 1",
                "the estimated utilisation of B is 1000 now, give or take 1",
                "the load of A is 500 now, give or take 1",
                "the LLC of CPU 0 counts 8 busy CPUs now",
                "the scan budget of the LLC of CPU 0 is more than 8 now",
                "the base slice is 3 ms now",
                "CPU 0 counts as reachable for idle balancing now",
            })
    void everyExpectationCanFail(String expectation) {
        Run run = Run.after(folder, RUN, "Then " + expectation);
        assertThat(run.problem()).isInstanceOf(AssertionFailedError.class);
        assertThat(run.message())
                .startsWith("expected: ")
                .contains("but was: ")
                .contains("[linux-7.2]")
                .contains("after 50 ms of virtual time")
                .contains("A: ran ")
                .contains("counted: ");
    }

    @Test
    void anIdleCpuBesideAWaitingTaskIsNoticed() {
        List<String> crowd = List.of(
                "Given the machine \"smp-8\"",
                "Given 2 copies of D compute for ever",
                "Given D starts on CPU 2",
                "When the machine runs for 50 ms");
        Run run = Run.after(folder, crowd, "Then no CPU sat idle beside a waiting task for more than 10 ns");
        assertThat(run.problem()).isInstanceOf(AssertionFailedError.class);
        assertThat(run.message())
                .contains("idle beside D-")
                .contains("longest idle CPU beside a waiting task: CPU ")
                .contains("balance_cpus_scanned=");
        // the last events are kept for the report
        assertThat(run.files()).anyMatch(file -> file.getPath().toString().contains("events"));
    }

    @Test
    void oneCpuEachIsForTwoTasksOnTwoCpus() {
        String each = "When the program \"%s\" runs to its end with its tasks on CPUs %s, one each";
        Run wrong = Run.of(folder, "Given an 8-core machine", each.formatted("perf bench sched pipe -l 5", "0-2"));
        assertThat(wrong.message()).contains("two tasks, one CPU each, need two CPUs, not '0-2'");
        Run other = Run.of(folder, "Given an 8-core machine", each.formatted("schbench -r 1", "0-1"));
        assertThat(other.message()).contains("one CPU each is for the two tasks of perf bench sched pipe");
    }

    @Test
    void whoWaitsForRoundsThatNeverComeIsNamed() {
        Run run = Run.of(
                folder,
                "Given an 8-core machine",
                "And B computes 1 ms whenever it is woken",
                "When the machine runs until B has done 3 rounds");
        assertThat(run.message())
                .contains("all tasks sleep and nothing can wake one: B(")
                .contains("at 1.0");
    }

    @Test
    void aProgramOfTooManyTasksIsRefused() {
        Run run = Run.of(
                folder,
                "Given an 8-core machine",
                "When the program \"perf bench sched messaging -g 100000\" runs to its end");
        assertThat(run.message()).contains("perf bench sched messaging -g 100000 needs 4000001 tasks");
    }

    @Test
    void placementsThatWereNotRecordedAreNotJudged() {
        Run run = Run.after(folder, RUN, "Then the latest placement of A was decided by \"pinned\"");
        assertThat(run.message()).contains("'Given the placements of A are recorded'");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "one operation took at least 1000 us",
                "one operation took 1000 us, give or take 1",
                "one operation took less time than with policy \"no-sync\"",
                "one operation took more time than with policy \"no-sync\"",
                "one operation took at least 10 times as long as with policy \"no-sync\"",
                "the program took at least 10 s",
            })
    void everyFigureOfAProgramCanFail(String expectation) {
        // bound to one CPU the pair is never placed: all policies are alike
        Run run = Run.after(
                folder,
                List.of(
                        "Given the machine \"smp-8\"",
                        "When the program \"taskset -c 1 perf bench sched pipe -l 50\" runs to its end"),
                "Then " + expectation);
        assertThat(run.problem()).isInstanceOf(AssertionFailedError.class);
        assertThat(run.message()).contains("sched-pipe (2 tasks): ran ");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "the program served at least 1000000 a second",
                "the program served more than with policy \"linux-7.2\"",
                "the 50th percentile of the program's wakeup latency was at least 1 s",
                "the 50th percentile of the program's request latency was at most 1 us",
            })
    void everyFigureOfSchbenchCanFail(String expectation) {
        Run run = Run.after(
                folder,
                List.of(
                        "@policy:no-sync",
                        "Given the machine \"smp-2\"",
                        "When the program \"schbench -t 2 -c 2000 -r 1\" runs to its end"),
                "Then " + expectation);
        assertThat(run.problem()).isInstanceOf(AssertionFailedError.class);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            Given 0 copies of X compute for ever               | at least 1
            Given A computes 1 ms and ends                     | has a program already
            Given X computes -1 ms and ends                    | at least 0 ns
            Given X computes 1 ms every 10 ns                  | a period is at least 1 us
            Given X computes 90000 s and ends                  | at most a day
            Given the nice value of A is 30                    | nice is -20 to 19
            Given the nice value of X is 3                     | no task is called 'X'
            Given HOG computes 1 ms and wakes A in turn        | A does not wait to be woken
            Given A is forked by A after 1 ms                  | cannot fork itself
            Given the copies of A are pinned to CPUs 0-3 one each | one each needs as many
            Given A starts on CPU 9                            | CPUs 0-7
            Given A starts on CPU 3                            | only on 0
            Given the scheduler feature RUN_TO_PARTY is off    | did you mean RUN_TO_PARITY
            Given the scheduler feature PARANOID_AVG is on     | is not modelled
            Given the processors are sparc                     | unknown machine family
            Given the base slice is set to 60 s                | up to 4294967295, or 0, not 60000000000
            Given the cost context_swich is 5                  | did you mean context_switch
            Given X is SCHED_IDLE                              | was described but does nothing
            Given the utilisation of A is 5                    | cannot be stated
            Given A sleeps, last on CPU 3                      | where A runs comes from what it does
            Given CPU 5 is busy                                | comes from the tasks where time passes
            When A is moved to all other CPUs                  | say which CPUs
            """)
    void statementsThatMakeNoSenseAreNamed(String line, String part) {
        List<String> lines =
                List.of("Given the machine \"smp-8\"", "Given A computes for ever", "Given A is pinned to CPU 0", line);
        Run run = Run.after(folder, lines, "When the machine runs for 1 ms", "Then A is running now");
        assertThat(run.problem()).isInstanceOf(BadScenarioException.class).hasMessageContaining(part);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            Given HRTICK is off                                | cannot change any more
            Given A is pinned to CPU 3                         | the machine runs already
            Given the slice of A is 1 ms                       | has started already
            When E is reniced to 3                             | no task is called 'E'
            When the machine runs until AA has ended           | did you mean A
            When A wakes B                                     | tasks are woken by programs
            When the program "perf bench sched pip" runs to its end | did you mean perf bench sched pipe
            When the program "perf bench sched pipe -G" runs to its end | options: -l LOOPS, -T
            When the program "perf bench sched pipe -l x" runs to its end | takes a number
            When the program "tbench 99999999999" runs to its end | CLIENTS takes a number up to 2147483647
            When the program "tbench 1 -t -1" runs to its end  | a time above 0
            When the program "memtier_benchmark -t 100000 -c 100000" runs to its end | room for 100000 connections
            When the program "memtier_benchmark --server-threads 0" runs to its end | at least 1, not 0
            When the program "taskset -c 9 perf bench sched pipe" runs to its end | 9
            When the rt-app file "nowhere.json" runs to its end | there is no rt-app file
            Then the counter ttwu_locall is at least 1         | did you mean ttwu_local
            Then the 0th percentile of the waits of A was at most 1 ms | above 0
            Then one operation took at most 5 us               | no program has run
            Then A has migrated less often than with policy "linux-7.2" | cannot be compared with itself
            Then A has migrated less often than with policy "linux-7.22" | linux-7.2
            Then the lag of D is at least 0 ms now             | this step is about one
            """)
    void questionsThatMakeNoSenseAreNamed(String line, String part) {
        Run run = Run.after(folder, RUN, line);
        assertThat(run.problem()).isInstanceOf(BadScenarioException.class).hasMessageContaining(part);
    }

    @Test
    void nothingIsMeasuredBeforeTimePasses() {
        Run run = Run.after(
                folder, List.of("Given the machine \"smp-8\"", "Given A computes for ever"), "Then A is running now");
        assertThat(run.message()).contains("no time has passed yet").contains("When the machine runs for 100 ms");
    }

    @Test
    void programsThatNeverRunAreNoPass() {
        Run run = Run.after(folder, List.of("Given the machine \"smp-8\"", "Given A computes for ever"));
        assertThat(run.message()).contains("nothing happened").contains("no When step lets time pass");
    }

    @Test
    void wakingByStepAndByProgramDoNotMix() {
        Run run = Run.after(
                folder,
                List.of(
                        "Given the machine \"smp-8\"",
                        "Given A runs on CPU 0",
                        "Given B sleeps, last on CPU 1",
                        "When A wakes B",
                        "Given C computes for ever"));
        assertThat(run.message()).contains("a task has been placed already");
    }

    @Test
    void aPolicyThatOnlyKnowsSelectionIsRefusedByName() {
        Run run = Run.after(
                folder,
                List.of(
                        "@policy:linux-6.1",
                        "Given the machine \"smp-8\"",
                        "Given A computes for ever",
                        "When the machine runs for 1 ms"));
        assertThat(run.status()).isEqualTo(Status.ABORTED);
        assertThat(run.message())
                .contains("linux-6.1")
                .contains("scope placement")
                .contains("time cannot pass");
    }

    @Test
    void aComparisonWithSuchAPolicyIsRefusedAsWell() {
        Run run = Run.after(folder, RUN, "Then A has migrated less often than with policy \"linux-6.1\"");
        assertThat(run.status()).isEqualTo(Status.ABORTED);
    }

    @Test
    void tooFewSamplesLeaveAPercentileUndecided() {
        Run run = Run.after(folder, RUN, "Then the 99.9th percentile of the wakeup latency of B was at most 10 ms");
        assertThat(run.status()).isEqualTo(Status.ABORTED);
        assertThat(run.message()).contains("needs at least 1000 samples, there are ");
    }

    @Test
    void aTaskThatNeverEndsIsGivenUpByName() {
        Run run = Run.after(
                folder,
                List.of(
                        "Given a 1-core machine",
                        "Given HZ is 1",
                        "Given A computes for ever",
                        "When the machine runs until A has ended"));
        assertThat(run.message()).contains("A(").contains("has not ended by ");
    }

    @Test
    void theSummaryIsAttached() {
        Run run = Run.after(folder, RUN, "Then A is on CPU 0 now");
        assertThat(run.files()).isNotEmpty();
    }
}
