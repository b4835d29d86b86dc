// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.conformance;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

/** The fields of a golden decision that are read: what else a record holds is not compared, and is named in the report. */
final class DecisionFields {

    private static final Set<String> RECORD = Set.of(
            "id",
            "topo",
            "kind",
            "this_cpu",
            "prev_cpu",
            "wake_flags",
            "in_task",
            "p",
            "current",
            "cpus",
            "llc",
            "asym_shared",
            "expect",
            "note");
    private static final Set<String> TASK = Set.of(
            "policy",
            "cpus_ptr",
            "nr_cpus_allowed",
            "load_avg",
            "runnable_avg",
            "util_avg",
            "util_est",
            "recent_used_cpu",
            "wakee_flips",
            "last_wakee",
            "flip_decay_age",
            "numa_preferred_nid",
            "task_cpu",
            "new",
            "exiting",
            "kthread",
            "idle_task");
    private static final Set<String> CPU = Set.of(
            "nr_running",
            "h_nr_queued",
            "h_nr_runnable",
            "h_nr_idle",
            "load_avg",
            "runnable_avg",
            "util_avg",
            "util_est",
            "cpu_capacity",
            "ttwu_pending",
            "curr_idle",
            "exit_latency",
            "idle_stamp");
    private static final Set<String> SHARED = Set.of("nr_busy_cpus", "nr_idle_scan", "has_idle_cores");
    private static final Set<String> EXPECT = Set.of("cpu", "by", "after", "diff");
    private static final Set<String> AFTER =
            Set.of("recent_used_cpu", "wakee_flips", "last_wakee", "wakee_flip_decayed", "has_idle_cores");
    private static final Set<String> DIFF = Set.of("by", "recent_used_cpu", "has_idle_cores");

    private DecisionFields() {}

    /** Tells the path of every field that is not read, for example {@code p.uclamp_min}. */
    static void unread(JsonNode record, Consumer<String> paths) {
        in(record, RECORD, "", paths);
        in(record.path("p"), TASK, "p.", paths);
        in(record.path("current"), TASK, "current.", paths);
        inEach(record.path("cpus"), CPU, "cpus.", paths);
        inEach(record.path("llc"), SHARED, "llc.", paths);
        in(record.path("asym_shared"), SHARED, "asym_shared.", paths);
        JsonNode expect = record.path("expect");
        in(expect, EXPECT, "expect.", paths);
        in(expect.path("after"), AFTER, "expect.after.", paths);
        inEach(expect.path("diff"), DIFF, "expect.diff.", paths);
    }

    private static void inEach(JsonNode objects, Set<String> known, String prefix, Consumer<String> paths) {
        objects.forEach(object -> in(object, known, prefix, paths));
    }

    private static void in(JsonNode object, Set<String> known, String prefix, Consumer<String> paths) {
        for (Map.Entry<String, JsonNode> field : object.properties()) {
            if (!known.contains(field.getKey())) {
                paths.accept(prefix + field.getKey());
            }
        }
    }
}
