// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.features;

import java.io.PrintStream;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.UniqueId;
import org.junit.platform.engine.reporting.ReportEntry;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.TestPlan;

/**
 * Prints where each wakee went, scenario by scenario: one line for every answer, with the policies that gave it. Registered
 * as a service, so that it also listens when Maven runs the suite.
 */
public final class PlacementPrinter implements TestExecutionListener {

    private static final String VARIANT = "policy";

    private final PrintStream out;
    /** Feature, then scenario, then answer, then policies. */
    private final Map<String, Map<String, Map<String, List<String>>>> answers = new LinkedHashMap<>();
    /** What a leaf has said so far, by unique id. */
    private final Map<String, String> said = new LinkedHashMap<>();

    private TestPlan plan;

    /** For the service loader. */
    public PlacementPrinter() {
        this(System.out);
    }

    PlacementPrinter(PrintStream out) {
        this.out = out;
    }

    @Override
    public void testPlanExecutionStarted(TestPlan testPlan) {
        plan = testPlan;
    }

    @Override
    public void reportingEntryPublished(TestIdentifier leaf, ReportEntry entry) {
        if (policy(leaf) != null) {
            entry.getKeyValuePairs()
                    .values()
                    .forEach(text -> said.merge(leaf.getUniqueId(), text, (a, b) -> a + "; " + b));
        }
    }

    @Override
    public void executionFinished(TestIdentifier leaf, TestExecutionResult result) {
        String policy = leaf.isTest() ? policy(leaf) : null;
        if (policy == null) {
            return;
        }
        String answer = said.getOrDefault(leaf.getUniqueId(), "nothing was placed")
                .strip()
                .replaceAll("\\s*\\R\\s*", "; ");
        if (result.getStatus() != TestExecutionResult.Status.SUCCESSFUL) {
            answer += result.getStatus() == TestExecutionResult.Status.FAILED ? "   FAILED" : "   NOT DECIDED";
        }
        answers.computeIfAbsent(title(leaf, "feature"), key -> new LinkedHashMap<>())
                .computeIfAbsent(scenario(leaf), key -> new LinkedHashMap<>())
                .computeIfAbsent(answer, key -> new ArrayList<>())
                .add(policy);
    }

    @Override
    public void testPlanExecutionFinished(TestPlan testPlan) {
        answers.forEach((feature, scenarios) -> {
            out.println();
            out.println(feature);
            scenarios.forEach((scenario, lines) -> {
                out.println("  " + scenario);
                lines.forEach((answer, policies) -> out.println("    " + String.join(", ", policies) + ": " + answer));
            });
        });
        answers.clear();
        said.clear();
    }

    /** The policy of a leaf of the suite, or null. */
    private static String policy(TestIdentifier leaf) {
        UniqueId.Segment last = leaf.getUniqueIdObject().getLastSegment();
        return last.getType().equals(VARIANT) ? last.getValue() : null;
    }

    /** The title of the enclosing element of a kind. */
    private String title(TestIdentifier leaf, String kind) {
        TestIdentifier element = leaf;
        while (element != null
                && !element.getUniqueIdObject().getLastSegment().getType().equals(kind)) {
            element = plan.getParent(element).orElse(null);
        }
        return element == null ? "" : element.getDisplayName();
    }

    /** Rule, scenario and example row: what stands between the feature and the policy. */
    private String scenario(TestIdentifier leaf) {
        List<String> names = new ArrayList<>();
        TestIdentifier element = plan.getParent(leaf).orElse(null);
        while (element != null
                && !element.getUniqueIdObject().getLastSegment().getType().equals("feature")) {
            names.add(0, element.getDisplayName());
            element = plan.getParent(element).orElse(null);
        }
        return String.join(" - ", names);
    }
}
