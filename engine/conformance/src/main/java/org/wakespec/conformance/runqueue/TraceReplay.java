// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.conformance.runqueue;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.wakespec.conformance.UnreadableRecordsException;
import org.wakespec.simulator.runqueue.RunQueue;
import org.wakespec.simulator.runqueue.SchedEvents;
import org.wakespec.simulator.runqueue.Scheduler;
import org.wakespec.simulator.runqueue.SliceReads;
import org.wakespec.simulator.task.SchedPolicy;
import org.wakespec.simulator.task.Task;
import org.wakespec.simulator.topology.CpuMask;
import org.wakespec.simulator.wakeup.WakeFlags;

/**
 * Repeats a trace on the simulator's own run queues and compares the whole state after every operation. Which entry
 * point of
 * the scheduler an operation calls is known here; no rule of the scheduler is.
 */
final class TraceReplay {

    /** Ids of the anonymous real-time tasks start here, one a CPU. */
    private static final int RT_ID = 1000;

    private static final int SHOWN_FIELDS = 6;
    private static final CpuField[] CPU_FIELDS = CpuField.values();
    private static final TaskField[] TASK_FIELDS = TaskField.values();

    private final Trace trace;
    private final Scheduler sched;
    /** Null: slices that were read are not compared. */
    private final SliceReads sliceReads;

    private final ExpectedState expected;
    private final CpuMask allCpus;
    private final Map<Integer, Task> tasks = new TreeMap<>();
    private final Task[] realtime;
    private final List<Integer> ipis = new ArrayList<>();
    private final List<Integer> hrtickIpis = new ArrayList<>();

    private int next;
    private JsonNode op;
    private String place;
    private Task picked;

    /** Repeats the trace as it is, and compares all that it records. */
    static TraceReplay of(Trace trace) {
        if (!trace.recordsStaleSlices) {
            return new TraceReplay(trace, new Scheduler(trace.topology(), trace.config));
        }
        SliceReads reads = new SliceReads();
        return new TraceReplay(trace, reads.scheduler(trace.topology(), trace.config), reads);
    }

    /**
     * Compares all but slices that were read.
     *
     * @param sched a fresh scheduler for the trace's machine and configuration
     */
    TraceReplay(Trace trace, Scheduler sched) {
        this(trace, sched, null);
    }

    private TraceReplay(Trace trace, Scheduler sched, SliceReads sliceReads) {
        this.trace = trace;
        this.sched = sched;
        this.sliceReads = sliceReads;
        expected = new ExpectedState(trace.nrCpus, trace.start);
        allCpus = CpuMask.all(trace.nrCpus);
        realtime = new Task[trace.nrCpus];
        for (int cpu = 0; cpu < trace.nrCpus; cpu++) {
            realtime[cpu] = new Task(RT_ID + cpu, "rt/" + cpu, CpuMask.of(trace.nrCpus, cpu));
            realtime[cpu].policy = SchedPolicy.FIFO;
        }
        sched.startClocks(trace.start);
        sched.events = new SchedEvents() {
            @Override
            public void reschedSet(RunQueue rq, boolean immediate, boolean ipi) {
                if (ipi) {
                    ipis.add(rq.cpu);
                }
            }

            @Override
            public void hrtickArmed(RunQueue rq, boolean ipi) {
                if (ipi) {
                    hrtickIpis.add(rq.cpu);
                }
            }
        };
    }

    boolean hasNext() {
        return next < trace.ops.size();
    }

    /** Operations not yet repeated. */
    int remaining() {
        return trace.ops.size() - next;
    }

    /** Repeats the next operation; what differs afterwards, empty if nothing does. */
    List<String> step() {
        op = trace.ops.get(next);
        place = trace.place + " operation " + next;
        next++;
        ipis.clear();
        hrtickIpis.clear();
        picked = null;
        sched.now = Json.number(op, "t", place);
        sched.thisCpu = op.has("by") ? cpu("by") : op.has("cpu") ? cpu("cpu") : 0;
        if (sliceReads != null) {
            sliceReads.clear();
        }
        try {
            execute(Json.text(op, "op", place));
        } catch (IllegalArgumentException e) {
            throw new UnreadableRecordsException(place + ": " + e.getMessage(), e);
        }
        expected.apply(op, place);
        return differences();
    }

    /** Where the operation last repeated stands. */
    String place() {
        return place;
    }

    /** The operation last repeated, in words. */
    String describe() {
        StringBuilder text = new StringBuilder(op.path("op").asText());
        op.properties().forEach(argument -> {
            if (!List.of("op", "C", "T", "tree", "comment").contains(argument.getKey())) {
                text.append(' ').append(argument.getKey()).append('=').append(argument.getValue());
            }
        });
        return text.toString();
    }

    private int cpu(String field) {
        int cpu = Json.integer(op, field, place);
        if (cpu < 0 || cpu >= trace.nrCpus) {
            throw new UnreadableRecordsException(
                    place + ": there is no CPU " + cpu + ", the trace has CPUs 0-" + (trace.nrCpus - 1));
        }
        return cpu;
    }

    private Task task(String field) {
        int id = Json.integer(op, field, place);
        Task p = tasks.get(id);
        if (p == null) {
            throw new UnreadableRecordsException(
                    place + ": there is no task " + id + ", the tasks are " + tasks.keySet());
        }
        return p;
    }

    private SchedPolicy policy() {
        return ExpectedState.policy(Json.text(op, "policy", place), place);
    }

    private RunQueue rq() {
        return sched.rq[cpu("cpu")];
    }

    private void execute(String name) {
        switch (name) {
            case "fork" -> fork();
            case "wake" -> wake();
            case "schedule" -> picked = rq().schedule();
            case "block" -> picked = rq().scheduleBlocked(Json.flag(op, "special", false, place));
            case "exit" -> exit();
            case "tick" -> rq().tick();
            case "hrtick" -> rq().hrtick();
            case "account" -> rq().account();
            case "yield" -> picked = rq().schedYield();
            case "yield_to" -> picked = rq().yieldTo(task("p"));
            case "nice" -> sched.core.setUserNice(task("p"), Json.integer(op, "nice", place));
            case "setattr" ->
                sched.core.schedSetattr(
                        task("p"), policy(), Json.integer(op, "nice", place), Json.number(op, "runtime", place));
            case "migrate" -> sched.core.moveQueuedTask(task("p"), cpu("cpu"));
            case "update_blocked" -> rq().updateBlockedAverages();
            case "freq" -> rq().archScaleFreqCapacity = Json.number(op, "freq", place);
            case "rt_start" -> sched.core.wakeRealtime(realtime[cpu("cpu")], cpu("cpu"));
            case "rt_stop" -> picked = rq().scheduleBlocked(false);
            default ->
                throw new UnreadableRecordsException(place + ": unknown operation '" + name
                        + "', expected one of fork, wake, schedule, block, exit, tick, hrtick, account, yield, yield_to,"
                        + " nice, setattr, migrate, update_blocked, freq, rt_start, rt_stop");
        }
    }

    private void fork() {
        int id = Json.integer(op, "p", place);
        if (tasks.containsKey(id)) {
            throw new UnreadableRecordsException(place + ": task " + id + " exists already");
        }
        Task child = new Task(id, "task", allCpus);
        if (op.has("parent")) {
            sched.core.schedFork(child, task("parent"));
        } else {
            SchedPolicy policy = op.has("policy") ? policy() : SchedPolicy.NORMAL;
            sched.core.initTask(child, policy, Json.integer(op, "nice", 0, place), Json.number(op, "slice", 0, place));
        }
        tasks.put(id, child);
        sched.core.wakeUpNewTask(child, cpu("cpu"));
    }

    private void wake() {
        Task p = task("p");
        int flags = WakeFlags.WF_TTWU;
        if (Json.flag(op, "sync", false, place)) {
            flags |= WakeFlags.WF_SYNC;
        }
        if (!sched.core.ttwuRunnable(p, flags)) {
            if (Json.flag(op, "selected", true, place)) {
                flags |= WakeFlags.WF_RQ_SELECTED;
            }
            sched.core.ttwuActivate(p, cpu("cpu"), flags);
        }
    }

    private void exit() {
        RunQueue rq = rq();
        Task dying = rq.curr;
        picked = rq.scheduleBlocked(true);
        sched.core.taskDead(dying);
        tasks.remove(dying.pid);
    }

    // ---- comparison ----

    private List<String> differences() {
        List<String> found = new ArrayList<>(0);
        if (op.has("pick") || picked != null) {
            compare(found, "pick", Json.number(op, "pick", -1, place), picked == null ? -1 : picked.pid);
        }
        compareList(found, "ipi", op.has("ipi") ? ExpectedState.ids(op.get("ipi"), place) : new int[0], ints(ipis));
        compareList(
                found,
                "hrtick_ipi",
                op.has("hrtick_ipi") ? ExpectedState.ids(op.get("hrtick_ipi"), place) : new int[0],
                ints(hrtickIpis));
        if (sliceReads != null) {
            compareRead(found, "min_slice", sliceReads.minSlice());
            compareRead(found, "max_slice", sliceReads.maxSlice());
        }
        for (int cpu = 0; cpu < expected.nrCpus(); cpu++) {
            compareCpu(found, cpu);
        }
        compareTasks(found);
        if (op.has("tree")) {
            compareTrees(found);
        }
        return found;
    }

    /** A slice read from the tree and the true one, where they differ. */
    private void compareRead(List<String> found, String field, SliceReads.Read read) {
        String want = "none";
        if (op.has(field)) {
            JsonNode pair = Json.array(op, field, place);
            if (pair.size() != 2) {
                throw new UnreadableRecordsException(place + ": '" + field + "' is not a pair of numbers: " + pair);
            }
            want = Json.value(pair.get(0), field, place) + " instead of " + Json.value(pair.get(1), field, place);
        }
        String got = read.isStale() ? read.seen() + " instead of " + read.real() : "none";
        if (!want.equals(got)) {
            add(found, "stale " + field + " read expected " + want + ", got " + got);
        }
    }

    private void compareCpu(List<String> found, int cpu) {
        RunQueue rq = sched.rq[cpu];
        for (CpuField field : CPU_FIELDS) {
            long want = expected.cpu(cpu, field);
            long got = field.read(rq);
            if (want != got) {
                compare(found, "CPU " + cpu + " " + field.jsonName(), want, got);
            }
        }
        int[] want = expected.cfsTasks(cpu);
        Task at = rq.cfsTasksHead;
        for (int i = 0; i <= want.length; i++) {
            if (i == want.length ? at != null : at == null || at.pid != want[i]) {
                compareList(found, "CPU " + cpu + " cfs_tasks", want, listed(rq));
                return;
            }
            at = at == null ? null : at.groupNext;
        }
    }

    private static int[] listed(RunQueue rq) {
        List<Integer> ids = new ArrayList<>();
        for (Task p = rq.cfsTasksHead; p != null; p = p.groupNext) {
            ids.add(p.pid);
        }
        return ints(ids);
    }

    private void compareTasks(List<String> found) {
        if (!expected.tasks().keySet().equals(tasks.keySet())) {
            found.add("tasks expected " + expected.tasks().keySet() + ", got " + tasks.keySet());
            return;
        }
        expected.tasks().forEach((id, fields) -> {
            Task p = tasks.get(id);
            for (TaskField field : TASK_FIELDS) {
                long want = fields[field.ordinal()];
                long got = field.read(p);
                if (want != got) {
                    compare(found, "task " + id + " " + field.jsonName(), want, got);
                }
            }
        });
    }

    /** The tree in deadline order, as pairs of task and whether it is eligible. */
    private void compareTrees(List<String> found) {
        JsonNode trees = Json.object(op, "tree", place);
        for (int cpu = 0; cpu < trace.nrCpus; cpu++) {
            JsonNode recorded = trees.get(Integer.toString(cpu));
            if (recorded == null) {
                continue;
            }
            List<Integer> want = new ArrayList<>();
            recorded.forEach(pair -> pair.forEach(value -> want.add((int) Json.value(value, "tree entry", place))));
            List<Integer> got = new ArrayList<>();
            RunQueue rq = sched.rq[cpu];
            for (Task p = rq.cfs.firstEntity(); p != null; p = rq.cfs.nextEntity(p)) {
                got.add(p.pid);
                got.add(rq.cfs.entityEligible(p) ? 1 : 0);
            }
            compareList(found, "CPU " + cpu + " tree", ints(want), ints(got));
        }
    }

    private static int[] ints(List<Integer> list) {
        return list.stream().mapToInt(Integer::intValue).toArray();
    }

    private static void compare(List<String> found, String field, long want, long got) {
        if (want != got) {
            add(found, field + " expected " + want + ", got " + got);
        }
    }

    private static void compareList(List<String> found, String field, int[] want, int[] got) {
        if (!Arrays.equals(want, got)) {
            add(found, field + " expected " + Arrays.toString(want) + ", got " + Arrays.toString(got));
        }
    }

    private static void add(List<String> found, String difference) {
        if (found.size() < SHOWN_FIELDS) {
            found.add(difference);
        } else if (found.size() == SHOWN_FIELDS) {
            found.add("... and more fields");
        }
    }
}
