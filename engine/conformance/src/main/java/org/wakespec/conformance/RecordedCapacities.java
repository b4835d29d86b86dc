// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.conformance;

import com.fasterxml.jackson.databind.JsonNode;
import org.wakespec.simulator.topology.SchedDomain;
import org.wakespec.simulator.topology.SchedGroup;
import org.wakespec.simulator.topology.SchedTopology;

/** Gives groups the capacities of a recorded domain tree: a moving quantity that no builder can know. */
final class RecordedCapacities {

    private RecordedCapacities() {}

    /** Walks both trees side by side; their shapes have been compared before. */
    static void load(JsonNode recorded, SchedTopology topology, String place) {
        for (int cpu = 0; cpu < topology.nrCpus; cpu++) {
            JsonNode levels = recorded.path("domains").path(Integer.toString(cpu));
            int level = 0;
            for (SchedDomain sd = topology.sd[cpu]; sd != null; sd = sd.parent) {
                JsonNode groups = levels.path(level++).path("groups");
                SchedGroup group = sd.groups;
                for (JsonNode from : groups) {
                    JsonNode capacity = from.get("capacity");
                    if (capacity == null || !capacity.isIntegralNumber()) {
                        throw new UnreadableRecordsException(
                                place + ": a group of CPU " + cpu + "'s domain " + sd.name + " has no capacity");
                    }
                    group.sgc.capacity = capacity.longValue();
                    group = group.next;
                }
            }
        }
    }
}
