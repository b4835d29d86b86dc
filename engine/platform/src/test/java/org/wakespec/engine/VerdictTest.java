// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.platform.testkit.engine.EventType;
import org.wakespec.results.ScenarioResult;
import org.wakespec.results.Verdict;

/** What becomes of scenarios, for JUnit and for the record. */
class VerdictTest {

    private static EngineRun run;

    @BeforeAll
    static void execute() {
        run = EngineRun.ofSpec("verdicts.feature").execute();
    }

    @Test
    void passed_and_failed() {
        run.leaf("Verdicts - Passed [plain]").passed();
        run.leaf("Verdicts - Failed [plain]").failed("spoons").inMethod("count").at("verdicts.feature", 8);
    }

    @Test
    void undecided_and_gaps_found_by_steps_are_aborted_with_the_reason() {
        run.leaf("Verdicts - Undecided [plain]").aborted("only 3 tasters").at("verdicts.feature", 11);
        run.leaf("Verdicts - Gap found by a step [plain]").aborted("no umami").at("verdicts.feature", 14);
        run.leaf("Verdicts - Assumption [plain]").aborted("assumption");
    }

    @Test
    void an_open_gap_is_aborted_and_tells_what_failed() {
        run.leaf("Verdicts - Gap that is open [plain]")
                .aborted("known gap: no-umami: spoons")
                .at("verdicts.feature", 22);
    }

    @Test
    void a_closed_gap_fails() {
        run.leaf("Verdicts - Gap that is closed [plain]")
                .failed("known gap closed", "remove the tag @known-gap")
                .at("verdicts.feature", 25);
    }

    @Test
    void a_scenario_that_is_wrong_itself_is_no_gap() {
        run.leaf("Verdicts - Gap with an unknown step [plain]").failed("no step definition matches");
        run.leaf("Verdicts - Gap with a step that is told nonsense [plain]").failed("no such cup");
    }

    @Test
    void undecided_stays_undecided() {
        run.leaf("Verdicts - Gap that is undecided [plain]").aborted("only 3 tasters");
    }

    @Test
    void the_record_has_every_verdict() {
        Map<String, Verdict> verdicts = new TreeMap<>();
        run.file().results().forEach(r -> verdicts.put(r.scenario(), r.verdict()));
        assertThat(verdicts)
                .isEqualTo(Map.ofEntries(
                        Map.entry("Passed", Verdict.PASSED),
                        Map.entry("Failed", Verdict.FAILED),
                        Map.entry("Undecided", Verdict.UNDECIDED),
                        Map.entry("Gap found by a step", Verdict.KNOWN_GAP),
                        Map.entry("Assumption", Verdict.SKIPPED),
                        Map.entry("Gap that is open", Verdict.KNOWN_GAP),
                        Map.entry("Gap that is closed", Verdict.FAILED),
                        Map.entry("Gap with an unknown step", Verdict.FAILED),
                        Map.entry("Gap with a step that is told nonsense", Verdict.FAILED),
                        Map.entry("Gap that is undecided", Verdict.UNDECIDED)));
        assertThat(run.file().summary().orElseThrow().text())
                .isEqualTo("1 passed, 4 failed, 2 undecided, 2 known-gap, 1 skipped");
    }

    @Test
    void the_summary_is_told_to_junit() {
        assertThat(run.results().allEvents().filter(e -> e.getType() == EventType.REPORTING_ENTRY_PUBLISHED))
                .anySatisfy(e -> assertThat(e.getPayload().orElseThrow().toString())
                        .contains("1 passed, 4 failed, 2 undecided, 2 known-gap, 1 skipped"));
    }

    @Test
    void the_record_says_why_and_where() {
        ScenarioResult failed = run.file().results().stream()
                .filter(r -> r.scenario().equals("Failed"))
                .findFirst()
                .orElseThrow();
        assertThat(failed.message()).contains("spoons");
        assertThat(failed.line()).isEqualTo(6);
        assertThat(failed.feature()).isEqualTo("src/test/resources/specs/verdicts.feature");
        assertThat(failed.frames()).hasSize(2);
        assertThat(failed.frames().get(0))
                .startsWith("org.wakespec.engine.steps.TastingSteps.count(TastingSteps.java:");
        assertThat(failed.frames().get(1)).endsWith("(src/test/resources/specs/verdicts.feature:8)");
    }

    @Test
    void a_dry_run_matches_steps_and_runs_none() {
        EngineRun dry = EngineRun.ofSpec("verdicts.feature")
                .with("wakespec.dry-run", "true")
                .execute();
        dry.leaf("Verdicts - Failed [plain]").passed();
        dry.leaf("Verdicts - Gap that is closed [plain]").passed();
        dry.leaf("Verdicts - Gap with an unknown step [plain]").failed("no step definition matches");
    }
}
