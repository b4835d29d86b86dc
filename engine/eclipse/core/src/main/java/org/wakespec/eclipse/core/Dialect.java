// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.eclipse.core;

import io.cucumber.gherkin.GherkinDialect;
import io.cucumber.gherkin.GherkinDialects;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/** The keywords of one language, from Gherkin's own table. */
public final class Dialect {

    /** What a step says: a state, an action or an expectation. */
    public enum StepType {
        GIVEN,
        WHEN,
        THEN,
        /** {@code And}, {@code But}: as the step before it. */
        SAME
    }

    private static final Map<String, Optional<Dialect>> KNOWN = new ConcurrentHashMap<>();

    private final String language;
    private final Map<LineKind, List<String>> headings = new EnumMap<>(LineKind.class);
    private final Map<StepType, List<String>> steps = new EnumMap<>(StepType.class);
    private final List<String> stepKeywords;

    private Dialect(GherkinDialect dialect) {
        language = dialect.getLanguage();
        headings.put(LineKind.FEATURE, longestFirst(dialect.getFeatureKeywords()));
        headings.put(LineKind.BACKGROUND, longestFirst(dialect.getBackgroundKeywords()));
        headings.put(LineKind.RULE, longestFirst(dialect.getRuleKeywords()));
        headings.put(LineKind.OUTLINE, longestFirst(dialect.getScenarioOutlineKeywords()));
        headings.put(LineKind.SCENARIO, longestFirst(dialect.getScenarioKeywords()));
        headings.put(LineKind.EXAMPLES, longestFirst(dialect.getExamplesKeywords()));
        steps.put(StepType.GIVEN, dialect.getGivenKeywords());
        steps.put(StepType.WHEN, dialect.getWhenKeywords());
        steps.put(StepType.THEN, dialect.getThenKeywords());
        List<String> same = new ArrayList<>(dialect.getAndKeywords());
        same.addAll(dialect.getButKeywords());
        steps.put(StepType.SAME, same);
        stepKeywords = longestFirst(dialect.getStepKeywords());
    }

    private static List<String> longestFirst(List<String> words) {
        return words.stream()
                .distinct()
                .sorted(Comparator.comparingInt(String::length).reversed().thenComparing(Comparator.naturalOrder()))
                .toList();
    }

    /** The keywords of a language; empty if Gherkin does not know it. */
    public static Optional<Dialect> of(String language) {
        return KNOWN.computeIfAbsent(
                language, code -> GherkinDialects.getDialect(code).map(Dialect::new));
    }

    /** English. */
    public static Dialect english() {
        return of("en").orElseThrow();
    }

    /** The languages Gherkin knows, by their codes. */
    public static List<String> languages() {
        return GherkinDialects.getLanguages().stream().sorted().toList();
    }

    /** The code of the language, for example {@code en}. */
    public String language() {
        return language;
    }

    /** Keywords of one kind of heading, without the colon. */
    public List<String> headings(LineKind kind) {
        return headings.getOrDefault(kind, List.of());
    }

    /** All step keywords, most with the space behind them, longest first. */
    public List<String> stepKeywords() {
        return stepKeywords;
    }

    /** The keyword a step line begins with; empty if it begins with none. */
    public Optional<String> stepKeyword(String stripped) {
        return stepKeywords.stream().filter(stripped::startsWith).findFirst();
    }

    /** What steps with this keyword say; an asterisk says the same as the step before. */
    public StepType typeOf(String keyword) {
        if (keyword.strip().equals("*")) {
            return StepType.SAME;
        }
        for (StepType type : StepType.values()) {
            if (steps.get(type).contains(keyword)) {
                return type;
            }
        }
        return StepType.SAME;
    }

    /** A heading at the beginning of a line: its kind and keyword. */
    record Heading(LineKind kind, String keyword) {}

    Optional<Heading> heading(String stripped) {
        int colon = stripped.indexOf(':');
        if (colon < 0) {
            return Optional.empty();
        }
        String before = stripped.substring(0, colon);
        for (Map.Entry<LineKind, List<String>> entry : headings.entrySet()) {
            if (entry.getValue().contains(before)) {
                return Optional.of(new Heading(entry.getKey(), before));
            }
        }
        return Optional.empty();
    }
}
