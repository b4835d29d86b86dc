// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.conformance;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Path;
import java.util.Map;
import java.util.function.Supplier;
import org.wakespec.simulator.topology.DomainBuilder;
import org.wakespec.simulator.topology.Machine;
import org.wakespec.simulator.topology.SchedTopology;
import org.wakespec.topologies.TopologyDiff;
import org.wakespec.topologies.importer.RecordedMachines;

/** Machines out of the files of a data set, and the domains our builder makes of them. */
final class RecordedTopologies {

    private RecordedTopologies() {}

    /** The machines of a {@code topologies.json}. */
    static Map<String, Machine> machines(JsonNode document, String place) {
        return readable(place, () -> RecordedMachines.readTopologies(document, place));
    }

    /** The machines of a {@code topologies.json}, plain or compressed. */
    static Map<String, Machine> machines(Path file) {
        return machines(RecordReader.document(file), file.toString());
    }

    /** The domains of one of the machines, as 7.2 builds them. */
    static SchedTopology build(Map<String, Machine> machines, String name, String file) {
        Machine machine = machines.get(name);
        if (machine == null) {
            throw new UnreadableRecordsException(
                    "machine '" + name + "' is not in " + file + ", which has " + String.join(", ", machines.keySet()));
        }
        return DomainBuilder.build(machine);
    }

    /** The domains of a booted kernel's {@code topology.json}, as that kernel builds them. */
    static SchedTopology build(String name, JsonNode document, String place) {
        return readable(
                place,
                () -> DomainBuilder.build(
                        RecordedMachines.readInputs(name, document, place), RecordedMachines.rules(document, place)));
    }

    /** Compares with the tree in a booted kernel's {@code topology.json}. */
    static TopologyDiff.Result differences(SchedTopology built, JsonNode document, String place) {
        if (!document.path("domains").isObject()) {
            throw new UnreadableRecordsException(place + ": the object 'domains' is missing");
        }
        return readable(place, () -> TopologyDiff.compareRecorded(built, document));
    }

    static <T> T readable(String place, Supplier<T> reading) {
        try {
            return reading.get();
        } catch (IllegalArgumentException e) {
            String message = String.valueOf(e.getMessage());
            throw new UnreadableRecordsException(message.startsWith(place) ? message : place + ": " + message, e);
        }
    }
}
