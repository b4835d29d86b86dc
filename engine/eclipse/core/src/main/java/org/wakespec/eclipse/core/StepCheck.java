// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.eclipse.core;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Finds steps nobody defines or several do, and names of policies and machines nobody knows. */
public final class StepCheck {

    private static final Pattern POLICY_TAG = Pattern.compile("@(?:not-)?policy:([^\\s@#]+)");
    private static final Pattern QUOTED_NAME = Pattern.compile("\\b(machine|policy) \"([^\"<>]*)\"");
    private static final Pattern PLACEHOLDER = Pattern.compile("<([^<>]+)>");

    private StepCheck() {}

    /** What is wrong, in the order of the file. A vocabulary without steps finds nothing: it is not loaded. */
    public static List<Finding> of(FeatureText text, Vocabulary words) {
        List<Finding> findings = new ArrayList<>();
        if (words.steps().isEmpty()) {
            return findings;
        }
        for (FeatureLine line : text.lines()) {
            if (line.kind() == LineKind.STEP) {
                step(text, line, words, findings);
            } else if (line.kind() == LineKind.TAGS && !words.policies().isEmpty()) {
                tags(line, words, findings);
            }
        }
        return findings;
    }

    private static void step(FeatureText text, FeatureLine line, Vocabulary words, List<Finding> findings) {
        String body = line.body();
        List<String> variants = variants(text, line, body);
        for (String variant : variants) {
            List<StepDefinition> matches = words.match(variant);
            if (matches.size() == 1) {
                continue;
            }
            String row = variant.equals(body) ? "" : " (with the first example row: " + variant + ")";
            if (matches.isEmpty()) {
                findings.add(finding(
                        Finding.Kind.UNDEFINED, line, "no step definition matches '" + body + "'" + row, variant));
            } else {
                findings.add(finding(
                        Finding.Kind.AMBIGUOUS,
                        line,
                        "several step definitions match '" + body + "'" + row + ": "
                                + String.join(
                                        ", ",
                                        matches.stream().map(StepCheck::name).toList()),
                        variant));
            }
            return;
        }
        names(line, words, findings);
    }

    private static String name(StepDefinition definition) {
        return "'" + definition.expression() + "'" + (definition.where().isEmpty() ? "" : " of " + definition.where());
    }

    /** The step with the values of the first row of each Examples table; the step itself if it has no placeholders. */
    static List<String> variants(FeatureText text, FeatureLine step, String body) {
        if (!PLACEHOLDER.matcher(body).find()) {
            return List.of(body);
        }
        List<String> variants = new ArrayList<>();
        List<FeatureLine> lines = text.lines();
        boolean inExamples = false;
        for (int i = step.number(); i < lines.size(); i++) {
            LineKind kind = lines.get(i).kind();
            if (kind.isHeading() && kind != LineKind.EXAMPLES) {
                break;
            }
            inExamples |= kind == LineKind.EXAMPLES;
            if (inExamples && kind == LineKind.TABLE) {
                List<String> names = Tables.cells(lines.get(i).text());
                int row = i + 1;
                while (row < lines.size() && lines.get(row).kind() == LineKind.COMMENT) {
                    row++;
                }
                if (row < lines.size() && lines.get(row).kind() == LineKind.TABLE) {
                    variants.add(fill(body, names, Tables.cells(lines.get(row).text())));
                }
                inExamples = false;
            }
        }
        return variants;
    }

    private static String fill(String body, List<String> names, List<String> values) {
        Map<String, String> row = new HashMap<>();
        for (int i = 0; i < Math.min(names.size(), values.size()); i++) {
            row.put(names.get(i), values.get(i).replace("\\|", "|").replace("\\\\", "\\"));
        }
        return PLACEHOLDER
                .matcher(body)
                .replaceAll(m -> Matcher.quoteReplacement(row.getOrDefault(m.group(1), m.group())));
    }

    private static Finding finding(Finding.Kind kind, FeatureLine line, String message, String subject) {
        return new Finding(kind, line.number(), line.start(), line.end(), message, subject);
    }

    private static void names(FeatureLine line, Vocabulary words, List<Finding> findings) {
        Matcher matcher = QUOTED_NAME.matcher(line.text());
        while (matcher.find()) {
            boolean isPolicy = matcher.group(1).equals("policy");
            name(
                    line,
                    matcher.start(2),
                    matcher.group(2),
                    isPolicy ? Finding.Kind.UNKNOWN_POLICY : Finding.Kind.UNKNOWN_MACHINE,
                    isPolicy ? words.policies() : words.machines(),
                    findings);
        }
    }

    private static void tags(FeatureLine line, Vocabulary words, List<Finding> findings) {
        Matcher matcher = POLICY_TAG.matcher(line.text());
        while (matcher.find()) {
            name(line, matcher.start(1), matcher.group(1), Finding.Kind.UNKNOWN_POLICY, words.policies(), findings);
        }
    }

    private static void name(
            FeatureLine line, int at, String name, Finding.Kind kind, List<Named> known, List<Finding> findings) {
        if (known.isEmpty() || known.stream().anyMatch(k -> k.isCalled(name))) {
            return;
        }
        String what = kind == Finding.Kind.UNKNOWN_POLICY ? "policy" : "machine";
        findings.add(new Finding(
                kind,
                line.number(),
                line.offset() + at,
                line.offset() + at + Math.max(1, name.length()),
                "no " + what + " is called '" + name + "'"
                        + Nearest.hint(name, known.stream().map(Named::name).toList()),
                name));
    }
}
