// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.report.trace;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import org.wakespec.simulator.wakeup.Decision;

/**
 * The text form of the kernel's tracer, for people and diff; times to the nanosecond. Events of different CPUs in the same
 * nanosecond are listed by CPU, as {@code trace-cmd report} does.
 */
final class TraceText {

    private static final long NS = 1_000_000_000L;
    private static final int FLUSH = 1 << 16;

    private final Trace trace;
    private final FlagNames flags = new FlagNames();
    private final StringBuilder text = new StringBuilder(FLUSH + 1024);

    private TraceText(Trace trace) {
        this.trace = trace;
    }

    static void write(Trace trace, TraceInfo info, OutputStream out) throws IOException {
        new TraceText(trace).write(info, out);
    }

    private void write(TraceInfo info, OutputStream out) throws IOException {
        text.append("# tracer: nop\n#\n# ").append(info.title()).append('\n');
        text.append("# entries-in-buffer/entries-written: ")
                .append(trace.size())
                .append('/')
                .append(trace.size() + trace.dropped())
                .append("   #P:")
                .append(trace.nrCpus())
                .append("\n#\n#           TASK-PID     CPU#         TIMESTAMP  FUNCTION\n");
        text.append("#              | |         |             |         |\n");
        for (int i : trace.merged()) {
            line(i);
            if (text.length() > FLUSH) {
                flush(out);
            }
        }
        flush(out);
    }

    private void flush(OutputStream out) throws IOException {
        out.write(text.toString().getBytes(StandardCharsets.US_ASCII));
        text.setLength(0);
    }

    private void line(int i) {
        int pid = trace.currPid(i);
        String comm = pid == 0 ? "<idle>" : trace.comm(pid, 0);
        pad(16 - comm.length());
        text.append(comm).append('-').append(pid);
        pad(7 - digits(pid));
        text.append(" [");
        number(trace.cpu(i), 3);
        text.append("] ..... ");
        long time = trace.time(i);
        pad(5 - digits(time / NS));
        text.append(time / NS).append('.');
        number(time % NS, 9);
        text.append(": ").append(trace.kind(i).label).append(": ");
        details(i);
        text.append('\n');
    }

    private void details(int i) {
        switch (trace.kind(i)) {
            case SCHED_SWITCH -> {
                task("prev_", trace.pid(i), trace.cpu(i), trace.prevPrio(i));
                int state = trace.prevState(i);
                text.append(" prev_state=").append(state == Trace.RUNNING ? 'R' : state == Trace.SLEEPING ? 'S' : 'X');
                text.append(" ==> ");
                task("next_", trace.nextPid(i), trace.cpu(i), trace.nextPrio(i));
            }
            case SCHED_WAKING, SCHED_WAKEUP, SCHED_WAKEUP_NEW -> {
                task("", trace.pid(i), 0, trace.prio(i));
                text.append(" target_cpu=");
                number(trace.targetCpu(i), 3);
            }
            case SCHED_MIGRATE_TASK -> {
                task("", trace.pid(i), 0, trace.migratedPrio(i));
                text.append(" orig_cpu=").append(trace.origCpu(i));
                text.append(" dest_cpu=").append(trace.destCpu(i));
            }
            case CPU_IDLE ->
                text.append("state=")
                        .append(trace.idleState(i) & 0xffffffffL)
                        .append(" cpu_id=")
                        .append(trace.cpu(i));
            case SELECT_TASK_RQ -> decision(trace.decision(i), trace.pid(i));
            case SCHED_TICK -> text.append("cpu=").append(trace.cpu(i));
            case SCHED_BALANCE_RQ ->
                text.append("cpu=").append(trace.cpu(i)).append(" moved=").append(trace.moved(i));
        }
    }

    private void decision(Decision decision, int pid) {
        text.append("comm=").append(trace.comm(pid, 0)).append(" pid=").append(pid);
        text.append(" prev_cpu=").append(decision.prevCpu());
        text.append(" cpu=").append(decision.cpu());
        text.append(" flags=").append(flags.of(decision.wakeFlags()));
        text.append(" scanned=").append(decision.scanned());
        text.append(" by=").append(decision.by());
    }

    private void task(String prefix, int pid, int cpu, int prio) {
        text.append(prefix).append("comm=").append(trace.comm(pid, cpu));
        text.append(' ').append(prefix).append("pid=").append(pid);
        text.append(' ').append(prefix).append("prio=").append(prio);
    }

    private void pad(int blanks) {
        for (int i = 0; i < blanks; i++) {
            text.append(' ');
        }
    }

    private void number(long value, int width) {
        for (int i = digits(value); i < width; i++) {
            text.append('0');
        }
        text.append(value);
    }

    private static int digits(long value) {
        int digits = 1;
        for (long rest = value / 10; rest > 0; rest /= 10) {
            digits++;
        }
        return digits;
    }
}
