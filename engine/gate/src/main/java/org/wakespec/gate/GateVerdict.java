// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.gate;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** The answer of the gate. */
public final class GateVerdict {

    private final GateRequest request;
    private final Claims claims;
    private final List<ScenarioChange> changes;
    private final List<String> objections;
    private final List<Problem> problems;
    private final List<String> notes;

    GateVerdict(
            GateRequest request,
            Claims claims,
            List<ScenarioChange> changes,
            List<String> objections,
            List<Problem> problems,
            List<String> notes) {
        this.request = request;
        this.claims = claims;
        this.changes = List.copyOf(changes);
        this.objections = List.copyOf(objections);
        this.problems = List.copyOf(problems);
        this.notes = notes;
    }

    /** Everything ran, nothing is broken or worse, placements changed only as claimed, and every claim is kept. */
    public boolean passed() {
        return objections.isEmpty()
                && problems.isEmpty()
                && changes.stream().noneMatch(change -> change.kind().fails());
    }

    GateRequest request() {
        return request;
    }

    Claims claims() {
        return claims;
    }

    /** Scenarios, the worst first. */
    List<ScenarioChange> changes() {
        return changes;
    }

    /** Claims that are not kept. */
    List<String> objections() {
        return objections;
    }

    /** What could not be run at all. */
    List<Problem> problems() {
        return problems;
    }

    /** What the reader should know besides. */
    List<String> notes() {
        return notes;
    }

    Map<Kind, Integer> counts() {
        Map<Kind, Integer> counts = new EnumMap<>(Kind.class);
        for (Kind kind : Kind.values()) {
            counts.put(kind, 0);
        }
        changes.forEach(change -> counts.merge(change.kind(), 1, Integer::sum));
        return counts;
    }

    long decisions() {
        return changes.stream().mapToLong(ScenarioChange::decisions).sum();
    }

    long changedDecisions() {
        return changes.stream().mapToLong(ScenarioChange::changes).sum();
    }

    long outside() {
        return changes.stream().mapToLong(ScenarioChange::outside).sum();
    }

    /** The verdict in one screen: at most 24 lines of 80 columns. */
    public String text(Style style) {
        return new VerdictText(this, style).text();
    }

    /** The states that show what is unexpected, as a feature to paste or to run; empty if there is none. */
    public String scenarios() {
        return PasteFeature.of(this, Integer.MAX_VALUE);
    }

    /** The same, of the worst few scenarios only. */
    public String worstScenarios(int most) {
        return PasteFeature.of(this, most);
    }

    /** The verdict as JSON: {@code META-INF/wakespec/gate.schema.json}. */
    public String json() {
        return VerdictJson.of(this);
    }

    /** The verdict as a JUnit report: one case a scenario. */
    public String junit() {
        return VerdictJUnit.of(this);
    }

    /** The verdict as GitHub-style workflow commands, one a line. */
    public String annotations() {
        return Annotations.of(this);
    }

    /** What programs measured, as a table for a mail. */
    public String mail() {
        return MailTable.of(this);
    }
}
