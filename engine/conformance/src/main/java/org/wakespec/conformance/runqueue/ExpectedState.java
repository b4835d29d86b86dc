// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.conformance.runqueue;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;
import org.wakespec.conformance.UnreadableRecordsException;
import org.wakespec.simulator.task.SchedPolicy;

/** The recorded state after an operation, built up from the changes that every record lists. */
final class ExpectedState {

    private static final int[] EMPTY = {};
    private static final CpuField[] CPU_FIELDS = CpuField.values();
    private static final TaskField[] TASK_FIELDS = TaskField.values();

    private final long[][] cpus;
    private final int[][] cfsTasks;
    private final Map<Integer, long[]> tasks = new TreeMap<>();

    ExpectedState(int nrCpus, long start) {
        cpus = new long[nrCpus][CPU_FIELDS.length];
        cfsTasks = new int[nrCpus][];
        Arrays.fill(cfsTasks, EMPTY);
        for (long[] cpu : cpus) {
            cpu[CpuField.CLOCK.ordinal()] = start;
            cpu[CpuField.CLOCK_PELT.ordinal()] = start;
            cpu[CpuField.ZERO_VRUNTIME.ordinal()] = -1_048_576;
            cpu[CpuField.V.ordinal()] = -1_048_576;
        }
    }

    void apply(JsonNode op, String place) {
        Json.object(op, "C", place).properties().forEach(entry -> {
            int cpu = index(entry.getKey(), "CPU", place);
            if (cpu >= cpus.length) {
                throw new UnreadableRecordsException(
                        place + ": there is no CPU " + cpu + ", the trace has CPUs 0-" + (cpus.length - 1));
            }
            applyCpu(cpu, entry.getValue(), place);
        });
        Json.object(op, "T", place)
                .properties()
                .forEach(entry -> applyTask(index(entry.getKey(), "task", place), entry.getValue(), place));
    }

    private static int index(String key, String what, String place) {
        try {
            return Integer.parseUnsignedInt(key);
        } catch (NumberFormatException e) {
            throw new UnreadableRecordsException(place + ": '" + key + "' is not the number of a " + what, e);
        }
    }

    private void applyCpu(int cpu, JsonNode changes, String place) {
        for (Map.Entry<String, JsonNode> change : changes.properties()) {
            if (change.getKey().equals("cfs_tasks")) {
                cfsTasks[cpu] = ids(change.getValue(), place);
            } else {
                CpuField field = CpuField.of(change.getKey(), place);
                cpus[cpu][field.ordinal()] = Json.value(change.getValue(), field.jsonName(), place);
            }
        }
    }

    static int[] ids(JsonNode list, String place) {
        int[] ids = new int[list.size()];
        for (int i = 0; i < ids.length; i++) {
            ids[i] = (int) Json.value(list.get(i), "an element of a list", place);
        }
        return ids;
    }

    private void applyTask(int id, JsonNode changes, String place) {
        if (changes.isNull()) {
            tasks.remove(id);
            return;
        }
        long[] fields = tasks.computeIfAbsent(id, unused -> new long[TASK_FIELDS.length]);
        for (Map.Entry<String, JsonNode> change : changes.properties()) {
            TaskField field = TaskField.of(change.getKey(), place);
            fields[field.ordinal()] = field == TaskField.POLICY
                    ? policy(change.getValue().asText(), place).ordinal()
                    : Json.value(change.getValue(), field.jsonName(), place);
        }
    }

    static SchedPolicy policy(String name, String place) {
        for (SchedPolicy policy : SchedPolicy.values()) {
            if (policy.name().equals(name)) {
                return policy;
            }
        }
        throw new UnreadableRecordsException(
                place + ": unknown policy '" + name + "', expected one of " + Arrays.toString(SchedPolicy.values()));
    }

    int nrCpus() {
        return cpus.length;
    }

    long cpu(int cpu, CpuField field) {
        return cpus[cpu][field.ordinal()];
    }

    int[] cfsTasks(int cpu) {
        return cfsTasks[cpu];
    }

    /** Recorded fields by task, indexed by the ordinal of {@link TaskField}. */
    Map<Integer, long[]> tasks() {
        return tasks;
    }
}
