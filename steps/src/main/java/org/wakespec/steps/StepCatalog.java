// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.steps;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.util.DefaultIndenter;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.cucumber.cucumberexpressions.Expression;
import io.cucumber.cucumberexpressions.ExpressionFactory;
import io.cucumber.cucumberexpressions.ParameterType;
import io.cucumber.cucumberexpressions.ParameterTypeRegistry;
import io.cucumber.java.en.Given;
import io.cucumber.java.en.Then;
import io.cucumber.java.en.When;
import java.lang.reflect.Method;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.wakespec.policies.PolicyRegistry;
import org.wakespec.simulator.wakeup.PolicyInfo;
import org.wakespec.steps.runtime.BenchmarkSteps;
import org.wakespec.steps.runtime.BudgetSteps;
import org.wakespec.steps.runtime.CounterSteps;
import org.wakespec.steps.runtime.DecisionSteps;
import org.wakespec.steps.runtime.KernelSteps;
import org.wakespec.steps.runtime.ProgramSteps;
import org.wakespec.steps.runtime.QueueSteps;
import org.wakespec.steps.runtime.ResidenceSteps;
import org.wakespec.steps.runtime.RunSteps;
import org.wakespec.steps.runtime.RuntimeParameterTypes;
import org.wakespec.steps.runtime.TimeSteps;

/**
 * The vocabulary as data, read from the step classes themselves. What is published in {@code
 * META-INF/wakespec/steps.json} and {@code policies.json} is made here.
 */
public final class StepCatalog {

    /** Where the published steps are. */
    public static final String STEPS_RESOURCE = "META-INF/wakespec/steps.json";
    /** Where the published policies are. */
    public static final String POLICIES_RESOURCE = "META-INF/wakespec/policies.json";

    static final List<Class<?>> STEP_CLASSES = List.of(
            MachineSteps.class,
            CpuSteps.class,
            TaskSteps.class,
            StatisticsSteps.class,
            ActionSteps.class,
            PlacementSteps.class,
            LadderSteps.class,
            UnmodelledSteps.class,
            KernelSteps.class,
            ProgramSteps.class,
            RunSteps.class,
            BenchmarkSteps.class,
            BudgetSteps.class,
            ResidenceSteps.class,
            TimeSteps.class,
            DecisionSteps.class,
            CounterSteps.class,
            QueueSteps.class);

    private static final List<Class<?>> PARAMETER_CLASSES = List.of(ParameterTypes.class, RuntimeParameterTypes.class);

    private static final Pattern PARAMETER = Pattern.compile("\\{([a-z]+)}");

    /**
     * One step.
     *
     * @param keyword Given, When or Then, as it usually follows
     * @param expression Cucumber expression, or regular expression if it begins with {@code ^}
     * @param parameters names of the parameter types in order; empty for a regular expression
     * @param examples texts that match; a data table follows on lines of its own
     * @param does what it says, in one line
     * @param group which part of the vocabulary it belongs to
     */
    public record Step(
            String keyword,
            String expression,
            List<String> parameters,
            List<String> examples,
            String does,
            String group) {}

    /**
     * One parameter type.
     *
     * @param name as in an expression
     * @param pattern the regular expression it stands for
     */
    public record Parameter(String name, String pattern) {}

    private StepCatalog() {}

    /** All steps of the vocabulary, grouped, in the order of the examples' reading. */
    public static List<Step> steps() {
        ExpressionFactory factory = factory();
        List<Step> steps = new ArrayList<>();
        for (Class<?> type : STEP_CLASSES) {
            List<Step> group = new ArrayList<>();
            for (Method method : type.getDeclaredMethods()) {
                Example example = method.getAnnotation(Example.class);
                if (example != null) {
                    group.addAll(steps(factory, method, example));
                }
            }
            // reflection gives methods in no order
            group.sort(Comparator.comparing(Step::keyword)
                    .thenComparing(s -> s.examples().get(0)));
            steps.addAll(group);
        }
        return Collections.unmodifiableList(steps);
    }

    private static List<Step> steps(ExpressionFactory factory, Method method, Example example) {
        List<Step> steps = new ArrayList<>();
        String group =
                method.getDeclaringClass().getSimpleName().replace("Steps", "").toLowerCase(Locale.ROOT);
        for (Given given : method.getAnnotationsByType(Given.class)) {
            steps.add(step(factory, "Given", given.value(), example, group));
        }
        for (When when : method.getAnnotationsByType(When.class)) {
            steps.add(step(factory, "When", when.value(), example, group));
        }
        for (Then then : method.getAnnotationsByType(Then.class)) {
            steps.add(step(factory, "Then", then.value(), example, group));
        }
        return steps;
    }

    private static Step step(
            ExpressionFactory factory, String keyword, String expression, Example example, String group) {
        Expression matcher = factory.createExpression(expression);
        List<String> matching = Arrays.stream(example.value())
                .filter(text -> matches(matcher, text))
                .toList();
        if (matching.isEmpty()) {
            throw new IllegalStateException("no example of the step '" + expression + "' matches it");
        }
        List<String> parameters = new ArrayList<>();
        Matcher parameter = PARAMETER.matcher(expression);
        while (!expression.startsWith("^") && parameter.find()) {
            parameters.add(parameter.group(1));
        }
        return new Step(keyword, expression, List.copyOf(parameters), matching, example.does(), group);
    }

    /** Whether the first line of a step's text is one of an expression. */
    static boolean matches(Expression expression, String text) {
        return expression.match(text.lines().findFirst().orElse(""), new Type[0]) != null;
    }

    /** An expression factory that knows our parameter types; what they make does not matter for matching. */
    static ExpressionFactory factory() {
        ParameterTypeRegistry registry = new ParameterTypeRegistry(Locale.ENGLISH);
        for (Parameter parameter : parameters()) {
            registry.defineParameterType(new ParameterType<>(
                    parameter.name(), parameter.pattern(), Object.class, (String[] groups) -> groups));
        }
        return new ExpressionFactory(registry);
    }

    /** Our own parameter types, by name. */
    public static List<Parameter> parameters() {
        List<Parameter> parameters = new ArrayList<>();
        for (Class<?> holder : PARAMETER_CLASSES) {
            for (Method method : holder.getDeclaredMethods()) {
                io.cucumber.java.ParameterType type = method.getAnnotation(io.cucumber.java.ParameterType.class);
                if (type != null) {
                    parameters.add(new Parameter(type.name(), type.value()));
                }
            }
        }
        parameters.sort(Comparator.comparing(Parameter::name));
        return Collections.unmodifiableList(parameters);
    }

    /** The steps as JSON, ready to be published. */
    public static String stepsJson() {
        ObjectMapper json = new ObjectMapper();
        ObjectNode root = json.createObjectNode();
        root.put("format", 1);
        ArrayNode parameters = root.putArray("parameterTypes");
        for (Parameter parameter : parameters()) {
            parameters.addObject().put("name", parameter.name()).put("pattern", parameter.pattern());
        }
        ArrayNode steps = root.putArray("steps");
        for (Step step : steps()) {
            ObjectNode node = steps.addObject();
            node.put("group", step.group());
            node.put("keyword", step.keyword());
            node.put("expression", step.expression());
            step.parameters().forEach(node.putArray("parameters")::add);
            step.examples().forEach(node.putArray("examples")::add);
            node.put("does", step.does());
        }
        ArrayNode rungs = root.putArray("rungs");
        RungNames.all().forEach(rungs::add);
        ArrayNode places = root.putArray("places");
        Place.FORMS.forEach(places::add);
        return write(json, root);
    }

    /** The policies as JSON, ready to be published. */
    public static String policiesJson(PolicyRegistry registry) {
        ObjectMapper json = new ObjectMapper();
        ObjectNode root = json.createObjectNode();
        root.put("format", 1);
        root.put("default", PolicyRegistry.DEFAULT);
        ArrayNode policies = root.putArray("policies");
        for (PolicyInfo info : registry.infos()) {
            ObjectNode node = policies.addObject();
            node.put("id", info.id());
            info.aliases().forEach(node.putArray("aliases")::add);
            node.put("title", info.title());
            node.put("rule", info.rule());
            node.put("source", info.source());
            node.put("standing", info.standing().name().toLowerCase(Locale.ROOT));
            node.put("scope", info.scope().name().toLowerCase(Locale.ROOT));
        }
        return write(json, root);
    }

    private static String write(ObjectMapper json, JsonNode root) {
        DefaultIndenter lines = new DefaultIndenter("  ", "\n");
        DefaultPrettyPrinter printer =
                new DefaultPrettyPrinter().withObjectIndenter(lines).withArrayIndenter(lines);
        try {
            return json.writer(printer)
                            .without(JsonGenerator.Feature.AUTO_CLOSE_TARGET)
                            .writeValueAsString(root) + "\n";
        } catch (JsonProcessingException e) {
            throw new IllegalStateException(e);
        }
    }
}
