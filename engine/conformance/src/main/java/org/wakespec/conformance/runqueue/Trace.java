// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.conformance.runqueue;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Map;
import org.wakespec.conformance.UnreadableRecordsException;
import org.wakespec.simulator.runqueue.KernelConfig;
import org.wakespec.simulator.runqueue.PreemptModel;
import org.wakespec.simulator.runqueue.SchedFeatures;
import org.wakespec.simulator.topology.CpuMask;
import org.wakespec.simulator.topology.SchedTopology;

/** A recorded trace: under what it was made, and its operations. */
final class Trace {

    final String id;
    final String place;
    final int nrCpus;
    final long start;
    final KernelConfig config;
    final JsonNode ops;
    /** Operations record the slices that were read from the tree and were not the true ones. */
    final boolean recordsStaleSlices;

    private final int[] capacity;

    private Trace(JsonNode trace, String place) {
        this.id = Json.text(trace, "id", place);
        this.place = place + " (" + id + ")";
        this.ops = Json.array(trace, "ops", this.place);
        JsonNode meta = Json.object(trace, "meta", this.place);
        nrCpus = Json.integer(meta, "cpus", this.place);
        if (nrCpus < 1) {
            throw new UnreadableRecordsException(this.place + ": 'cpus' is " + nrCpus + ", at least 1 was expected");
        }
        start = Json.number(meta, "start", this.place);
        recordsStaleSlices = meta.has("stale_slice_from") || recordsSliceReads();
        config = config(meta);
        capacity = capacity(meta);
    }

    static Trace parse(JsonNode trace, String place) {
        return new Trace(trace, place);
    }

    private boolean recordsSliceReads() {
        for (JsonNode op : ops) {
            if (op.has("min_slice") || op.has("max_slice")) {
                return true;
            }
        }
        return false;
    }

    private KernelConfig config(JsonNode meta) {
        long tick = Json.number(meta, "tick", place);
        if (tick < 1_000_000 || tick > 1_000_000_000) {
            throw new UnreadableRecordsException(place + ": 'tick' is " + tick + " ns, 1000000 or more was expected");
        }
        int hz = (int) ((1_000_000_000 + tick / 2) / tick);
        KernelConfig config = new KernelConfig(hz, false)
                .withPreempt(preempt(Json.text(meta, "preempt", place)))
                .withBaseSliceNs(Json.number(meta, "base_slice", place));
        if (config.tickNsec() != tick) {
            throw new UnreadableRecordsException(place + ": no whole HZ has a tick of " + tick + " ns");
        }
        return config.withFeatures(features(meta));
    }

    private PreemptModel preempt(String name) {
        return switch (name) {
            case "lazy" -> PreemptModel.LAZY;
            case "full" -> PreemptModel.FULL;
            default ->
                throw new UnreadableRecordsException(
                        place + ": unknown preemption model '" + name + "', expected lazy or full");
        };
    }

    private SchedFeatures features(JsonNode meta) {
        SchedFeatures features = SchedFeatures.DEFAULT;
        if (meta.has("features")) {
            for (Map.Entry<String, JsonNode> feature :
                    Json.object(meta, "features", place).properties()) {
                try {
                    features = features.with(
                            SchedFeatures.byName(feature.getKey()),
                            Json.value(feature.getValue(), feature.getKey(), place) != 0);
                } catch (IllegalArgumentException e) {
                    throw new UnreadableRecordsException(place + ": " + e.getMessage(), e);
                }
            }
        }
        return features;
    }

    private int[] capacity(JsonNode meta) {
        int[] capacities = new int[nrCpus];
        JsonNode list = meta.has("capacity") ? Json.array(meta, "capacity", place) : null;
        if (list != null && list.size() != nrCpus) {
            throw new UnreadableRecordsException(
                    place + ": 'capacity' has " + list.size() + " entries for " + nrCpus + " CPUs");
        }
        for (int cpu = 0; cpu < nrCpus; cpu++) {
            capacities[cpu] = list == null ? 1024 : (int) Json.value(list.get(cpu), "a capacity", place);
        }
        return capacities;
    }

    /** A machine without domains: the traces were made with CPUs chosen by the recorder. */
    SchedTopology topology() {
        SchedTopology topology = new SchedTopology(null, nrCpus, 1);
        for (int cpu = 0; cpu < nrCpus; cpu++) {
            topology.archScaleCpuCapacity[cpu] = capacity[cpu];
        }
        topology.active.copyFrom(CpuMask.all(nrCpus));
        return topology;
    }
}
