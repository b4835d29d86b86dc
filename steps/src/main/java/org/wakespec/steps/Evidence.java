// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.steps;

import io.cucumber.java.Scenario;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import org.wakespec.report.DecisionJson;
import org.wakespec.report.LadderText;
import org.wakespec.report.MachineJson;

/**
 * How much a scenario leaves behind: system property {@value #PROPERTY}. Ladders and decisions are small and always
 * kept unless switched off; the picture of the machine is drawn only for failures, since a large one costs more than
 * the decision.
 */
enum Evidence {
    /** The summary line only. */
    NONE,
    /** Summary, decisions and ladder; the picture if the scenario failed. */
    NORMAL,
    /** Everything, always. */
    ALL;

    static final String PROPERTY = "wakespec.evidence";

    /**
     * What is configured.
     *
     * @throws BadScenarioException if the property has an unknown value
     */
    static Evidence configured() {
        String value = System.getProperty(PROPERTY, "normal");
        return switch (value.toLowerCase(Locale.ROOT)) {
            case "none" -> NONE;
            case "normal" -> NORMAL;
            case "all" -> ALL;
            default ->
                throw new BadScenarioException("property " + PROPERTY + " is '" + value
                        + "', expected none, normal or all"
                        + Nearest.suggestion(value, List.of("none", "normal", "all")));
        };
    }

    /** Attaches what is to be kept. */
    void attach(Scenario scenario, World world) {
        List<Placement> placements = world.placements();
        for (Placement placement : placements) {
            scenario.log(placement.summary());
        }
        if (this == NONE) {
            return;
        }
        Placement last = placements.get(placements.size() - 1);
        scenario.attach(
                DecisionJson.of(
                        world.policy(),
                        world.scene().machine().name(),
                        placements.stream().map(Placement::decision).toList(),
                        last.defaults()),
                DecisionJson.MEDIA_TYPE,
                "decisions");
        scenario.attach(ladders(placements), "text/plain", "ladder");
        scenario.attach(
                MachineJson.of(
                        last.topology(),
                        placements.stream().map(Placement::idleBefore).toList()),
                MachineJson.MEDIA_TYPE,
                "machine");
        if (this == ALL || scenario.isFailed()) {
            scenario.attach(
                    Pictures.svg(last.decision(), last.topology(), last.idleBefore())
                            .getBytes(StandardCharsets.UTF_8),
                    "image/svg+xml",
                    "machine");
        }
    }

    private static String ladders(List<Placement> placements) {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < placements.size(); i++) {
            Placement p = placements.get(i);
            boolean isLast = i == placements.size() - 1;
            text.append(i == 0 ? "" : "\n").append(LadderText.of(p.decision(), isLast ? p.defaults() : List.of()));
        }
        return text.toString();
    }
}
