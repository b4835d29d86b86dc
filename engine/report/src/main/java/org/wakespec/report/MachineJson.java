// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.report;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.wakespec.simulator.topology.CpuMask;
import org.wakespec.simulator.topology.Machine;
import org.wakespec.simulator.topology.SchedTopology;

/**
 * A machine as JSON, with the state each decision found it in: media type {@value #MEDIA_TYPE}, schema {@code
 * META-INF/wakespec/machine-picture.schema.json}. CPUs are kernel CPU lists such as {@code 0-3,8}. What a reader draws from it is
 * what {@link MachineSvg} draws.
 */
public final class MachineJson {

    /** Media type of the documents written here. */
    public static final String MEDIA_TYPE = "application/vnd.wakespec.machine+json";
    /** Version of the format; grows when a reader of an older one could misunderstand. */
    public static final int FORMAT = 1;

    private static final JsonFactory JSON = new JsonFactory();

    private MachineJson() {}

    /**
     * One document for one scenario.
     *
     * @param topology the machine whose CPUs are shown; those that are not active are offline
     * @param idle the idle CPUs each decision found, in the order of the decisions; empty if states are not shown
     */
    public static String of(SchedTopology topology, List<CpuMask> idle) {
        MachinePicture picture = MachinePicture.of(topology);
        Machine machine = topology.machine;
        StringWriter text = new StringWriter(512);
        try (JsonGenerator json = JSON.createGenerator(text)) {
            json.writeStartObject();
            json.writeNumberField("format", FORMAT);
            json.writeStringField("machine", machine.name());
            json.writeStringField("summary", machine.summary());
            json.writeNumberField("cpus", machine.nrCpus());
            groups(json, "packages", machine.nrCpus(), machine::packageMask);
            nodes(json, machine);
            groups(json, "llcs", machine.nrCpus(), machine::coregroupMask);
            groups(json, "clusters", machine.nrCpus(), machine::clusterMask);
            groups(json, "cores", machine.nrCpus(), machine::smtMask);
            capacities(json, machine);
            if (!picture.offline.isEmpty()) {
                json.writeStringField("offline", picture.offline.toString());
            }
            if (!picture.isolated.isEmpty()) {
                json.writeStringField("isolated", picture.isolated.toString());
            }
            json.writeArrayFieldStart("busy");
            for (CpuMask before : idle) {
                CpuMask busy = new CpuMask(topology.active);
                busy.andNot(before);
                json.writeString(busy.isEmpty() ? "" : busy.toString());
            }
            json.writeEndArray();
            json.writeEndObject();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return text.toString();
    }

    /** Groups in the order of their numbers; left out if every CPU is one of its own, which a reader then knows. */
    private static void groups(JsonGenerator json, String name, int nrCpus, IntFunction<CpuMask> of)
            throws IOException {
        List<CpuMask> groups = new ArrayList<>();
        CpuMask left = CpuMask.all(nrCpus);
        for (int cpu = left.first(); cpu >= 0; cpu = left.next(cpu + 1)) {
            CpuMask group = of.apply(cpu);
            groups.add(group);
            left.andNot(group);
        }
        if (groups.size() == nrCpus && nrCpus > 1) {
            return;
        }
        json.writeArrayFieldStart(name);
        for (CpuMask group : groups) {
            json.writeString(group.toString());
        }
        json.writeEndArray();
    }

    private static void nodes(JsonGenerator json, Machine machine) throws IOException {
        json.writeArrayFieldStart("nodes");
        for (int node = 0; node < machine.nrNodes(); node++) {
            CpuMask cpus = machine.nodeMask(node);
            json.writeString(cpus.isEmpty() ? "" : cpus.toString());
        }
        json.writeEndArray();
    }

    private static void capacities(JsonGenerator json, Machine machine) throws IOException {
        int[] all = IntStream.range(0, machine.nrCpus()).map(machine::capacity).toArray();
        int[] kinds = IntStream.of(all).distinct().sorted().toArray();
        if (kinds.length < 2) {
            return;
        }
        json.writeObjectFieldStart("capacities");
        for (int capacity : kinds) {
            CpuMask cpus = new CpuMask(machine.nrCpus());
            for (int cpu = 0; cpu < all.length; cpu++) {
                if (all[cpu] == capacity) {
                    cpus.set(cpu);
                }
            }
            json.writeStringField(Integer.toString(capacity), cpus.toString());
        }
        json.writeEndObject();
    }
}
