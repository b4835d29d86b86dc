// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.eclipse.core;

import io.cucumber.cucumberexpressions.GeneratedExpression;
import io.cucumber.cucumberexpressions.ParameterType;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * The Java method for a step nobody defines yet.
 *
 * @param annotation simple name of the annotation: Given, When or Then
 * @param name of the method
 * @param source the whole method, indented by four spaces
 * @param imports names to import, sorted
 */
public record StepMethod(String annotation, String name, String source, List<String> imports) {

    private static final Set<String> KEYWORDS = Set.of(
            "int", "long", "short", "byte", "float", "double", "char", "boolean", "class", "new", "for", "do", "if",
            "case", "default", "switch", "this", "super", "package", "import", "final", "static", "void", "return",
            "while", "try");

    /**
     * Writes the method.
     *
     * @param step the text of the step
     * @param type what it says
     * @param argument what stands below the step: a table, a doc string or nothing
     */
    public static StepMethod of(String step, Dialect.StepType type, Argument argument, Vocabulary words) {
        String annotation =
                switch (type) {
                    case WHEN -> "When";
                    case THEN -> "Then";
                    default -> "Given";
                };
        Set<String> imports = new java.util.TreeSet<>();
        imports.add("io.cucumber.java.en." + annotation);
        List<GeneratedExpression> generated = words.generator().generateExpressions(step);
        String expression = generated.isEmpty() ? step : generated.get(0).getSource();
        List<String> parameters = new ArrayList<>();
        Set<String> taken = new LinkedHashSet<>();
        if (!generated.isEmpty()) {
            List<ParameterType<?>> types = generated.get(0).getParameterTypes();
            for (int i = 0; i < types.size(); i++) {
                String javaType = javaType(types.get(i), words);
                if (javaType.contains(".") && !javaType.startsWith("java.lang.")) {
                    imports.add(javaType);
                }
                parameters.add(simple(javaType) + " "
                        + distinct(
                                generated.get(0).getParameterNames().get(i),
                                types.get(i).getName(),
                                taken));
            }
        }
        if (argument == Argument.TABLE) {
            imports.add("io.cucumber.datatable.DataTable");
            parameters.add("DataTable table");
        } else if (argument == Argument.DOC_STRING) {
            parameters.add("String docString");
        }
        imports.add("io.cucumber.java.PendingException");
        String name = name(expression);
        String source =
                "    @" + annotation + "(\"" + expression.replace("\\", "\\\\").replace("\"", "\\\"") + "\")\n"
                        + "    public void " + name + "(" + String.join(", ", parameters) + ") {\n"
                        + "        throw new PendingException();\n"
                        + "    }\n";
        return new StepMethod(annotation, name, source, List.copyOf(imports));
    }

    /** What stands below a step. */
    public enum Argument {
        NONE,
        TABLE,
        DOC_STRING;

        /** What stands below this line. */
        public static Argument below(FeatureText text, int line) {
            for (int i = line; i < text.lines().size(); i++) {
                switch (text.lines().get(i).kind()) {
                    case BLANK, COMMENT -> {}
                    case TABLE -> {
                        return TABLE;
                    }
                    case DOC_DELIMITER -> {
                        return DOC_STRING;
                    }
                    default -> {
                        return NONE;
                    }
                }
            }
            return NONE;
        }
    }

    private static String javaType(ParameterType<?> type, Vocabulary words) {
        ParameterKind kind = words.parameters().get(type.getName());
        if (kind != null) {
            return kind.javaType().isEmpty() ? "String" : kind.javaType();
        }
        return switch (String.valueOf(type.getName())) {
            case "int", "long", "short", "byte", "float", "double" -> type.getName();
            case "biginteger" -> "java.math.BigInteger";
            case "bigdecimal" -> "java.math.BigDecimal";
            default -> "String";
        };
    }

    private static String simple(String javaType) {
        return javaType.substring(javaType.lastIndexOf('.') + 1);
    }

    private static String distinct(String proposed, String kind, Set<String> taken) {
        String name = proposed;
        if (KEYWORDS.contains(name) || !Character.isJavaIdentifierStart(name.charAt(0))) {
            name = kind == null || KEYWORDS.contains(kind) ? "value" : kind;
        }
        String candidate = name;
        for (int number = 2; !taken.add(candidate); number++) {
            candidate = name + number;
        }
        return candidate;
    }

    private static String name(String expression) {
        StringBuilder name = new StringBuilder();
        for (String word : expression.replaceAll("\\{[^}]*\\}", " ").split("[^\\p{Alnum}]+")) {
            if (!word.isEmpty() && name.length() < 40) {
                name.append(
                        name.length() == 0
                                ? word.substring(0, 1).toLowerCase(Locale.ROOT) + word.substring(1)
                                : word.substring(0, 1).toUpperCase(Locale.ROOT) + word.substring(1));
            }
        }
        if (name.length() == 0
                || !Character.isJavaIdentifierStart(name.charAt(0))
                || KEYWORDS.contains(name.toString())) {
            name.insert(0, "step");
        }
        return name.toString();
    }

    /** The source of a new class with this method. */
    public String newClass(String packageName, String className) {
        StringBuilder text = new StringBuilder();
        if (!packageName.isEmpty()) {
            text.append("package ").append(packageName).append(";\n\n");
        }
        imports.forEach(name -> text.append("import ").append(name).append(";\n"));
        return text.append("\n/** Steps of our own. */\npublic final class ")
                .append(className)
                .append(" {\n\n")
                .append(source)
                .append("}\n")
                .toString();
    }
}
