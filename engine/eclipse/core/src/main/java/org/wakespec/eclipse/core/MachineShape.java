// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.eclipse.core;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import org.wakespec.results.ScenarioResult;

/**
 * A machine as far as it is drawn.
 *
 * @param name its name, or the sentence it was described with
 * @param summary one line; empty if nothing but the number of CPUs is known
 * @param cpus number of CPUs
 * @param levels packages, nodes, LLCs, clusters and cores, large to small; a level that divides nothing is left out
 * @param offline CPUs that are not there
 * @param isolated CPUs without scheduling domains
 * @param busy for each decision the CPUs that were not idle before it
 */
public record MachineShape(
        String name, String summary, int cpus, List<Level> levels, BitSet offline, BitSet isolated, List<BitSet> busy) {

    /** Media type of the attachment. */
    public static final String MEDIA_TYPE = "application/vnd.wakespec.machine+json";

    private static final ObjectMapper JSON = new ObjectMapper();

    /**
     * One kind of part.
     *
     * @param kind for example {@code LLC}
     * @param groups its members, each with its CPUs
     */
    public record Level(String kind, List<BitSet> groups) {}

    /** The machine of a result; a plain row of CPUs if the result carries no picture of it. */
    public static Optional<MachineShape> of(ScenarioResult result) {
        Optional<MachineShape> attached = Decisions.text(result, MEDIA_TYPE).flatMap(MachineShape::parse);
        return attached.isPresent() ? attached : Decisions.of(result).map(MachineShape::guess);
    }

    /** Reads the JSON of an attachment; empty if it is not one of format 1. */
    public static Optional<MachineShape> parse(String json) {
        try {
            JsonNode node = JSON.readTree(json);
            if (node.path("format").asInt() != 1) {
                return Optional.empty();
            }
            List<BitSet> busy = new ArrayList<>();
            node.path("busy").forEach(list -> busy.add(CpuList.parse(list.asText())));
            return Optional.of(new MachineShape(
                    node.path("machine").asText(),
                    node.path("summary").asText(),
                    node.path("cpus").asInt(),
                    levels(node),
                    CpuList.parse(node.path("offline").asText()),
                    CpuList.parse(node.path("isolated").asText()),
                    List.copyOf(busy)));
        } catch (JsonProcessingException | IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    /** Nodes lie inside packages or the other way round; where they only overlap, packages are not drawn. */
    private static List<Level> levels(JsonNode node) {
        List<BitSet> packages = groups(node, "packages");
        List<BitSet> nodes = groups(node, "nodes");
        List<BitSet> cores = groups(node, "cores");
        List<BitSet> clusters = groups(node, "clusters");
        List<Level> levels = new ArrayList<>();
        boolean nodesInside = isInside(nodes, packages);
        if (nodesInside) {
            levels.add(new Level("package", packages));
        }
        levels.add(new Level("node", nodes));
        if (!nodesInside && isInside(packages, nodes)) {
            levels.add(new Level("package", packages));
        }
        levels.add(new Level("LLC", groups(node, "llcs")));
        if (!clusters.equals(cores)) {
            levels.add(new Level("cluster", clusters));
        }
        levels.add(new Level("core", cores));
        levels.removeIf(level -> level.groups().isEmpty());
        return List.copyOf(levels);
    }

    private static boolean isInside(List<BitSet> small, List<BitSet> large) {
        return small.stream().allMatch(part -> large.stream().anyMatch(whole -> {
            BitSet outside = (BitSet) part.clone();
            outside.andNot(whole);
            return outside.isEmpty();
        }));
    }

    /** Groups of one kind; none if every CPU is one of its own. */
    private static List<BitSet> groups(JsonNode node, String name) {
        List<BitSet> groups = new ArrayList<>();
        node.path(name).forEach(list -> groups.add(CpuList.parse(list.asText())));
        return groups;
    }

    private static MachineShape guess(Decisions decisions) {
        int highest = 0;
        for (Decisions.Decision decision : decisions.decisions()) {
            highest = Math.max(highest, Math.max(decision.cpu(), Math.max(decision.prevCpu(), decision.wakerCpu())));
            highest = Math.max(highest, decision.probed().length() - 1);
        }
        return new MachineShape(decisions.machine(), "", highest + 1, List.of(), new BitSet(), new BitSet(), List.of());
    }
}
