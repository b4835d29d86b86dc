// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.gate;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What a program measured in a scenario, over seeds.
 *
 * @param machine name of the machine
 * @param program command line
 * @param seeds the seeds, in order
 * @param figures values by name, one for each seed
 * @param counters the same for what was counted
 */
record Figures(
        String machine,
        String program,
        List<Long> seeds,
        Map<String, double[]> figures,
        Map<String, double[]> counters) {

    /** Reads the document a scenario attached. */
    static Figures of(JsonNode document) {
        List<Long> seeds = new ArrayList<>();
        JsonNode runs = document.path("runs");
        runs.forEach(run -> seeds.add(run.path("seed").asLong()));
        return new Figures(
                document.path("machine").asText(),
                document.path("program").asText(),
                seeds,
                columns(runs, "figures"),
                columns(runs, "counters"));
    }

    /** Only what every run has: a percentile may lack samples on one seed. */
    private static Map<String, double[]> columns(JsonNode runs, String part) {
        Map<String, double[]> columns = new LinkedHashMap<>();
        if (runs.isEmpty()) {
            return columns;
        }
        runs.get(0).path(part).fieldNames().forEachRemaining(name -> {
            double[] values = new double[runs.size()];
            for (int i = 0; i < values.length; i++) {
                JsonNode value = runs.get(i).path(part).path(name);
                if (!value.isNumber()) {
                    return;
                }
                values[i] = value.asDouble();
            }
            columns.put(name, values);
        });
        return columns;
    }
}
