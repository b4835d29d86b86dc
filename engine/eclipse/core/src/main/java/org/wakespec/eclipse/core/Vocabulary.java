// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.eclipse.core;

import io.cucumber.cucumberexpressions.CucumberExpressionGenerator;
import io.cucumber.cucumberexpressions.Expression;
import io.cucumber.cucumberexpressions.ExpressionFactory;
import io.cucumber.cucumberexpressions.ParameterType;
import io.cucumber.cucumberexpressions.ParameterTypeRegistry;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/** Everything a project's features can say: steps, policies and machines. Immutable. */
public final class Vocabulary {

    /** Knows nothing. */
    public static final Vocabulary EMPTY = new Vocabulary(List.of(), List.of(), List.of(), List.of());

    /** A step definition with what is needed to find and complete it. */
    static final class Entry {
        final StepDefinition definition;
        final Expression expression;
        final List<Way> ways;

        Entry(StepDefinition definition, Expression expression, List<Way> ways) {
            this.definition = definition;
            this.expression = expression;
            this.ways = ways;
        }
    }

    /**
     * One way to write an expression.
     *
     * @param parts words and parameters
     * @param upTo for each number of parts the pattern of that many
     */
    record Way(List<Phrase.Part> parts, List<Pattern> upTo) {}

    private final ParameterTypeRegistry registry = new ParameterTypeRegistry(Locale.ENGLISH);
    private final Map<String, ParameterKind> parameters = new LinkedHashMap<>();
    private final List<Entry> entries = new ArrayList<>();
    private final List<String> problems = new ArrayList<>();
    private final List<Named> policies;
    private final List<Named> machines;

    /**
     * Puts a vocabulary together.
     *
     * @param steps step definitions; those whose expression is wrong are left out and become {@link #problems}
     * @param kinds parameter types; the first of a name counts
     */
    public Vocabulary(
            List<StepDefinition> steps, List<ParameterKind> kinds, List<Named> policies, List<Named> machines) {
        this.policies = List.copyOf(policies);
        this.machines = List.copyOf(machines);
        for (ParameterKind kind : kinds) {
            if (parameters.putIfAbsent(kind.name(), kind) == null) {
                define(kind);
            }
        }
        ExpressionFactory factory = new ExpressionFactory(registry);
        Map<String, Pattern> patterns = patterns();
        for (StepDefinition step : steps) {
            try {
                entries.add(new Entry(step, factory.createExpression(step.expression()), ways(step, patterns)));
            } catch (RuntimeException e) {
                problems.add("step '" + step.expression() + "': " + firstLine(e));
            }
        }
    }

    private void define(ParameterKind kind) {
        try {
            registry.defineParameterType(new ParameterType<>(
                    kind.name(),
                    List.of(kind.pattern()),
                    String.class,
                    (String[] groups) -> groups[0],
                    !matchesAnyWord(kind),
                    false));
        } catch (RuntimeException e) {
            problems.add("parameter type {" + kind.name() + "}: " + firstLine(e));
        }
    }

    /** Such a type would turn every word of a step into a parameter. */
    private static boolean matchesAnyWord(ParameterKind kind) {
        return Pattern.matches(kind.pattern(), "the") && Pattern.matches(kind.pattern(), "anything");
    }

    private static String firstLine(RuntimeException e) {
        return String.valueOf(e.getMessage()).lines().findFirst().orElse("");
    }

    private Map<String, Pattern> patterns() {
        Map<String, Pattern> patterns = new LinkedHashMap<>();
        patterns.put("int", Pattern.compile("-?\\d+"));
        patterns.put("long", patterns.get("int"));
        patterns.put("short", patterns.get("int"));
        patterns.put("byte", patterns.get("int"));
        patterns.put("biginteger", patterns.get("int"));
        patterns.put("float", Pattern.compile("-?\\d*\\.?\\d+"));
        patterns.put("double", patterns.get("float"));
        patterns.put("bigdecimal", patterns.get("float"));
        patterns.put("word", Pattern.compile("[^\\s]+"));
        patterns.put("string", Pattern.compile("\"[^\"]*\"|'[^']*'"));
        patterns.put("", Pattern.compile(".*"));
        parameters.forEach((name, kind) -> {
            try {
                patterns.put(name, Pattern.compile(kind.pattern()));
            } catch (java.util.regex.PatternSyntaxException e) {
                problems.add("parameter type {" + name + "}: " + e.getDescription());
            }
        });
        return patterns;
    }

    private static List<Way> ways(StepDefinition step, Map<String, Pattern> patterns) {
        List<Way> ways = new ArrayList<>();
        for (List<Phrase.Part> parts : Phrase.ways(step.expression())) {
            List<Pattern> upTo = new ArrayList<>();
            StringBuilder regex = new StringBuilder();
            upTo.add(Pattern.compile(""));
            for (Phrase.Part part : parts) {
                regex.append(
                        part.isParameter()
                                ? "(?:"
                                        + patterns.getOrDefault(part.text(), patterns.get(""))
                                                .pattern() + ")"
                                : Pattern.quote(part.text()));
                upTo.add(Pattern.compile(regex.toString()));
            }
            ways.add(new Way(parts, upTo));
        }
        // the way the example is written comes first: singular or plural as the example has it
        ways.sort(Comparator.comparing(way -> !isWritten(way, step.examples())));
        return ways;
    }

    private static boolean isWritten(Way way, List<String> examples) {
        Pattern whole = way.upTo().get(way.parts().size());
        return examples.stream()
                .map(example -> example.lines().findFirst().orElse(""))
                .anyMatch(example -> whole.matcher(example).matches());
    }

    List<Entry> entries() {
        return entries;
    }

    /** All step definitions that can be used. */
    public List<StepDefinition> steps() {
        return entries.stream().map(entry -> entry.definition).toList();
    }

    /** What is wrong with the definitions themselves. */
    public List<String> problems() {
        return List.copyOf(problems);
    }

    /** Parameter types by name, built-in ones aside. */
    public Map<String, ParameterKind> parameters() {
        return java.util.Collections.unmodifiableMap(parameters);
    }

    /** Policies, in the order of their jars. */
    public List<Named> policies() {
        return policies;
    }

    /** Machines, in the order of their jars. */
    public List<Named> machines() {
        return machines;
    }

    /** The policy of this name or alias. */
    public Optional<Named> policy(String name) {
        return policies.stream().filter(policy -> policy.isCalled(name)).findFirst();
    }

    /** The machine of this name or alias. */
    public Optional<Named> machine(String name) {
        return machines.stream().filter(machine -> machine.isCalled(name)).findFirst();
    }

    /** The definitions a step's text matches: one if all is well, none if it is undefined, several if ambiguous. */
    public List<StepDefinition> match(String stepText) {
        List<StepDefinition> matches = new ArrayList<>();
        for (Entry entry : entries) {
            if (entry.expression.match(stepText) != null) {
                matches.add(entry.definition);
            }
        }
        return matches;
    }

    /** Generator of expressions from step texts, with this vocabulary's parameter types. */
    CucumberExpressionGenerator generator() {
        return new CucumberExpressionGenerator(registry);
    }
}
