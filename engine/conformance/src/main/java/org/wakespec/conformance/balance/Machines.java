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
    /** Machines that cannot be built, and why: not to be tried again for each record. */
    private final Map<String, String> unusable = new HashMap<>();

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
            return build(n, new Json(machine, file + ", machine '" + n + "'"), schedCache);
        });
    }

    private MachineState build(String name, Json machine, boolean schedCache) {
        String known = unusable.get(name);
        if (known != null) {
            throw new UnreadableRecordsException(known);
        }
        try {
            return new MachineState(machine, schedCache);
        } catch (UnreadableRecordsException e) {
            unusable.put(name, e.getMessage());
            throw e;
        } catch (IllegalArgumentException e) {
            unusable.put(name, machine.place() + ": " + e.getMessage());
            throw new UnreadableRecordsException(machine.place() + ": " + e.getMessage(), e);
        }
    }
}
