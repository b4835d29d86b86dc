// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.gate;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The states of unexpected differences as scenarios: they pass as they are, and document what differs. */
final class PasteFeature {

    private PasteFeature() {}

    static String of(GateVerdict verdict, int most) {
        Map<String, String> scenarios = new LinkedHashMap<>();
        int unsaid = 0;
        for (ScenarioChange change : verdict.changes()) {
            for (PairGroup group : change.unexpected()) {
                if (group.steps().isEmpty()) {
                    unsaid++;
                } else if (scenarios.size() < most) {
                    scenarios.putIfAbsent(String.join("\n", group.steps()), scenario(verdict.request(), change, group));
                }
            }
        }
        if (scenarios.isEmpty() && unsaid == 0) {
            return "";
        }
        GateRequest request = verdict.request();
        StringBuilder text = new StringBuilder("Feature: Where ")
                .append(request.candidate())
                .append(" differs from ")
                .append(request.base())
                .append('\n');
        if (unsaid > 0) {
            text.append("  # ").append(unsaid).append(" more cannot be said in steps: see the JSON verdict\n");
        }
        scenarios.values().forEach(scenario -> text.append('\n').append(scenario));
        return text.toString();
    }

    private static String scenario(GateRequest request, ScenarioChange change, PairGroup group) {
        StringBuilder text = new StringBuilder();
        text.append("  # ")
                .append(change.place())
                .append(": ")
                .append(change.title())
                .append('\n');
        text.append("  # not as claimed: ")
                .append(String.join("; ", group.objections()))
                .append('\n');
        text.append("  @policy:")
                .append(request.base())
                .append(" @policy:")
                .append(request.candidate())
                .append('\n');
        text.append("  Scenario: ").append(title(request, group)).append('\n');
        List<String> steps = group.steps();
        for (int i = 0; i < steps.size(); i++) {
            String keyword = i == steps.size() - 1 ? "When " : i == 0 ? "Given " : "And ";
            text.append("    ").append(keyword).append(steps.get(i)).append('\n');
        }
        String placed = group.facts().path("kind").asText().equals("exec") ? "A" : "B";
        int width =
                Math.max(request.base().length(), Math.max(request.candidate().length(), "policy".length()));
        String cpus = "CPU " + Math.max(group.baseCpu(), group.cpu());
        int place = Math.max((placed + " is placed on").length(), cpus.length());
        String base = PairGroup.finalRule(group.baseBy());
        String candidate = PairGroup.finalRule(group.by());
        int rule = Math.max("deciding rule".length(), Math.max(base.length(), candidate.length()));
        String format = "      | %-" + width + "s | %-" + place + "s | %-" + rule + "s |%n";
        text.append("    Then by policy:\n");
        text.append(row(format, "policy", placed + " is placed on", "deciding rule"));
        text.append(row(format, request.base(), "CPU " + group.baseCpu(), base));
        text.append(row(format, request.candidate(), "CPU " + group.cpu(), candidate));
        return text.toString();
    }

    private static String row(String format, String... cells) {
        return String.format(format, (Object[]) cells).replace("\r\n", "\n");
    }

    private static String title(GateRequest request, PairGroup group) {
        return request.candidate() + " chooses CPU " + group.cpu() + ", " + request.base() + " CPU " + group.baseCpu();
    }
}
