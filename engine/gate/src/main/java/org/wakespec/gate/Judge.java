// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.gate;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.wakespec.policies.PolicyRegistry;
import org.wakespec.results.ScenarioResult;
import org.wakespec.results.Verdict;
import org.wakespec.simulator.NearestNames;

/** Compares the results of two policies and holds them against the claims. */
final class Judge {

    private static final String POLICY_TAG = "@policy:";

    /** A scenario's two results. */
    private static final class Both {
        private final int order;
        private ScenarioResult base;
        private ScenarioResult candidate;

        private Both(int order) {
            this.order = order;
        }
    }

    private final GateRequest request;
    private final Claims claims;
    private final List<Problem> problems = new ArrayList<>();
    private final List<String> notes = new ArrayList<>();

    Judge(GateRequest request, Claims claims) {
        this.request = request;
        this.claims = claims;
    }

    GateVerdict judge(List<ScenarioResult> base, List<ScenarioResult> candidate) {
        candidate.stream()
                .filter(r -> r.variant().isEmpty() && !r.isBrokenOff())
                .map(Problem::of)
                .forEach(problems::add);
        Map<String, Both> pairs = new LinkedHashMap<>();
        for (ScenarioResult result : candidate) {
            if (result.variant().equals(request.candidate())) {
                pairs.computeIfAbsent(key(result), k -> new Both(pairs.size())).candidate = result;
            }
        }
        Set<String> left = new LinkedHashSet<>();
        List.of(base, candidate).forEach(results -> results.stream()
                .filter(r -> r.isBrokenOff() && !r.variant().isEmpty())
                .map(Judge::key)
                .forEach(left::add));
        if (!left.isEmpty()) {
            problems.add(new Problem(
                    "",
                    0,
                    "the run was broken off: "
                            + (left.size() == 1 ? "1 scenario was" : left.size() + " scenarios were")
                            + " not compared"));
            pairs.keySet().removeAll(left);
        }
        if (pairs.isEmpty()) {
            throw new GateException(
                    problems.isEmpty()
                            ? "nothing was compared: no scenario ran on " + request.candidate()
                            : "nothing could be run: "
                                    + problems.stream().map(Problem::firstLine).collect(Collectors.joining("\n")));
        }
        for (ScenarioResult result : base) {
            if (result.variant().equals(request.base())) {
                pairs.computeIfAbsent(key(result), k -> new Both(pairs.size())).base = result;
            }
        }
        if (pairs.values().stream().noneMatch(b -> b.base != null || bringsBase(b))) {
            throw new GateException((request.storedBase().isEmpty() ? "" : request.storedBase() + ": ")
                    + "nothing can be compared: no scenario ran on " + request.base());
        }
        if (!request.storedBase().isEmpty()
                && pairs.values().stream().noneMatch(b -> b.base != null && b.candidate != null || bringsBase(b))) {
            throw new GateException(
                    request.storedBase() + ": none of its scenarios was run now: it is the result of another suite");
        }
        List<ScenarioChange> changes = new ArrayList<>();
        for (Both both : pairs.values()) {
            if (both.candidate != null && ofMachine(both.candidate)) {
                changes.add(change(both));
            }
        }
        if (changes.isEmpty()) {
            throw new GateException(
                    "nothing was compared: no scenario that ran is about a machine called '" + request.machine() + "'");
        }
        changes.sort(Comparator.comparing(ScenarioChange::kind)
                .thenComparing(Comparator.comparingInt(ScenarioChange::severity).reversed())
                .thenComparingInt(ScenarioChange::order));
        List<String> objections = claims(changes);
        noteFailuresOfBoth(changes);
        return new GateVerdict(request, claims, changes, objections, problems, List.copyOf(notes));
    }

    /** What fails on both is no change, but nothing to keep silent about: the expectation, or a step, may be wrong. */
    private void noteFailuresOfBoth(List<ScenarioChange> changes) {
        List<ScenarioChange> failed = changes.stream()
                .filter(c -> c.base() != null
                        && c.base().verdict() == Verdict.FAILED
                        && c.candidate().verdict() == Verdict.FAILED)
                .toList();
        if (!failed.isEmpty()) {
            notes.add((failed.size() == 1 ? "1 scenario fails" : failed.size() + " scenarios fail")
                    + " on both policies, so that nothing is said about the patch: "
                    + failed.get(0).place() + " " + failed.get(0).title()
                    + failed.get(0)
                            .candidate()
                            .message()
                            .flatMap(m -> m.lines().findFirst())
                            .map(line -> ": " + line)
                            .orElse(""));
        }
    }

    /** Whether the candidate's scenario has measured the base as well. */
    private boolean bringsBase(Both both) {
        return both.candidate != null
                && Evidence.figures(both.candidate, request.base()).isPresent();
    }

    private boolean ofMachine(ScenarioResult result) {
        return request.machine().isEmpty()
                || Evidence.pairs(result)
                        .map(pairs -> pairs.path("machine").asText().equals(request.machine()))
                        .orElse(false);
    }

    /** The leaf's id without the policy: made of names, so it survives edits of a file. */
    private static String key(ScenarioResult result) {
        int end = result.id().lastIndexOf("/[");
        return end < 0 ? result.id() : result.id().substring(0, end);
    }

    // ------------------------------------------------------------------ one scenario

    private ScenarioChange change(Both both) {
        ScenarioResult candidate = both.candidate;
        ScenarioResult base = both.base;
        boolean stated = stated(candidate.tags());
        List<PairGroup> groups = new ArrayList<>();
        long decisions = 0;
        Optional<JsonNode> document = Evidence.pairs(candidate);
        if (document.isPresent()) {
            decisions = document.get().path("decisions").asLong();
            document.get().path("groups").forEach(group -> groups.add(PairGroup.of(group, claims.envelope())));
        }
        String outcome = base == null ? "" : outcome(base, candidate);
        Optional<Figures> before = Evidence.figures(base == null ? candidate : base, request.base());
        Optional<Figures> after = Evidence.figures(candidate, request.candidate());
        List<FigureChange> figures =
                before.isEmpty() || after.isEmpty() ? List.of() : figures(before.get(), after.get(), candidate);
        Kind kind = kind(base, candidate, stated, groups, outcome, document.isPresent(), figures);
        return new ScenarioChange(
                kind, base, candidate, stated, decisions, groups, outcome, figures, before, after, both.order);
    }

    /** Whether the expectations are about the candidate: no tag names policies, or one names it. */
    private boolean stated(List<String> tags) {
        List<String> named =
                tags.stream().filter(tag -> tag.startsWith(POLICY_TAG)).toList();
        PolicyRegistry registry = PolicyRegistry.standard();
        return named.isEmpty()
                || named.stream()
                        .map(tag -> tag.substring(POLICY_TAG.length()))
                        .anyMatch(name -> name.equals("all")
                                || registry.knows(name)
                                        && registry.resolve(name).equals(request.candidate()));
    }

    private static String outcome(ScenarioResult base, ScenarioResult candidate) {
        List<String> before = Evidence.placements(base);
        List<String> after = Evidence.placements(candidate);
        for (int i = 0; i < Math.min(before.size(), after.size()); i++) {
            if (!before.get(i).equals(after.get(i))) {
                return before.get(i) + " -> " + after.get(i);
            }
        }
        return before.size() == after.size() ? "" : before.size() + " placements -> " + after.size();
    }

    private List<FigureChange> figures(Figures before, Figures after, ScenarioResult candidate) {
        if (!before.seeds().equals(after.seeds())) {
            notes.add(candidate.scenario() + ": the base was measured on seeds " + before.seeds()
                    + ", the candidate on " + after.seeds());
        }
        List<FigureChange> changes = new ArrayList<>();
        before.figures().forEach((name, values) -> {
            double[] other = after.figures().get(name);
            if (other != null) {
                changes.add(FigureChange.of(name, values, other, claims.noise(), budget(candidate, name)));
            }
        });
        return changes;
    }

    private Budget budget(ScenarioResult result, String figure) {
        return claims.budgets().stream()
                .filter(b ->
                        b.scenario().equals(result.scenario()) && b.figure().equals(figure))
                .findFirst()
                .orElse(null);
    }

    private Kind kind(
            ScenarioResult base,
            ScenarioResult candidate,
            boolean stated,
            List<PairGroup> groups,
            String outcome,
            boolean paired,
            List<FigureChange> figures) {
        Verdict before = base == null ? Verdict.PASSED : base.verdict();
        Verdict after = candidate.verdict();
        if (stated && after == Verdict.FAILED && before != Verdict.FAILED) {
            return Kind.BROKEN;
        }
        if (groups.stream().anyMatch(g -> !g.expected()) || !paired && !outcome.isEmpty()) {
            return Kind.PLACEMENT_UNEXPECTED;
        }
        if (figures.stream().anyMatch(f -> f.breaksBudget() || f.judgement() == Kind.WORSE && !f.declared())) {
            return Kind.WORSE;
        }
        boolean open = after != Verdict.PASSED && after != Verdict.FAILED;
        if (stated && open && before == Verdict.PASSED
                || figures.stream().anyMatch(f -> f.judgement() == Kind.UNDECIDED && f.budget() == null)) {
            return Kind.UNDECIDED;
        }
        if (stated && before == Verdict.FAILED && after == Verdict.PASSED) {
            return Kind.FIXED;
        }
        if (figures.stream().anyMatch(f -> f.judgement() == Kind.BETTER)) {
            return Kind.BETTER;
        }
        if (!groups.isEmpty()) {
            return Kind.PLACEMENT_EXPECTED;
        }
        return figures.stream().anyMatch(f -> f.judgement() != Kind.SAME) ? Kind.WITHIN_NOISE : Kind.SAME;
    }

    // ------------------------------------------------------------------ what was claimed

    /** Claims that are not kept, in words. */
    private List<String> claims(List<ScenarioChange> changes) {
        List<String> objections = new ArrayList<>();
        for (Claims.Fix fix : claims.fixes()) {
            List<ScenarioChange> about = about(fix.place(), fix.scenario(), changes);
            if (!about.isEmpty() && about.stream().noneMatch(Judge::isFixed)) {
                objections.add(fix.place() + ": not fixed: " + fix.scenario());
            }
        }
        for (Budget budget : claims.budgets()) {
            for (ScenarioChange change : about(budget.place(), budget.scenario(), changes)) {
                objections.addAll(budget(budget, change));
            }
        }
        return objections;
    }

    private static boolean isFixed(ScenarioChange change) {
        boolean failedBefore = change.base() != null && change.base().verdict() == Verdict.FAILED;
        return change.stated()
                && change.candidatePassed()
                && (failedBefore
                        || !change.groups().isEmpty()
                        || !change.outcome().isEmpty());
    }

    private List<String> budget(Budget budget, ScenarioChange change) {
        if (change.figures().isEmpty()) {
            return List.of(budget.place() + ": undecided, nothing was measured in: " + budget.scenario());
        }
        List<String> names = change.figures().stream().map(FigureChange::name).toList();
        if (!names.contains(budget.figure())) {
            List<String> near = NearestNames.of(budget.figure(), names);
            throw new GateException(budget.place() + ": '" + budget.scenario() + "' measures no '" + budget.figure()
                    + "'"
                    + (near.isEmpty() ? "" : ", did you mean '" + String.join("' or '", near) + "'?") + " Figures: "
                    + String.join(", ", names));
        }
        FigureChange figure = change.figures().get(names.indexOf(budget.figure()));
        return budget.met(figure.change())
                ? List.of()
                : List.of(budget.place() + ": " + budget.figure() + " " + Percent.of(figure.change()) + ", claimed "
                        + budget.text() + ": " + budget.scenario());
    }

    private List<ScenarioChange> about(String place, String title, List<ScenarioChange> changes) {
        List<ScenarioChange> about = changes.stream()
                .filter(change -> change.any().scenario().equals(title))
                .toList();
        if (about.isEmpty()) {
            List<String> titles = changes.stream()
                    .map(change -> change.any().scenario())
                    .distinct()
                    .toList();
            List<String> near = NearestNames.of(title, titles);
            String what = place + ": no scenario that ran is called '" + title + "'"
                    + (near.isEmpty() ? "" : "; did you mean '" + String.join("' or '", near) + "'?");
            // what could not be run may be what is meant
            if (request.whole() && problems.isEmpty()) {
                throw new GateException(what);
            }
            notes.add(what);
        }
        return about;
    }
}
