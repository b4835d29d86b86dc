// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.conformance.balance;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.wakespec.conformance.UnreadableRecordsException;

/** The machines of {@code topologies.json}, built when a record first names them. */
final class Machines {

    private final JsonNode root;
    private final String file;
    private final Map<String, MachineState> plain = new HashMap<>();
    private final Map<String, MachineState> withCache = new HashMap<>();

    Machines(JsonNode root, String file) {
        if (!root.isObject()) {
            throw new UnreadableRecordsException(file + ": an object with one member for each machine was expected");
        }
        this.root = root;
        this.file = file;
    }

    /**
     * The machine a record names, with cache-aware balancing compiled in or not; its state is that of the last
     * record.
     */
    MachineState of(Json record, boolean schedCache) {
        String name = record.text("topo");
        return (schedCache ? withCache : plain).computeIfAbsent(name, n -> {
            JsonNode machine = root.get(n);
            if (machine == null) {
                List<String> known = new ArrayList<>();
                root.fieldNames().forEachRemaining(known::add);
                throw record.wrong("there is no machine '" + n + "' in " + file + ", only " + String.join(", ", known));
            }
            return new MachineState(new Json(machine, file + ", machine '" + n + "'"), schedCache);
        });
    }
}
