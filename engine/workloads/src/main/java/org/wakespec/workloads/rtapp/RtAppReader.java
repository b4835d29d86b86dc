// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.workloads.rtapp;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.wakespec.simulator.ipc.Futex;
import org.wakespec.simulator.ipc.UserMutex;
import org.wakespec.simulator.task.SchedPolicy;
import org.wakespec.simulator.topology.CpuMask;
import org.wakespec.workloads.rtapp.Event.Kind;

/** Reads one rt-app file for a machine with these CPUs online; its objects serve one run. */
final class RtAppReader {

    private static final long LONGEST_US = 3_600_000_000L;
    private static final long LONGEST_SLICE_US = 100_000;

    /** Settings that mean nothing here and change nothing. */
    private static final Set<String> IGNORED_GLOBALS = Set.of(
            "logdir",
            "log_basename",
            "log_size",
            "logsize",
            "ftrace",
            "gnuplot",
            "lock_pages",
            "frag",
            "pi_enabled",
            "mem_buffer_size",
            "io_device");

    private static final Set<String> REFUSED =
            Set.of("util_min", "util_max", "taskgroup", "nodes_membind", "membind_nodes", "numa_memory_alloc");
    private static final Set<String> NOT_MODELLED_EVENTS = Set.of("mem", "iorun", "memrun");
    private static final Set<String> PROPERTIES = Set.of(
            "instance",
            "delay",
            "loop",
            "policy",
            "priority",
            "dl-runtime",
            "dl-period",
            "dl-deadline",
            "cpus",
            "phases");

    private final String file;
    private final CpuMask online;
    private final Map<String, UserMutex> mutexes = new HashMap<>();
    private final Map<String, Futex> futexes = new HashMap<>();
    private final Map<String, Event.Timer> timers = new HashMap<>();
    private final Map<String, Event.Barrier> barriers = new LinkedHashMap<>();
    private final Map<String, Integer> forkedAt = new TreeMap<>();

    long durationNs = -1;
    /** Length of one calibration loop in ns. */
    long loopNs = 1;
    /** The slack of a round is the sum over its timers, not that of the last one. */
    boolean cumulativeSlack;

    private SchedPolicy defaultPolicy = SchedPolicy.NORMAL;
    final Map<String, TaskSpec> tasks = new LinkedHashMap<>();

    RtAppReader(String file, CpuMask online) {
        this.file = file;
        this.online = online;
    }

    void read(String json) {
        JsonNode root = JsonNode.parse(json, file);
        JsonNode taskList = null;
        for (JsonNode.Member member : root.members("an rt-app file")) {
            switch (member.key()) {
                case "global" -> global(member.value());
                case "tasks" -> taskList = member.value();
                case "resources" -> resources(member.value());
                default ->
                    throw root.errorAt(
                            member.line(),
                            "unknown object '" + member.key() + "'; expected 'global', 'tasks' or 'resources'");
            }
        }
        if (taskList == null) {
            throw root.error("there is no 'tasks'");
        }
        for (JsonNode.Member member : taskList.members("'tasks'")) {
            if (tasks.put(member.key(), task(member)) != null) {
                throw root.errorAt(member.line(), "a second task '" + member.key() + "'");
            }
        }
        for (Map.Entry<String, Integer> fork : forkedAt.entrySet()) {
            if (!tasks.containsKey(fork.getKey())) {
                throw root.errorAt(
                        fork.getValue(), "fork of unknown task '" + fork.getKey() + "'; there are " + tasks.keySet());
            }
        }
        countBarrierUsers(root);
    }

    private void global(JsonNode global) {
        for (JsonNode.Member member : global.members("'global'")) {
            JsonNode value = member.value();
            switch (member.key()) {
                case "duration" -> {
                    long seconds = value.integer("'duration'", -1, 1_000_000);
                    durationNs = seconds < 0 ? -1 : seconds * 1_000_000_000L;
                }
                // "CPU0" asks for a calibration run: a loop of 1 ns has the same effect
                case "calibration" -> loopNs = value.isNumber() ? value.integer("'calibration'", 1, 1_000_000) : 1;
                case "default_policy" -> defaultPolicy = policy(value);
                case "cumulative_slack" -> cumulativeSlack = value.truth("'cumulative_slack'");
                default -> {
                    if (!IGNORED_GLOBALS.contains(member.key())) {
                        throw global.errorAt(member.line(), "unknown global setting '" + member.key() + "'");
                    }
                }
            }
        }
    }

    private static void resources(JsonNode resources) {
        for (JsonNode.Member member : resources.members("'resources'")) {
            // legacy declarations: everything is made where it is first used
            member.value().members("resource '" + member.key() + "'");
        }
    }

    private TaskSpec task(JsonNode.Member member) {
        String name = member.key();
        JsonNode node = member.value();
        node.members("task '" + name + "'");
        refuse(node);
        int instances = (int) optional(node, "instance", 1, 0, 100_000);
        long delay = optional(node, "delay", 0, 0, LONGEST_US);
        int loop = (int) optional(node, "loop", -1, -1, Integer.MAX_VALUE);
        SchedPolicy policy = node.get("policy") == null ? defaultPolicy : policy(node.get("policy"));
        int nice = (int) optional(node, "priority", 0, -20, 19);
        long slice = optional(node, "dl-runtime", 0, 0, LONGEST_SLICE_US) * 1000;
        CpuMask cpus = cpus(node.get("cpus"));
        List<Phase> phases = new ArrayList<>();
        JsonNode phaseList = node.get("phases");
        if (phaseList == null) {
            // a number of rounds is the phase's here, as 0 shows: it never ends
            phases.add(
                    new Phase(name, node.get("loop") == null ? 1 : loop, null, null, null, null, events(node, name)));
            loop = node.get("loop") == null ? -1 : 1;
        } else {
            for (JsonNode.Member phase : phaseList.members("'phases' of '" + name + "'")) {
                phases.add(phase(phase, name));
            }
            if (phases.isEmpty()) {
                throw phaseList.error("'phases' of '" + name + "' is empty");
            }
        }
        return new TaskSpec(name, instances, delay, loop, policy, nice, slice, cpus, phases);
    }

    private Phase phase(JsonNode.Member member, String task) {
        JsonNode node = member.value();
        node.members("phase '" + member.key() + "'");
        refuse(node);
        SchedPolicy policy = node.get("policy") == null ? null : policy(node.get("policy"));
        Long slice = node.get("dl-runtime") == null
                ? null
                : Long.valueOf(optional(node, "dl-runtime", 0, 0, LONGEST_SLICE_US) * 1000);
        Integer nice =
                node.get("priority") == null ? null : (int) node.get("priority").integer("'priority'", -20, 19);
        int loop = (int) optional(node, "loop", 1, -1, Integer.MAX_VALUE);
        return new Phase(member.key(), loop, cpus(node.get("cpus")), policy, nice, slice, events(node, task));
    }

    private static void refuse(JsonNode node) {
        for (JsonNode.Member member : node.members("")) {
            if (REFUSED.contains(member.key())) {
                throw node.errorAt(member.line(), "'" + member.key() + "' is not modelled");
            }
            if (member.key().equals("dl-period") || member.key().equals("dl-deadline")) {
                throw node.errorAt(member.line(), "'" + member.key() + "': the deadline class is not modelled");
            }
        }
    }

    private static SchedPolicy policy(JsonNode node) {
        String name = node.text("'policy'");
        return switch (name) {
            case "SCHED_OTHER" -> SchedPolicy.NORMAL;
            case "SCHED_BATCH" -> SchedPolicy.BATCH;
            case "SCHED_IDLE" -> SchedPolicy.IDLE;
            case "SCHED_FIFO", "SCHED_RR", "SCHED_DEADLINE" ->
                throw node.error(
                        "policy " + name + " is not modelled; expected SCHED_OTHER, SCHED_BATCH or SCHED_IDLE");
            default ->
                throw node.error("unknown policy '" + name + "'; expected SCHED_OTHER, SCHED_BATCH or SCHED_IDLE");
        };
    }

    private static long optional(JsonNode node, String key, long otherwise, long least, long most) {
        JsonNode value = node.get(key);
        return value == null ? otherwise : value.integer("'" + key + "'", least, most);
    }

    private CpuMask cpus(JsonNode node) {
        if (node == null) {
            return null;
        }
        int nrCpus = online.size();
        CpuMask mask = new CpuMask(nrCpus);
        List<JsonNode> list = node.isArray() ? node.items() : List.of(node);
        for (JsonNode cpu : list) {
            mask.set((int) cpu.integer("a CPU of 'cpus'", 0, nrCpus - 1));
        }
        if (mask.isEmpty()) {
            throw node.error("'cpus' names no CPU");
        }
        if (!mask.intersects(online)) {
            throw node.error("'cpus' " + mask + ": none of them is online, only " + online);
        }
        return mask;
    }

    // ---- events ----

    private List<Event> events(JsonNode node, String task) {
        List<Event> events = new ArrayList<>();
        for (JsonNode.Member member : node.members("")) {
            if (!PROPERTIES.contains(member.key())) {
                events.add(event(member, task, node));
            }
        }
        if (events.isEmpty()) {
            throw node.error("'" + task + "' has nothing to do here: no event");
        }
        return events;
    }

    private Event event(JsonNode.Member member, String task, JsonNode owner) {
        String key = member.key();
        Kind kind = null;
        for (Kind candidate : Kind.values()) {
            String name = candidate.name().toLowerCase(Locale.ROOT);
            if (key.startsWith(name)
                    && (kind == null || name.length() > kind.name().length())) {
                kind = candidate;
            }
        }
        for (String refused : NOT_MODELLED_EVENTS) {
            if (key.startsWith(refused)) {
                throw owner.errorAt(
                        member.line(), "event '" + key + "' is not modelled: memory and input/output have no costs");
            }
        }
        if (kind == null) {
            throw owner.errorAt(member.line(), "unknown property or event '" + key + "' of '" + task + "'");
        }
        Event event = new Event(kind);
        JsonNode value = member.value();
        switch (kind) {
            case RUN, RUNTIME, SLEEP -> event.micros = value.integer("'" + key + "'", 0, LONGEST_US);
            case TIMER -> timer(event, value, key);
            case LOCK, UNLOCK -> event.mutex = mutex(value.text("'" + key + "'"));
            case WAIT, SYNC -> {
                event.futex = futex("condition ", reference(value, key, "ref"));
                event.mutex = mutex(reference(value, key, "mutex"));
            }
            case SIGNAL, BROAD ->
                event.futex = futex(
                        "condition ", value.isObject() ? reference(value, key, "ref") : value.text("'" + key + "'"));
            case BARRIER -> event.barrier = barriers.computeIfAbsent(value.text("'" + key + "'"), Event.Barrier::new);
            case SUSPEND -> event.futex = futex("suspended ", task);
            case RESUME -> event.futex = futex("suspended ", value.text("'" + key + "'"));
            case SEM_POST, SEM_WAIT -> event.futex = futex("semaphore ", value.text("'" + key + "'"));
            case FORK -> {
                event.name = value.text("'" + key + "'");
                forkedAt.putIfAbsent(event.name, member.line());
            }
            default -> {
                // a yield has no argument that means anything
            }
        }
        return event;
    }

    private void timer(Event event, JsonNode value, String key) {
        String ref = reference(value, key, "ref");
        JsonNode period = value.get("period");
        if (period == null) {
            throw value.error("'" + key + "' has no 'period'");
        }
        event.micros = period.integer("'period'", 1, LONGEST_US);
        JsonNode mode = value.get("mode");
        if (mode != null) {
            String name = mode.text("'mode'");
            if (!name.equals("absolute") && !name.equals("relative")) {
                throw mode.error("'mode' is 'absolute' or 'relative', not '" + name + "'");
            }
            event.absolute = name.equals("absolute");
        }
        event.name = ref;
        if (!ref.startsWith("unique")) {
            event.timer = timers.computeIfAbsent(ref, r -> new Event.Timer());
        }
    }

    private static String reference(JsonNode value, String event, String key) {
        value.members("'" + event + "'");
        JsonNode ref = value.get(key);
        if (ref == null) {
            throw value.error("'" + event + "' has no '" + key + "'");
        }
        return ref.text("'" + key + "'");
    }

    private UserMutex mutex(String name) {
        return mutexes.computeIfAbsent(name, n -> new UserMutex("mutex " + n));
    }

    private Futex futex(String kind, String name) {
        return futexes.computeIfAbsent(kind + name, Futex::new);
    }

    /** Every mention counts, once for each instance (rt-app: the barrier's waiting). */
    private void countBarrierUsers(JsonNode root) {
        for (TaskSpec task : tasks.values()) {
            for (Phase phase : task.phases()) {
                for (Event event : phase.events()) {
                    if (event.barrier != null) {
                        event.barrier.waiting += task.instances();
                    }
                }
            }
        }
        barriers.forEach((name, barrier) -> {
            if (barrier.waiting < 0) {
                throw root.error("barrier '" + name
                        + "' is only used by tasks that are forked, so that nobody knows how many to wait for");
            }
        });
    }
}
