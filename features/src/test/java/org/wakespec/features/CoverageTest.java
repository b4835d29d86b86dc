// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.features;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.wakespec.features.Suite.Example;
import org.wakespec.features.Suite.Step;
import org.wakespec.policies.PolicyRegistry;

/**
 * What the suite claims to cover. The claims are read from the feature files; that they are true is shown by {@link
 * PlacementTest}, which runs them.
 */
class CoverageTest {

    private static final String BASE = PolicyRegistry.DEFAULT;
    private static final Pattern RULE = Pattern.compile("the (deciding|affine) rule is \"(.+)\"");
    private static final Pattern LAST_ON = Pattern.compile("(\\w+) (?:sleeps, last|slept) on (CPU \\d+)");
    private static final Pattern RUNS_ON = Pattern.compile("(\\w+) runs on (CPU \\d+).*");
    private static final Pattern FROM_INTERRUPT = Pattern.compile("an? (?:interrupt|softirq) on (CPU \\d+) wakes .*");

    private static Suite suite;

    @BeforeAll
    static void read() throws IOException, URISyntaxException {
        suite = Suite.read();
    }

    @Test
    void holdsEnoughScenarios() {
        assertThat(suite.scenarios()).isGreaterThanOrEqualTo(80);
    }

    @Test
    void holdsEnoughScenariosInWhichTimePasses() {
        Set<String> timed = new LinkedHashSet<>();
        for (Example example : suite.examples()) {
            if (example.file().startsWith("runtime/")) {
                timed.add(example.scenarioId());
            }
        }
        assertThat(timed).hasSizeGreaterThanOrEqualTo(70);
        assertThat(suite.scenarios() - timed.size()).isGreaterThanOrEqualTo(80);
    }

    @Test
    void holdsEnoughScenariosWhosePoliciesDiffer() {
        Set<String> differing = new LinkedHashSet<>();
        for (Example example : suite.examples()) {
            if (example.steps().stream().anyMatch(step -> placesDiffer(example, step))) {
                differing.add(example.scenarioId());
            }
        }
        assertThat(differing).hasSizeGreaterThanOrEqualTo(40);
    }

    @Test
    void everyLabelOfTheVectorsDecidesAScenario() throws IOException {
        assertThat(decidingLabels()).containsAll(labels());
    }

    @Test
    void everyPolicyDiffersFromMainlineSomewhereAndAgreesElsewhere() {
        // no difference between 7.2 and 7.3 is known
        List<String> mustDiffer = policiesBut(BASE, "linux-7.3");
        assertThat(runWith("the placement differs from policy \"" + BASE + "\""))
                .containsAll(mustDiffer);
        assertThat(runWith("the placement is the same as with policy \"" + BASE + "\""))
                .containsAll(policiesBut(BASE));
    }

    @Test
    void tablesByPolicyHaveARowForEachTagAndNoOther() {
        List<String> wrong = new ArrayList<>();
        for (Example example : suite.examples()) {
            for (Step step : example.steps()) {
                if (!step.text().equals("by policy:")) {
                    continue;
                }
                Set<String> rows = new LinkedHashSet<>();
                step.table().stream().skip(1).forEach(row -> rows.add(row.get(0)));
                if (!rows.equals(example.policies())) {
                    wrong.add(example.where() + ": tags " + example.policies() + ", rows " + rows);
                }
            }
        }
        assertThat(wrong).isEmpty();
    }

    @Test
    void tagsNameKnownPolicies() {
        Set<String> known = new LinkedHashSet<>(PolicyRegistry.standard().ids());
        Set<String> named = new LinkedHashSet<>();
        for (Example example : suite.examples()) {
            for (String tag : example.tags()) {
                if (!tag.startsWith("@known-gap")) {
                    named.add(tag.substring(tag.indexOf(':') + 1));
                }
            }
        }
        assertThat(known).containsAll(named);
    }

    @Test
    void everyFeatureSaysWhatItIsAbout() {
        assertThat(suite.descriptions())
                .isNotEmpty()
                .allSatisfy((file, text) -> assertThat(text).as(file).hasSizeGreaterThan(80));
    }

    @Test
    void everyScenarioExpectsSomethingAfterSomethingHappened() {
        assertThat(suite.examples())
                .allSatisfy(example -> assertThat(example.steps().stream().map(Step::text))
                        .as(example.where())
                        .anyMatch(CoverageTest::isAction)
                        .anyMatch(CoverageTest::isExpectation));
    }

    private static boolean isAction(String text) {
        return text.matches(".* (wakes|futex-wakes|forks|execs|sends|signals|writes|reads)\\b.*"
                + "|the machine runs .*|the program .* runs to its end.*|this rt-app workload runs .*");
    }

    private static boolean isExpectation(String text) {
        return text.matches(
                "by policy:|.* is placed on .*|.* stays where it is|.*rule is .*|.* was (not )?asked|.* says .*"
                        + "|.* afterwards|.* policy \".*\".*|.*were probed.*|no affine comparison is made"
                        + "|.* now(, .*)?|.*, give or take .*|.* (was|is|holds?|takes|took|served|has .*) "
                        + "(exactly|at most|at least|more than) .*"
                        + "|.* has run only on .*|.* has run on each of .*|.* sat idle beside .*");
    }

    private static boolean placesDiffer(Example example, Step step) {
        if (!step.text().equals("by policy:")) {
            return false;
        }
        List<String> header = step.table().get(0);
        for (int column = 1; column < header.size(); column++) {
            if (!header.get(column).endsWith(" is placed on")) {
                continue;
            }
            String task = header.get(column).replace(" is placed on", "");
            Set<String> places = new LinkedHashSet<>();
            for (List<String> row : step.table().subList(1, step.table().size())) {
                places.add(cpu(example, task, row.get(column)));
            }
            if (places.size() > 1) {
                return true;
            }
        }
        return false;
    }

    /** The CPU a place means where the scenario says it, so that two names of one CPU do not count as a difference. */
    private static String cpu(Example example, String task, String place) {
        String waker = null;
        String from = null;
        String last = null;
        for (Step step : example.steps()) {
            Matcher lastOn = LAST_ON.matcher(step.text());
            if (lastOn.matches() && lastOn.group(1).equals(task)) {
                last = lastOn.group(2);
            }
            Matcher interrupt = FROM_INTERRUPT.matcher(step.text());
            if (interrupt.matches()) {
                from = interrupt.group(1);
            } else if (isAction(step.text()) && waker == null) {
                waker = step.text().substring(0, step.text().indexOf(' '));
            }
        }
        for (Step step : example.steps()) {
            Matcher runsOn = RUNS_ON.matcher(step.text());
            if (from == null && runsOn.matches() && runsOn.group(1).equals(waker)) {
                from = runsOn.group(2);
            }
        }
        if (place.equals("its previous CPU") && last != null) {
            return last;
        }
        return place.equals("the waker's CPU") && from != null ? from : place;
    }

    private static Set<String> decidingLabels() {
        Set<String> labels = new LinkedHashSet<>();
        for (Example example : suite.examples()) {
            for (Step step : example.steps()) {
                Matcher rule = RULE.matcher(step.text());
                if (rule.matches()) {
                    labels.add((rule.group(1).equals("affine") ? "affine " : "final ") + rule.group(2));
                }
                if (step.text().equals("by policy:")) {
                    labels.addAll(column(step.table(), "deciding rule", "final "));
                    labels.addAll(column(step.table(), "affine rule", "affine "));
                }
            }
        }
        return labels;
    }

    private static List<String> column(List<List<String>> table, String name, String prefix) {
        int at = table.get(0).indexOf(name);
        return at < 0
                ? List.of()
                : table.stream().skip(1).map(row -> prefix + row.get(at)).toList();
    }

    private static List<String> labels() throws IOException {
        try (BufferedReader reader = new BufferedReader(new InputStreamReader(
                Objects.requireNonNull(CoverageTest.class.getResourceAsStream("labels.txt")),
                StandardCharsets.UTF_8))) {
            return reader.lines().filter(line -> !line.startsWith("#")).toList();
        }
    }

    private static Set<String> runWith(String stepText) {
        Set<String> policies = new LinkedHashSet<>();
        for (Example example : suite.examples()) {
            if (example.steps().stream().anyMatch(step -> step.text().equals(stepText))) {
                policies.addAll(example.policies());
            }
        }
        return policies;
    }

    private static List<String> policiesBut(String... names) {
        List<String> ids = new ArrayList<>(PolicyRegistry.standard().ids());
        ids.removeAll(List.of(names));
        return ids;
    }
}
