// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.topologies.imports;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** {@code lscpu -J} of all versions: fields in one list, or nested; and {@code lscpu -e -J}. */
final class LscpuJson {

    private static final int MOST_DEPTH = 50;
    private static final ObjectMapper JSON = JsonMapper.builder(JsonFactory.builder()
                    .streamReadConstraints(StreamReadConstraints.builder()
                            .maxNestingDepth(MOST_DEPTH)
                            .build())
                    .build())
            .build();

    private LscpuJson() {}

    static MachineFacts read(String text, String input) {
        JsonNode root;
        try {
            root = JSON.readTree(text);
        } catch (JsonProcessingException e) {
            int line = e.getLocation() == null ? 1 : Math.max(1, e.getLocation().getLineNr());
            throw new MachineImportException(
                    input + ":" + line + ": the JSON is damaged or cut off: " + e.getOriginalMessage(), e);
        }
        if (root.path("lscpu").isArray()) {
            Map<String, String> fields = new LinkedHashMap<>();
            collect(root.get("lscpu"), fields);
            return LscpuSummary.of(fields, input, "lscpu -J");
        }
        if (root.path("cpus").isArray()) {
            return table(root.get("cpus"), input);
        }
        List<String> keys = new ArrayList<>();
        root.fieldNames().forEachRemaining(keys::add);
        throw new MachineImportException(input + ": the JSON has no list 'lscpu' or 'cpus'"
                + (keys.contains("caches") ? " but 'caches': that of lscpu -C tells nothing of CPUs" : "") + "; "
                + MachineImport.expected());
    }

    private static void collect(JsonNode list, Map<String, String> fields) {
        for (JsonNode item : list) {
            if (item.hasNonNull("field")) {
                fields.putIfAbsent(
                        LscpuSummary.key(item.get("field").asText()),
                        item.path("data").asText("").strip());
            }
            if (item.path("children").isArray()) {
                collect(item.get("children"), fields);
            }
        }
    }

    private static MachineFacts table(JsonNode cpus, String input) {
        LscpuTable table = new LscpuTable(input, "lscpu -e -J");
        int number = 0;
        for (JsonNode cpu : cpus) {
            String at = input + ": item " + number++ + " of 'cpus': ";
            List<String> names = new ArrayList<>();
            List<String> values = new ArrayList<>();
            cpu.properties().forEach(entry -> {
                names.add(entry.getKey());
                values.add(entry.getValue().asText(""));
            });
            table.head(names, at);
            table.row(values, at);
        }
        return table.done();
    }
}
