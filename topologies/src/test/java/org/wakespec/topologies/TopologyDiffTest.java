// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.topologies;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.wakespec.simulator.topology.DomainBuilder;
import org.wakespec.simulator.topology.SchedTopology;
import org.wakespec.topologies.importer.RecordedMachines;

/** Negative controls of the comparison: whatever single value of an expectation is changed, it must be noticed. */
class TopologyDiffTest {

    private static final Set<String> INPUTS = Set.of(
            "description",
            "cpu_capacity",
            "masks",
            "level_table",
            "forced_flags",
            "node_distance",
            "node_reclaim_distance",
            "offline",
            "isolated",
            "id");

    @ParameterizedTest
    @ValueSource(strings = {"tiny-2", "smp-8-isolcpus", "biglittle-4+4-2llc", "numa-2x4c8t-balwake"})
    void every_changed_value_of_a_generated_machine_is_a_difference(String name) {
        JsonNode expected = Expected.generated().get(name);
        SchedTopology topology = DomainBuilder.build(RecordedMachines.readMachine(name, expected, name));

        int changes = changeEach(expected, expected, changed -> TopologyDiff.compareGenerated(topology, changed)
                .differences());

        assertThat(changes).isGreaterThan(20);
        assertThat(TopologyDiff.compareGenerated(topology, expected).differences())
                .isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"6.1-s1c4t2", "topo-6.18-s4c4-ring", "topo-7.3-s1d2c4t2"})
    void every_changed_value_of_a_recorded_tree_is_a_difference(String name) {
        JsonNode expected = Expected.recorded().get(name);
        SchedTopology topology = DomainBuilder.build(
                RecordedMachines.readInputs(name, expected, name), RecordedMachines.rules(expected, name));

        int changes = 0;
        for (String cpu : List.of("0", "5")) {
            changes += changeEach(expected, expected.get("domains").get(cpu), changed -> TopologyDiff.compareRecorded(
                            topology, changed)
                    .differences());
        }

        assertThat(changes).isGreaterThan(100);
        assertThat(TopologyDiff.compareRecorded(topology, expected).differences())
                .isEmpty();
    }

    @Test
    void an_unknown_or_missing_field_is_a_difference() {
        ObjectNode expected = Expected.generated().get("tiny-2").deepCopy();
        SchedTopology topology = DomainBuilder.build(RecordedMachines.readMachine("tiny-2", expected, "tiny-2"));

        expected.put("sd_new_field", 1);
        expected.remove("sd_share_id");

        assertThat(TopologyDiff.compareGenerated(topology, expected).differences())
                .containsExactlyInAnyOrder(
                        "field 'sd_new_field' is unknown, so it was not compared",
                        "the expectation lacks the field 'sd_share_id'");
    }

    @Test
    void a_difference_names_cpu_domain_and_both_values() {
        ObjectNode expected = Expected.generated().get("tiny-2").deepCopy();
        SchedTopology topology = DomainBuilder.build(RecordedMachines.readMachine("tiny-2", expected, "tiny-2"));

        ((ObjectNode) expected.get("domains").get(0)).put("imbalance_pct", 125);

        assertThat(TopologyDiff.compareGenerated(topology, expected).differences())
                .containsExactly(
                        "CPU 0 domain0 imbalance_pct: expected 125, built 117",
                        "CPU 1 domain0 imbalance_pct: expected 125, built 117");
    }

    /**
     * Changes each scalar below {@code node} in turn, restoring it after the comparison; returns how many there were.
     */
    private static int changeEach(JsonNode root, JsonNode node, Function<JsonNode, List<String>> compare) {
        int changes = 0;
        if (node.isObject()) {
            ObjectNode object = (ObjectNode) node;
            List<String> fields = new ArrayList<>();
            object.fieldNames().forEachRemaining(fields::add);
            for (String field : fields) {
                JsonNode value = object.get(field);
                if (INPUTS.contains(field)) {
                    continue;
                }
                if (value.isContainerNode()) {
                    changes += changeEach(root, value, compare);
                } else if (!onlyShared(root, field, value)) {
                    object.set(field, changed(field, value));
                    assertThat(compare.apply(root))
                            .as("changed " + field + " from " + value)
                            .isNotEmpty();
                    object.set(field, value);
                    changes++;
                }
            }
        } else {
            ArrayNode array = (ArrayNode) node;
            for (int i = 0; i < array.size(); i++) {
                JsonNode value = array.get(i);
                if (value.isContainerNode()) {
                    changes += changeEach(root, value, compare);
                } else {
                    array.set(i, changed("", value));
                    List<String> differences = compareOrThrow(compare, root);
                    assertThat(differences)
                            .as("changed item " + i + " from " + value)
                            .isNotEmpty();
                    array.set(i, value);
                    changes++;
                }
            }
        }
        return changes;
    }

    /** A number that no other domain has may change freely: it only tells objects apart. */
    private static boolean onlyShared(JsonNode root, String field, JsonNode value) {
        return field.equals("shared")
                && !value.isNull()
                && root.findValues("shared").stream().filter(value::equals).count() == 1;
    }

    /** A changed domain number or CPU may not exist at all, which is noticed in another way. */
    private static List<String> compareOrThrow(Function<JsonNode, List<String>> compare, JsonNode root) {
        try {
            return compare.apply(root);
        } catch (IllegalArgumentException | IndexOutOfBoundsException e) {
            return List.of(e.toString());
        }
    }

    private static JsonNode changed(String field, JsonNode value) {
        var factory = Expected.JSON.getNodeFactory();
        if (value.isNull()) {
            return factory.numberNode(0);
        }
        if (value.isBoolean()) {
            return factory.booleanNode(!value.asBoolean());
        }
        if (value.isNumber()) {
            return factory.numberNode(field.equals("capacity") ? value.asLong() + 1 : value.asLong() == 1 ? 0 : 1);
        }
        return factory.textNode(
                value.asText().equals("0") ? "1" : value.asText().startsWith("SD_") ? "SD_NONE" : "0");
    }
}
