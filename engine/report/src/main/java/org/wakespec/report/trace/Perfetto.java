// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.report.trace;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import org.wakespec.simulator.wakeup.Decision;

/**
 * A Perfetto trace: the scheduler's events as ftrace bundles of each CPU, from which viewers draw a track for each CPU and
 * task, the names of the tasks, and what the kernel has no events for, decisions above all, as instants on a track of the CPU
 * that did it. Numbers of fields are those of
 * the published schema (perfetto_trace.proto).
 */
final class Perfetto {

    // Trace, TracePacket
    private static final int PACKET = 1;
    private static final int FTRACE_EVENTS = 1;
    private static final int PROCESS_TREE = 2;
    private static final int TIMESTAMP = 8;
    private static final int SEQUENCE_ID = 10;
    private static final int TRACK_EVENT = 11;
    private static final int SEQUENCE_FLAGS = 13;
    private static final int TRACK_DESCRIPTOR = 60;
    // FtraceEventBundle, FtraceEvent
    private static final int CPU = 1;
    private static final int EVENT = 2;
    private static final int EVENT_TIME = 1;
    private static final int EVENT_PID = 2;
    // TrackEvent, DebugAnnotation
    private static final int ANNOTATION = 4;
    private static final int TYPE = 9;
    private static final int INSTANT = 3;
    private static final int TRACK_UUID = 11;
    private static final int CATEGORY = 22;
    private static final int NAME = 23;
    private static final int ANNOTATION_NAME = 10;
    private static final int ANNOTATION_INT = 4;
    private static final int ANNOTATION_TEXT = 6;

    private static final int SEQUENCE = 1;
    private static final int CLEARED = 1;
    private static final long ROOT_TRACK = 0x77616b65_00000000L;
    private static final int EVENTS_OF_BUNDLE = 4096;
    private static final int TASKS_OF_PACKET = 1024;

    private final Trace trace;
    private final OutputStream out;
    private final Protobuf proto = new Protobuf();
    private final byte[][] comms;
    private final FlagNames flags = new FlagNames();

    private Perfetto(Trace trace, OutputStream out) {
        this.trace = trace;
        this.out = out;
        int[] pids = trace.pids();
        comms = new byte[pids.length == 0 ? 1 : pids[pids.length - 1] + 1][];
        for (int pid : pids) {
            comms[pid] = trace.comm(pid, 0).getBytes(StandardCharsets.US_ASCII);
        }
    }

    static void write(Trace trace, TraceInfo info, OutputStream out) throws IOException {
        Perfetto perfetto = new Perfetto(trace, out);
        perfetto.tracks(info);
        perfetto.tasks();
        int[][] events = trace.byCpu();
        for (int cpu = 0; cpu < events.length; cpu++) {
            perfetto.bundles(cpu, events[cpu]);
        }
        for (int[] list : events) {
            perfetto.instants(list);
        }
    }

    private int packet(boolean first) {
        int packet = proto.begin(PACKET);
        proto.number(SEQUENCE_ID, SEQUENCE);
        if (first) {
            proto.number(SEQUENCE_FLAGS, CLEARED);
        }
        return packet;
    }

    private void end(int packet) throws IOException {
        proto.end(packet);
        proto.flush(out);
    }

    // ---- tracks and tasks ----

    /** A group named after the trace, with a track for the decisions of each CPU. */
    private void tracks(TraceInfo info) throws IOException {
        track(true, ROOT_TRACK, 0, "CPU selection: " + info.title(), 0);
        boolean[] decides = new boolean[trace.nrCpus()];
        for (int i = 0; i < trace.size(); i++) {
            decides[trace.cpu(i)] |= !trace.kind(i).isKernels();
        }
        for (int cpu = 0; cpu < decides.length; cpu++) {
            if (decides[cpu]) {
                track(false, track(cpu), ROOT_TRACK, "decided on CPU " + cpu, cpu);
            }
        }
    }

    private static long track(int cpu) {
        return ROOT_TRACK + 1 + cpu;
    }

    private void track(boolean first, long uuid, long parent, String name, int rank) throws IOException {
        int packet = packet(first);
        int descriptor = proto.begin(TRACK_DESCRIPTOR);
        proto.number(1, uuid).text(2, name);
        if (parent != 0) {
            proto.number(5, parent).number(12, rank);
        } else {
            // children in the order of their ranks
            proto.number(11, 3);
        }
        proto.end(descriptor);
        end(packet);
    }

    /** ProcessTree: each task is a process of its own, since what shares memory does not matter here. */
    private void tasks() throws IOException {
        int[] pids = trace.pids();
        for (int from = 0; from < pids.length; from += TASKS_OF_PACKET) {
            int packet = packet(false);
            proto.number(TIMESTAMP, trace.size() == 0 ? 0 : trace.time(0));
            int tree = proto.begin(PROCESS_TREE);
            for (int n = from; n < Math.min(pids.length, from + TASKS_OF_PACKET); n++) {
                int process = proto.begin(1);
                proto.number(1, pids[n]).number(2, 0).text(3, comms[pids[n]]).number(9, 1);
                proto.end(process);
                int thread = proto.begin(2);
                proto.number(1, pids[n]).text(2, comms[pids[n]]).number(3, pids[n]);
                proto.end(thread);
            }
            proto.end(tree);
            end(packet);
        }
    }

    // ---- events ----

    private void bundles(int cpu, int[] list) throws IOException {
        byte[] idle = ("swapper/" + cpu).getBytes(StandardCharsets.US_ASCII);
        int at = 0;
        while (at < list.length) {
            int packet = packet(false);
            int bundle = proto.begin(FTRACE_EVENTS);
            proto.number(CPU, cpu);
            for (int n = 0; n < EVENTS_OF_BUNDLE && at < list.length; n++, at++) {
                event(list[at], cpu, idle);
            }
            proto.end(bundle);
            end(packet);
        }
    }

    private void event(int i, int cpu, byte[] idle) {
        EventKind kind = trace.kind(i);
        if (!kind.isKernels()) {
            return;
        }
        int event = proto.begin(EVENT);
        proto.number(EVENT_TIME, trace.time(i)).number(EVENT_PID, trace.currPid(i));
        int pid = trace.pid(i);
        int body = proto.begin(field(kind));
        switch (kind) {
            case SCHED_SWITCH -> {
                int next = trace.nextPid(i);
                proto.text(1, comm(pid, idle)).number(2, pid).number(3, trace.prevPrio(i));
                proto.number(4, trace.prevState(i));
                proto.text(5, comm(next, idle)).number(6, next).number(7, trace.nextPrio(i));
            }
            case SCHED_WAKING, SCHED_WAKEUP, SCHED_WAKEUP_NEW ->
                proto.text(1, comm(pid, idle))
                        .number(2, pid)
                        .number(3, trace.prio(i))
                        .number(4, 1)
                        .number(5, trace.targetCpu(i));
            case SCHED_MIGRATE_TASK ->
                proto.text(1, comm(pid, idle))
                        .number(2, pid)
                        .number(3, trace.migratedPrio(i))
                        .number(4, trace.origCpu(i))
                        .number(5, trace.destCpu(i));
            case CPU_IDLE -> proto.number(1, trace.idleState(i) & 0xffffffffL).number(2, cpu);
            case SELECT_TASK_RQ, SCHED_TICK, SCHED_BALANCE_RQ ->
                throw new IllegalStateException(kind.label + " is no event of the kernel");
        }
        proto.end(body);
        proto.end(event);
    }

    private static int field(EventKind kind) {
        return switch (kind) {
            case SCHED_SWITCH -> 4;
            case CPU_IDLE -> 13;
            case SCHED_WAKEUP -> 17;
            case SCHED_WAKING -> 20;
            case SCHED_WAKEUP_NEW -> 114;
            case SCHED_MIGRATE_TASK -> 491;
            case SELECT_TASK_RQ, SCHED_TICK, SCHED_BALANCE_RQ ->
                throw new IllegalArgumentException(kind.label + " is no event of the kernel");
        };
    }

    private byte[] comm(int pid, byte[] idle) {
        return pid == 0 ? idle : comms[pid];
    }

    private void instants(int[] list) throws IOException {
        for (int i : list) {
            EventKind kind = trace.kind(i);
            if (kind.isKernels()) {
                continue;
            }
            int packet = packet(false);
            proto.number(TIMESTAMP, trace.time(i));
            int event = proto.begin(TRACK_EVENT);
            proto.number(TYPE, INSTANT).number(TRACK_UUID, track(trace.cpu(i)));
            proto.text(CATEGORY, kind.label);
            if (kind == EventKind.SELECT_TASK_RQ) {
                decision(trace.decision(i));
            } else {
                proto.text(NAME, kind.label);
            }
            if (kind == EventKind.SCHED_BALANCE_RQ) {
                number("tasks moved", trace.moved(i));
            }
            proto.end(event);
            proto.end(packet);
            if (proto.length() > 1 << 16) {
                proto.flush(out);
            }
        }
        proto.flush(out);
    }

    private void decision(Decision decision) {
        proto.text(NAME, decision.task().comm + " -> CPU " + decision.cpu());
        text("by", decision.by());
        text("flags", flags.of(decision.wakeFlags()));
        text("context", decision.context().toString());
        number("previous CPU", decision.prevCpu());
        number("CPUs scanned", decision.scanned());
    }

    private void text(String name, String value) {
        int annotation = proto.begin(ANNOTATION);
        proto.text(ANNOTATION_NAME, name).text(ANNOTATION_TEXT, value);
        proto.end(annotation);
    }

    private void number(String name, long value) {
        int annotation = proto.begin(ANNOTATION);
        proto.text(ANNOTATION_NAME, name).number(ANNOTATION_INT, value);
        proto.end(annotation);
    }
}
