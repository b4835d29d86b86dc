// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.topologies;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.util.DefaultIndenter;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Collection;
import org.wakespec.simulator.topology.Machine;

/**
 * The list of machines a jar carries as {@code META-INF/wakespec/machines.json}, from which editors complete names
 * without loading our classes.
 */
public final class MachineIndex {

    /** Where the list lies in a jar. */
    public static final String RESOURCE = "META-INF/wakespec/machines.json";

    private static final ObjectMapper JSON = new ObjectMapper();

    private MachineIndex() {}

    /** The list as indented JSON with a final line break, the same bytes on every platform. */
    public static String toJson(Collection<MachineDescription> machines) {
        ObjectNode root = JSON.createObjectNode();
        root.put("format", 1);
        ArrayNode list = root.putArray("machines");
        for (MachineDescription description : machines) {
            Machine machine = description.machine();
            ObjectNode node = list.addObject();
            node.put("name", description.name());
            if (!description.aliases().isEmpty()) {
                ArrayNode aliases = node.putArray("aliases");
                description.aliases().forEach(aliases::add);
            }
            node.put("description", description.description());
            node.put("summary", machine.summary());
            node.put("cpus", machine.nrCpus());
            node.put("cores", machine.nrCores());
            node.put("clusters", machine.nrClusters());
            node.put("llcs", machine.nrCoregroups());
            node.put("packages", machine.nrPackages());
            node.put("nodes", machine.nrNodes());
        }
        DefaultPrettyPrinter printer = new DefaultPrettyPrinter();
        DefaultIndenter indenter = new DefaultIndenter("  ", "\n");
        printer.indentObjectsWith(indenter);
        printer.indentArraysWith(indenter);
        try {
            return JSON.writer(printer).writeValueAsString(root) + "\n";
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("the list of machines cannot be written", e);
        }
    }
}
