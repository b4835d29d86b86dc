// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.eclipse.core;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.wakespec.results.RunHeader;
import org.wakespec.results.ScenarioResult;
import org.wakespec.results.Verdict;

/** The results of a run as people look at them: features, their scenarios, and each scenario under each policy. */
public final class RunModel {

    /** No run at all. */
    public static final RunModel NONE = of(null, List.of(), false, "");

    private final List<Feature> features;
    private final List<String> variants;
    private final boolean complete;
    private final String problem;
    private final int total;
    private final int failed;

    private RunModel(
            List<Feature> features, List<String> variants, boolean complete, String problem, int total, int failed) {
        this.features = features;
        this.variants = variants;
        this.complete = complete;
        this.problem = problem;
        this.total = total;
        this.failed = failed;
    }

    /** A feature file with the scenarios that were run. */
    public record Feature(String path, String title, List<Scenario> scenarios) {

        /** The worst of its scenarios. */
        public Verdict verdict() {
            return worst(scenarios.stream().map(Scenario::verdict).toList());
        }
    }

    /**
     * A scenario or example row under all policies it was run on.
     *
     * @param feature path of the file, as in the result file
     * @param title of the scenario, with the example row behind it
     * @param line of the scenario or row
     * @param results by policy, in the order of the run; a problem that concerns no policy has an empty one
     */
    public record Scenario(String feature, String title, int line, Map<String, ScenarioResult> results) {

        /** The worst over all policies. */
        public Verdict verdict() {
            return worst(results.values().stream().map(ScenarioResult::verdict).toList());
        }
    }

    private static Verdict worst(List<Verdict> verdicts) {
        List<Verdict> order =
                List.of(Verdict.FAILED, Verdict.UNDECIDED, Verdict.KNOWN_GAP, Verdict.SKIPPED, Verdict.PASSED);
        return verdicts.stream().min(Comparator.comparingInt(order::indexOf)).orElse(Verdict.SKIPPED);
    }

    private record Key(String feature, String rule, String scenario, int line, String example) {}

    /** Orders results. */
    public static RunModel of(RunHeader header, List<ScenarioResult> results, boolean complete, String problem) {
        List<String> variants = new ArrayList<>();
        if (header != null) {
            header.variants().forEach(variant -> variants.add(variant.name()));
        }
        Map<String, Map<Key, Map<String, ScenarioResult>>> byFeature = new LinkedHashMap<>();
        Map<String, String> titles = new LinkedHashMap<>();
        int failed = 0;
        for (ScenarioResult result : results) {
            Key key = new Key(
                    result.feature(),
                    result.rule().orElse(""),
                    result.scenario(),
                    result.line(),
                    result.example().map(row -> row.title()).orElse(""));
            byFeature
                    .computeIfAbsent(result.feature(), f -> new LinkedHashMap<>())
                    .computeIfAbsent(key, k -> new LinkedHashMap<>())
                    .put(result.variant(), result);
            titles.putIfAbsent(result.feature(), result.featureName());
            if (!variants.contains(result.variant()) && !result.variant().isEmpty()) {
                variants.add(result.variant());
            }
            failed += result.verdict() == Verdict.FAILED ? 1 : 0;
        }
        List<Feature> features = new ArrayList<>();
        byFeature.forEach((path, scenarios) -> {
            List<Scenario> list = new ArrayList<>();
            scenarios.forEach((key, byVariant) -> list.add(new Scenario(
                    path,
                    key.example().isEmpty() ? key.scenario() : key.scenario() + " (" + key.example() + ")",
                    key.line(),
                    ordered(byVariant, variants))));
            list.sort(Comparator.comparingInt(Scenario::line));
            features.add(new Feature(path, titles.get(path), List.copyOf(list)));
        });
        features.sort(Comparator.comparing(Feature::path));
        return new RunModel(List.copyOf(features), List.copyOf(variants), complete, problem, results.size(), failed);
    }

    private static Map<String, ScenarioResult> ordered(Map<String, ScenarioResult> results, List<String> variants) {
        Map<String, ScenarioResult> ordered = new LinkedHashMap<>();
        variants.stream().filter(results::containsKey).forEach(v -> ordered.put(v, results.get(v)));
        results.forEach(ordered::putIfAbsent);
        return Collections.unmodifiableMap(ordered);
    }

    /** Feature files by path. */
    public List<Feature> features() {
        return features;
    }

    /** Policies, in the order of the run. */
    public List<String> variants() {
        return variants;
    }

    /** Whether the run came to its end. */
    public boolean isComplete() {
        return complete;
    }

    /** Why the file cannot be read; empty if it can. */
    public String problem() {
        return problem;
    }

    /** One line for people. */
    public String summary() {
        if (!problem.isEmpty()) {
            return problem;
        }
        return total == 0
                ? "no results yet"
                : total + " results, " + failed + " failed" + (complete ? "" : ", the run goes on");
    }

    /** All scenarios. */
    public List<Scenario> scenarios() {
        return features.stream().flatMap(f -> f.scenarios().stream()).toList();
    }

    /** The scenario a line of a feature file belongs to: the last that begins at or above it. */
    public Optional<Scenario> at(String path, int first, int last) {
        return features.stream()
                .filter(f -> samePath(f.path(), path))
                .flatMap(f -> f.scenarios().stream())
                .filter(s -> s.line() >= first && s.line() <= last)
                .findFirst();
    }

    /** A result by its JUnit unique id, with its scenario. */
    public Optional<Map.Entry<Scenario, String>> byId(String uniqueId) {
        for (Feature feature : features) {
            for (Scenario scenario : feature.scenarios()) {
                for (Map.Entry<String, ScenarioResult> entry :
                        scenario.results().entrySet()) {
                    if (entry.getValue().id().equals(uniqueId)
                            || entry.getValue().id().startsWith(uniqueId + "/[")) {
                        return Optional.of(Map.entry(scenario, entry.getKey()));
                    }
                }
            }
        }
        return Optional.empty();
    }

    /** The same scenario in a later run. */
    public Optional<Scenario> again(Scenario former) {
        return features.stream()
                .filter(f -> f.path().equals(former.feature()))
                .flatMap(f -> f.scenarios().stream())
                .filter(s -> s.title().equals(former.title()))
                .min(Comparator.comparingInt(s -> Math.abs(s.line() - former.line())));
    }

    /** Whether a path of a result file and one of a project mean the same file. */
    public static boolean samePath(String a, String b) {
        String x = a.replaceFirst("^classpath:", "");
        return x.equals(b) || b.endsWith("/" + x) || x.endsWith("/" + b);
    }
}
