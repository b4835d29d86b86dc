// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.engine;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.wakespec.engine.gherkin.Element;
import org.wakespec.engine.gherkin.Element.Kind;
import org.wakespec.results.Verdict;

/**
 * For the console: each scenario, and below it each variant with the lines its steps logged. Asked for by
 * {@code wakespec.summary}; build tools show neither report entries nor the lines of tests that pass.
 */
final class OutcomeTable {

    private static final System.Logger LOG = System.getLogger("org.wakespec.engine");

    private record Outcome(
            String feature, int line, int position, String title, String variant, Verdict verdict, List<String> log) {}

    private final boolean wanted;
    private final List<Outcome> outcomes = new ArrayList<>();

    OutcomeTable(boolean wanted) {
        this.wanted = wanted;
    }

    void ran(VariantDescriptor leaf, int position, Verdict verdict, List<String> log) {
        if (!wanted) {
            return;
        }
        Element element = leaf.element();
        Outcome outcome = new Outcome(
                leaf.feature().file().key(),
                element.line(),
                position,
                title(element),
                leaf.variant().name(),
                verdict,
                log);
        synchronized (outcomes) {
            outcomes.add(outcome);
        }
    }

    private static String title(Element element) {
        if (element.kind() != Kind.EXAMPLE) {
            return element.title();
        }
        String outline =
                element.parent().flatMap(Element::parent).map(Element::title).orElse("");
        return outline + "  | " + element.title() + " |";
    }

    /** The table; empty if nothing ran. */
    String text() {
        List<Outcome> sorted;
        synchronized (outcomes) {
            sorted = new ArrayList<>(outcomes);
        }
        sorted.sort(Comparator.comparing(Outcome::feature)
                .thenComparingInt(Outcome::line)
                .thenComparingInt(Outcome::position));
        int width = sorted.stream().mapToInt(o -> o.variant().length()).max().orElse(0);
        StringBuilder text = new StringBuilder();
        String last = "";
        for (Outcome outcome : sorted) {
            String scenario = outcome.feature() + ":" + outcome.line() + "  " + outcome.title();
            if (!scenario.equals(last)) {
                text.append('\n').append(scenario);
                last = scenario;
            }
            String mark = outcome.verdict() == Verdict.PASSED
                    ? ""
                    : "   " + outcome.verdict().key();
            text.append("\n    ")
                    .append(outcome.variant())
                    .append(" ".repeat(width - outcome.variant().length() + 2))
                    .append(outcome.log().isEmpty() ? "-" : String.join("; ", outcome.log()))
                    .append(mark);
        }
        return text.toString();
    }

    void print() {
        if (wanted && !outcomes.isEmpty()) {
            LOG.log(System.Logger.Level.INFO, "Outcome by scenario:{0}", text());
        }
    }
}
