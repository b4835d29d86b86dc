// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.topologies.imports;

import java.io.ByteArrayInputStream;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.xml.XMLConstants;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import org.wakespec.simulator.topology.HardwareFacts.Architecture;

/**
 * What an hwloc XML file tells, versions 1 to 3. Its DOCTYPE names a file {@code hwloc.dtd}, which is not looked for; entities
 * are not expanded.
 */
final class HwlocXml {

    private static final int MOST_DEPTH = 200;
    private static final int MOST_OBJECTS = 500_000;
    private static final int LAST_X86_LEVEL = 3;
    private static final Pattern CACHE = Pattern.compile("L([1-9])(i?)Cache");

    /** An object that is open, and what is inherited from those around it. */
    private record Place(String packageId, String core, String cluster, Map<Integer, String> caches) {}

    /** A table of distances between objects. */
    private static final class Table {
        final String indexing;
        final int size;
        /** Factor of each value: version 1 stores ratios. */
        double base = 1;

        final List<Integer> indexes = new ArrayList<>();
        final List<Double> values = new ArrayList<>();

        Table(String indexing, int size) {
            this.indexing = indexing;
            this.size = size;
        }
    }

    private final MachineFacts facts;
    private final XMLStreamReader xml;
    private final Deque<Place> open = new ArrayDeque<>();
    private final Map<Integer, Map<Integer, String>> cachesOf = new HashMap<>();
    /** NUMA nodes in order of appearance: number and CPUs. */
    private final Map<Integer, TreeSet<Integer>> nodes = new TreeMap<>();

    private final List<Integer> nodeOrder = new ArrayList<>();
    private final Map<Integer, Integer> nodeByGp = new HashMap<>();
    private TreeSet<Integer> complete = new TreeSet<>();
    private TreeSet<Integer> onlineV1;
    private TreeSet<Integer> allowed;
    private String vendor;
    private String family;
    private String number;
    private TreeSet<Integer> kind;
    private Table table;
    private final List<Table> tables = new ArrayList<>();
    private int objects;
    private boolean clusters;

    private HwlocXml(XMLStreamReader xml, String input) {
        this.xml = xml;
        facts = new MachineFacts(input, "hwloc XML");
    }

    /**
     * Reads a document.
     *
     * @throws MachineImportException if it is no hwloc XML, of an unknown version, or damaged
     */
    static MachineFacts read(byte[] document, String input) {
        XMLInputFactory factory = XMLInputFactory.newDefaultFactory();
        factory.setProperty(XMLInputFactory.SUPPORT_DTD, false);
        factory.setProperty(XMLInputFactory.IS_SUPPORTING_EXTERNAL_ENTITIES, false);
        factory.setProperty(XMLInputFactory.IS_REPLACING_ENTITY_REFERENCES, false);
        factory.setProperty(XMLConstants.ACCESS_EXTERNAL_DTD, "");
        factory.setXMLResolver((publicId, systemId, base, namespace) -> {
            throw new XMLStreamException("nothing outside of the file is read: " + systemId);
        });
        XMLStreamReader xml = null;
        try {
            xml = factory.createXMLStreamReader(new ByteArrayInputStream(document));
            return new HwlocXml(xml, input).read();
        } catch (XMLStreamException e) {
            int line = e.getLocation() == null ? 1 : Math.max(1, e.getLocation().getLineNumber());
            String reason = String.valueOf(e.getMessage())
                    .replaceFirst("(?s)^.*Message: ", "")
                    .strip();
            throw new MachineImportException(input + ":" + line + ": the XML is damaged or cut off: " + reason, e);
        } catch (MachineImportException e) {
            throw e;
        } catch (IllegalArgumentException e) {
            int line = xml == null ? 1 : Math.max(1, xml.getLocation().getLineNumber());
            throw new MachineImportException(input + ":" + line + ": " + e.getMessage(), e);
        }
    }

    private MachineFacts read() throws XMLStreamException {
        boolean root = false;
        int depth = 0;
        while (xml.hasNext()) {
            switch (xml.next()) {
                case XMLStreamConstants.START_ELEMENT -> {
                    if (!root) {
                        root();
                        root = true;
                    } else {
                        start(xml.getLocalName());
                    }
                    if (++depth > MOST_DEPTH) {
                        throw new IllegalArgumentException("objects are nested more than " + MOST_DEPTH + " deep");
                    }
                }
                case XMLStreamConstants.END_ELEMENT -> {
                    depth--;
                    end(xml.getLocalName());
                }
                case XMLStreamConstants.ENTITY_REFERENCE ->
                    throw new IllegalArgumentException("an entity is referred to, which hwloc never does");
                default -> {
                    // text between elements says nothing
                }
            }
        }
        finish();
        return facts;
    }

    private void root() {
        String name = xml.getLocalName();
        if (!name.equals("topology")) {
            throw new IllegalArgumentException("the root is <" + name + ">, hwloc's is <topology>");
        }
        String version = attribute("version");
        if (version != null && !version.matches("[123](\\.\\d+)?")) {
            throw new IllegalArgumentException(
                    "hwloc XML of version '" + version + "' is not known; known are 1, 2 and 3" + " (lstopo --of xml)");
        }
    }

    private String attribute(String name) {
        return xml.getAttributeValue(null, name);
    }

    private int number(String name, int absent) {
        String text = attribute(name);
        if (text == null) {
            return absent;
        }
        try {
            return Integer.parseInt(text.strip());
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException(name + "=\"" + text + "\": expected a number", e);
        }
    }

    private TreeSet<Integer> set(String name) {
        String text = attribute(name);
        return text == null ? null : CpuSets.bitmap(text);
    }

    private void start(String element) throws XMLStreamException {
        switch (element) {
            case "object" -> object();
            case "info" -> info(attribute("name"), attribute("value"));
            case "cpukind" -> kind = set("cpuset");
            case "distances2" ->
                table = "NUMANode".equals(attribute("type")) && "NUMALatency".equals(attribute("name"))
                        ? new Table(attribute("indexing"), number("nbobjs", 0))
                        : null;
            case "distances" -> {
                table = new Table(null, number("nbobjs", 0));
                String base = attribute("latency_base");
                table.base = base == null ? 1 : Double.parseDouble(base);
            }
            case "latency" -> {
                if (table != null && attribute("value") != null) {
                    table.values.add(Double.parseDouble(attribute("value")) * table.base);
                }
            }
            default -> {
                // pages, support flags, memory attributes
            }
        }
        if (table != null && (element.equals("indexes") || element.equals("u64values"))) {
            boolean indexes = element.equals("indexes");
            for (String word : xml.getElementText().strip().split("\\s+")) {
                if (indexes) {
                    table.indexes.add(Integer.parseInt(word));
                } else {
                    table.values.add((double) Long.parseLong(word));
                }
            }
        }
    }

    private void object() {
        if (++objects > MOST_OBJECTS) {
            throw new IllegalArgumentException("there are more than " + MOST_OBJECTS + " objects");
        }
        String type = String.valueOf(attribute("type"));
        Place outer = open.peek();
        Place place = outer == null ? new Place(null, null, null, Map.of()) : outer;
        String id = type + " " + objects;
        Map<Integer, String> caches = place.caches;
        String packageId = place.packageId;
        String core = place.core;
        String cluster = place.cluster;
        Matcher cache = CACHE.matcher(type);
        if (type.equals("Machine")) {
            machine();
        } else if (type.equals("Package") || type.equals("Socket")) {
            packageId = id;
        } else if (type.equals("Core")) {
            core = id;
        } else if (type.equals("Group") && "Cluster".equalsIgnoreCase(String.valueOf(attribute("subtype")))) {
            cluster = id;
            clusters = true;
        } else if (cache.matches() || type.equals("Cache")) {
            int level = cache.matches() ? Integer.parseInt(cache.group(1)) : number("depth", 0);
            boolean instructions = cache.matches() ? !cache.group(2).isEmpty() : number("cache_type", 0) == 2;
            if (!instructions) {
                caches = new HashMap<>(caches);
                caches.put(level, id);
            }
        } else if (type.equals("NUMANode")) {
            node();
        } else if (type.equals("PU")) {
            CpuFacts cpu = facts.cpu(number("os_index", -1));
            if (cpu.core != null || cachesOf.containsKey(cpu.cpu)) {
                throw new IllegalArgumentException("PU " + cpu.cpu + " is described twice");
            }
            cpu.packageId = packageId;
            cpu.core = core;
            cpu.cluster = cluster;
            cachesOf.put(cpu.cpu, caches);
        }
        open.push(new Place(packageId, core, cluster, caches));
    }

    private void machine() {
        TreeSet<Integer> all = set("complete_cpuset");
        complete = all == null ? complete : all;
        onlineV1 = set("online_cpuset");
        allowed = set("allowed_cpuset");
    }

    private void node() {
        int node = number("os_index", 0);
        TreeSet<Integer> cpus = set("cpuset");
        if (nodes.putIfAbsent(node, cpus == null ? new TreeSet<>() : cpus) != null) {
            throw new IllegalArgumentException("NUMA node " + node + " is described twice");
        }
        nodeOrder.add(node);
        nodeByGp.put(number("gp_index", -1), node);
    }

    private void info(String name, String value) {
        if (name == null || value == null) {
            return;
        }
        switch (name) {
            case "Architecture" -> facts.architecture(value);
            case "CPUVendor" -> vendor = value;
            case "CPUFamilyNumber" -> family = value;
            case "CPUModelNumber" -> number = value;
            case "CPUModel" -> facts.model = value;
            case "LinuxCapacity" -> {
                if (kind != null) {
                    int capacity = Integer.parseInt(value.strip());
                    kind.forEach(cpu -> facts.cpu(cpu).capacity = capacity);
                }
            }
            case "FrequencyMaxMHz" -> {
                if (kind != null) {
                    kind.forEach(cpu -> facts.cpu(cpu).maxClock = value.strip());
                }
            }
            default -> {
                // names of boards and devices
            }
        }
    }

    private void end(String element) {
        switch (element) {
            case "object" -> open.pop();
            case "cpukind" -> kind = null;
            case "distances", "distances2" -> {
                // version 1 states distances before the nodes
                if (table != null) {
                    tables.add(table);
                    table = null;
                }
            }
            default -> {
                // nothing was kept of it
            }
        }
    }

    private void distances(Table t) {
        if (t.indexing == null && t.size != nodeOrder.size()) {
            // of version 1, and between objects other than nodes
            return;
        }
        if (t.size < 1 || t.size > MOST_OBJECTS || t.values.size() != (long) t.size * t.size) {
            throw new IllegalArgumentException(
                    "a table of distances between " + t.size + " nodes has " + t.values.size() + " values");
        }
        List<Integer> order = new ArrayList<>();
        if (t.indexing == null) {
            order.addAll(nodeOrder);
        } else {
            for (int index : t.indexes) {
                order.add(t.indexing.equals("gp") ? nodeByGp.getOrDefault(index, -1) : index);
            }
        }
        if (order.size() != t.size) {
            throw new IllegalArgumentException(
                    "a table of distances between " + t.size + " nodes names " + order.size());
        }
        for (int from = 0; from < t.size; from++) {
            Map<Integer, Integer> row = new TreeMap<>();
            for (int to = 0; to < t.size; to++) {
                row.put(order.get(to), (int) Math.min(Integer.MAX_VALUE, Math.round(t.values.get(from * t.size + to))));
            }
            facts.distances.put(order.get(from), row);
        }
    }

    private void finish() {
        facts.processor(vendor, family, number);
        if (facts.architecture == null && vendor != null && family != null) {
            facts.architecture("x86_64");
        }
        if (facts.architecture == null && clusters) {
            facts.architecture("aarch64");
        }
        cachesOf.forEach((cpu, caches) -> {
            CpuFacts f = facts.cpu(cpu);
            f.l2 = caches.get(2);
            int highest = caches.keySet().stream()
                    .filter(level ->
                            level >= 2 && (facts.architecture == Architecture.ARM64 || level <= LAST_X86_LEVEL))
                    .max(Integer::compare)
                    .orElse(0);
            f.llc = caches.get(highest);
        });
        offline();
        tables.forEach(this::distances);
        nodes();
        facts.unknown("isolated CPUs: none is assumed");
    }

    private void offline() {
        TreeSet<Integer> described = new TreeSet<>(cachesOf.keySet());
        TreeSet<Integer> lacking = new TreeSet<>(complete);
        lacking.removeAll(described);
        if (onlineV1 != null) {
            TreeSet<Integer> off = new TreeSet<>(described);
            off.removeAll(onlineV1);
            facts.offline(off);
        }
        if (!lacking.isEmpty()) {
            facts.unknown("whether CPUs " + CpuSets.text(lacking)
                    + " are offline or were only forbidden to lstopo: taken as offline (lstopo --disallowed tells)");
            facts.offline(lacking);
        }
        // capacities are told of CPUs that are not described, too
        TreeSet<Integer> others = new TreeSet<>(facts.cpus.keySet());
        others.removeAll(described);
        facts.offline(others);
        if (allowed != null && !allowed.containsAll(described)) {
            TreeSet<Integer> forbidden = new TreeSet<>(described);
            forbidden.removeAll(allowed);
            facts.unknown("whether CPUs " + CpuSets.text(forbidden)
                    + ", which were forbidden to lstopo, are online: taken as online");
        }
    }

    /** A CPU is in the first node that claims it: memory of another kind claims the CPUs it is near to. */
    private void nodes() {
        nodes.forEach((node, claimed) -> {
            boolean has = false;
            for (int number : claimed) {
                CpuFacts cpu = facts.cpus.get(number);
                if (cpu != null && cpu.node < 0) {
                    cpu.node = node;
                    has = true;
                }
            }
            if (!has && !claimed.isEmpty()) {
                facts.unknown("node " + node + " holds memory near CPUs " + CpuSets.text(claimed)
                        + ", which are another node's: it is left out");
                facts.distances.remove(node);
            }
        });
    }
}
