// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.report.trace;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import org.wakespec.simulator.wakeup.Decision;

/**
 * A trace.dat file of version 6 (trace-cmd.dat(5)), as a little-endian 64-bit machine with 4 KiB pages writes it: header page,
 * event formats, names of tasks, and the ring buffer pages of each CPU.
 */
final class TraceDat {

    private static final int PAGE = 4096;
    private static final int PAGE_HEADER = 16;
    private static final int DATA = PAGE - PAGE_HEADER;
    /** Bits of the time since the event before; longer times take an entry of their own. */
    private static final int DELTA_BITS = 27;

    private static final int TIME_EXTEND = 30;
    /** Longest event whose length fits into its header, in bytes. */
    private static final int SHORT_EVENT = 28 * 4;

    private final Trace trace;
    private final LittleEndian event = new LittleEndian(256);
    private final LittleEndian page = new LittleEndian(PAGE);

    private TraceDat(Trace trace) {
        this.trace = trace;
    }

    static void write(Trace trace, TraceInfo info, OutputStream out) throws IOException {
        new TraceDat(trace).write(out);
    }

    private void write(OutputStream out) throws IOException {
        int[][] events = trace.byCpu();
        LittleEndian head = head();
        long at = head.length + 10 + 16L * events.length;
        long first = (at + PAGE - 1) / PAGE * PAGE;
        head.text("flyrecord").u8(0);
        long offset = first;
        for (int[] list : events) {
            long bytes = (long) PAGE * pages(list, null);
            head.u64(offset).u64(bytes);
            offset += bytes;
        }
        out.write(head.bytes, 0, head.length);
        out.write(new byte[(int) (first - at)]);
        for (int[] list : events) {
            pages(list, out);
        }
    }

    // ---- head ----

    private LittleEndian head() {
        LittleEndian head = new LittleEndian(1 << 14);
        head.u8(0x17).u8(0x08).u8(0x44).text("tracing").text("6").u8(0);
        // little endian, size of a long, page size
        head.u8(0).u8(8).u32(PAGE);
        file(head.text("header_page").u8(0), HEADER_PAGE);
        file(head.text("header_event").u8(0), HEADER_EVENT);
        // no formats of the function tracer
        head.u32(0);
        head.u32(3);
        head.text("sched").u8(0).u32(5);
        for (int kind = 0; kind < 5; kind++) {
            file(head, format(EventKind.ALL[kind]));
        }
        head.text("power").u8(0).u32(1);
        file(head, format(EventKind.CPU_IDLE));
        head.text("wakespec").u8(0).u32(3);
        file(head, format(EventKind.SELECT_TASK_RQ));
        file(head, format(EventKind.SCHED_TICK));
        file(head, format(EventKind.SCHED_BALANCE_RQ));
        // no addresses of functions, no printk formats
        head.u32(0).u32(0);
        StringBuilder names = new StringBuilder();
        for (int pid : trace.pids()) {
            names.append(pid).append(' ').append(trace.comm(pid, 0)).append('\n');
        }
        file(head, names.toString());
        return head.u32(trace.nrCpus()).text("options  ").u8(0).u16(0);
    }

    private static void file(LittleEndian head, String content) {
        head.u64(content.length()).text(content);
    }

    private static final String HEADER_PAGE = """
            \tfield: u64 timestamp;\toffset:0;\tsize:8;\tsigned:0;
            \tfield: local_t commit;\toffset:8;\tsize:8;\tsigned:1;
            \tfield: int overwrite;\toffset:8;\tsize:1;\tsigned:1;
            \tfield: char data;\toffset:16;\tsize:4080;\tsigned:1;
            """;

    private static final String HEADER_EVENT = """
            # compressed entry header
            \ttype_len    :    5 bits
            \ttime_delta  :   27 bits
            \tarray       :   32 bits

            \tpadding     : type == 29
            \ttime_extend : type == 30
            \ttime_stamp : type == 31
            \tdata max type_len  == 28
            """;

    private static int id(EventKind kind) {
        return 301 + kind.ordinal();
    }

    /** The description of an event, from which readers take it apart and print it. */
    private static String format(EventKind kind) {
        Fields fields = new Fields();
        fields.add("unsigned short common_type", 2, false);
        fields.add("unsigned char common_flags", 1, false);
        fields.add("unsigned char common_preempt_count", 1, false);
        fields.add("int common_pid", 4, true);
        fields.text.append('\n');
        String print =
                switch (kind) {
                    case SCHED_SWITCH -> {
                        task(fields, "prev_");
                        fields.add("long prev_state", 8, true);
                        task(fields, "next_");
                        yield "\"prev_comm=%s prev_pid=%d prev_prio=%d prev_state=%s ==> next_comm=%s next_pid=%d"
                                + " next_prio=%d\", REC->prev_comm, REC->prev_pid, REC->prev_prio,"
                                + " __print_symbolic(REC->prev_state, { 0, \"R\" }, { 1, \"S\" }, { 16, \"X\" }),"
                                + " REC->next_comm, REC->next_pid, REC->next_prio";
                    }
                    case SCHED_WAKING, SCHED_WAKEUP, SCHED_WAKEUP_NEW -> {
                        task(fields, "");
                        fields.add("int target_cpu", 4, true);
                        yield "\"comm=%s pid=%d prio=%d target_cpu=%03d\", REC->comm, REC->pid, REC->prio,"
                                + " REC->target_cpu";
                    }
                    case SCHED_MIGRATE_TASK -> {
                        task(fields, "");
                        fields.add("int orig_cpu", 4, true);
                        fields.add("int dest_cpu", 4, true);
                        yield "\"comm=%s pid=%d prio=%d orig_cpu=%d dest_cpu=%d\", REC->comm, REC->pid, REC->prio,"
                                + " REC->orig_cpu, REC->dest_cpu";
                    }
                    case CPU_IDLE -> {
                        fields.add("u32 state", 4, false);
                        fields.add("u32 cpu_id", 4, false);
                        yield "\"state=%lu cpu_id=%lu\", (unsigned long)REC->state, (unsigned long)REC->cpu_id";
                    }
                    case SELECT_TASK_RQ -> {
                        fields.add("char comm[16]", 16, false);
                        fields.add("pid_t pid", 4, true);
                        fields.add("int prev_cpu", 4, true);
                        fields.add("int cpu", 4, true);
                        fields.add("u32 flags", 4, false);
                        fields.add("int scanned", 4, true);
                        fields.add("__data_loc char[] by", 4, false);
                        yield "\"comm=%s pid=%d prev_cpu=%d cpu=%d flags=%s scanned=%d by=%s\", REC->comm, REC->pid,"
                                + " REC->prev_cpu, REC->cpu, __print_flags(REC->flags, \"|\", { 0x02, \"WF_EXEC\" },"
                                + " { 0x04, \"WF_FORK\" }, { 0x08, \"WF_TTWU\" }, { 0x10, \"WF_SYNC\" },"
                                + " { 0x20, \"WF_MIGRATED\" }, { 0x40, \"WF_CURRENT_CPU\" },"
                                + " { 0x80, \"WF_RQ_SELECTED\" }), REC->scanned, __get_str(by)";
                    }
                    case SCHED_TICK -> {
                        fields.add("int cpu", 4, true);
                        yield "\"cpu=%d\", REC->cpu";
                    }
                    case SCHED_BALANCE_RQ -> {
                        fields.add("int cpu", 4, true);
                        fields.add("int moved", 4, true);
                        yield "\"cpu=%d moved=%d\", REC->cpu, REC->moved";
                    }
                };
        return "name: " + kind.label + "\nID: " + id(kind) + "\nformat:\n" + fields.text + "\nprint fmt: " + print
                + "\n";
    }

    private static void task(Fields fields, String prefix) {
        fields.add("char " + prefix + "comm[16]", 16, false);
        fields.add("pid_t " + prefix + "pid", 4, true);
        fields.add("int " + prefix + "prio", 4, true);
    }

    private static final class Fields {
        final StringBuilder text = new StringBuilder();
        private int offset;

        void add(String declaration, int size, boolean signed) {
            text.append("\tfield:").append(declaration).append(";\toffset:").append(offset);
            text.append(";\tsize:")
                    .append(size)
                    .append(";\tsigned:")
                    .append(signed ? 1 : 0)
                    .append(";\n");
            offset += size;
        }
    }

    // ---- data ----

    /** Lays events out on pages and writes them, or only counts the pages. */
    private int pages(int[] list, OutputStream out) throws IOException {
        int pages = 0;
        long before = 0;
        page.length = 0;
        for (int i : list) {
            payload(i);
            long time = trace.time(i);
            boolean extended = page.length > 0 && time - before >>> DELTA_BITS != 0;
            int needs = (extended ? 8 : 0) + 4 + (event.length > SHORT_EVENT ? 4 : 0) + event.length;
            if (page.length == 0 || page.length + needs > DATA) {
                pages += flush(out);
                pageTime = time;
                before = time;
                extended = false;
            }
            long delta = time - before;
            before = time;
            if (extended) {
                page.u32(TIME_EXTEND | (int) delta << 5).u32((int) (delta >>> DELTA_BITS));
                delta = 0;
            }
            if (event.length > SHORT_EVENT) {
                page.u32((int) delta << 5).u32(event.length + 4);
            } else {
                page.u32(event.length / 4 | (int) delta << 5);
            }
            System.arraycopy(event.bytes, 0, page.bytes, page.length, event.length);
            page.length += event.length;
        }
        return pages + flush(out);
    }

    private long pageTime;

    private int flush(OutputStream out) throws IOException {
        if (page.length == 0) {
            return 0;
        }
        if (out != null) {
            LittleEndian head = new LittleEndian(PAGE_HEADER).u64(pageTime).u64(page.length);
            out.write(head.bytes, 0, PAGE_HEADER);
            out.write(page.bytes, 0, page.length);
            out.write(new byte[DATA - page.length]);
        }
        page.length = 0;
        return 1;
    }

    /** The event as its format describes it, padded to words. */
    private void payload(int i) {
        EventKind kind = trace.kind(i);
        event.length = 0;
        event.u16(id(kind)).u8(0).u8(0).u32(trace.currPid(i));
        switch (kind) {
            case SCHED_SWITCH -> {
                task(trace.pid(i), trace.cpu(i)).u32(trace.prevPrio(i)).u64(trace.prevState(i));
                task(trace.nextPid(i), trace.cpu(i)).u32(trace.nextPrio(i));
            }
            case SCHED_WAKING, SCHED_WAKEUP, SCHED_WAKEUP_NEW ->
                task(trace.pid(i), 0).u32(trace.prio(i)).u32(trace.targetCpu(i));
            case SCHED_MIGRATE_TASK ->
                task(trace.pid(i), 0)
                        .u32(trace.migratedPrio(i))
                        .u32(trace.origCpu(i))
                        .u32(trace.destCpu(i));
            case CPU_IDLE -> event.u32(trace.idleState(i)).u32(trace.cpu(i));
            case SCHED_TICK -> event.u32(trace.cpu(i));
            case SCHED_BALANCE_RQ -> event.u32(trace.cpu(i)).u32(trace.moved(i));
            case SELECT_TASK_RQ -> {
                Decision decision = trace.decision(i);
                byte[] by = decision.by().getBytes(StandardCharsets.US_ASCII);
                task(trace.pid(i), 0)
                        .u32(decision.prevCpu())
                        .u32(decision.cpu())
                        .u32(decision.wakeFlags())
                        .u32(decision.scanned())
                        .u32(by.length + 1 << 16 | event.length + 4)
                        .text(decision.by())
                        .u8(0);
                while (event.length % 4 != 0) {
                    event.u8(0);
                }
            }
        }
    }

    private LittleEndian task(int pid, int cpu) {
        return event.text(trace.comm(pid, cpu), 16).u32(pid);
    }
}
