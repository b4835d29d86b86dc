// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.report.trace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is in a trace.dat is what is in the text: for a reader of its own here, and for trace-cmd where there is one. */
class TraceDatTest {

    private static final Pattern LINE =
            Pattern.compile("\\s*(.{1,16})-(\\d+)\\s+\\[(\\d+)\\] +(?:\\.+ +)?([\\d.]+): (\\w+): +(.*)");

    @TempDir
    Path dir;

    /** Lines of a report in one form: task, pid, CPU, time, event, fields. */
    private static List<String> lines(String report) {
        return report.lines()
                .filter(line -> !line.startsWith("#") && !line.startsWith("cpus="))
                .map(line -> {
                    Matcher match = LINE.matcher(line);
                    assertThat(match.matches()).as(line).isTrue();
                    return String.join(
                            " ",
                            match.group(1),
                            match.group(2),
                            match.group(3),
                            match.group(4),
                            match.group(5),
                            match.group(6));
                })
                .toList();
    }

    private static List<String> text(Trace trace) {
        return lines(Traces.text(TraceFormat.TEXT, trace));
    }

    /** What the file says of each event, in the form of {@link #known}. */
    private static List<String> read(byte[] file) {
        return new TraceDatReader(file)
                .events().stream()
                        .map(event -> String.format(
                                Locale.ROOT,
                                "%d [%d] %d %s %s",
                                event.time(),
                                event.cpu(),
                                event.fields().get("common_pid"),
                                event.name(),
                                event.fields()))
                        .toList();
    }

    private static String known(Trace trace, int i) {
        String head = String.format(
                Locale.ROOT, "%d [%d] %d %s ", trace.time(i), trace.cpu(i), trace.currPid(i), trace.kind(i).label);
        String common = "{common_pid=" + trace.currPid(i);
        boolean ofTask = trace.kind(i) != EventKind.CPU_IDLE
                && (trace.kind(i).isKernels() || trace.kind(i) == EventKind.SELECT_TASK_RQ);
        String comm = !ofTask ? "" : trace.comm(trace.pid(i), trace.cpu(i));
        return head
                + switch (trace.kind(i)) {
                    case SCHED_SWITCH ->
                        common + ", prev_comm=" + comm + ", prev_pid=" + trace.pid(i) + ", prev_prio="
                                + trace.prevPrio(i) + ", prev_state=" + trace.prevState(i) + ", next_comm="
                                + trace.comm(trace.nextPid(i), trace.cpu(i)) + ", next_pid=" + trace.nextPid(i)
                                + ", next_prio=" + trace.nextPrio(i) + "}";
                    case SCHED_WAKING, SCHED_WAKEUP, SCHED_WAKEUP_NEW ->
                        common + ", comm=" + comm + ", pid=" + trace.pid(i) + ", prio=" + trace.prio(i)
                                + ", target_cpu=" + trace.targetCpu(i) + "}";
                    case SCHED_MIGRATE_TASK ->
                        common + ", comm=" + comm + ", pid=" + trace.pid(i) + ", prio=" + trace.migratedPrio(i)
                                + ", orig_cpu=" + trace.origCpu(i) + ", dest_cpu=" + trace.destCpu(i) + "}";
                    case CPU_IDLE -> common + ", state=" + trace.idleState(i) + ", cpu_id=" + trace.cpu(i) + "}";
                    case SELECT_TASK_RQ ->
                        common + ", comm=" + comm + ", pid=" + trace.pid(i) + ", prev_cpu="
                                + trace.decision(i).prevCpu() + ", cpu="
                                + trace.decision(i).cpu() + ", flags="
                                + trace.decision(i).wakeFlags() + ", scanned="
                                + trace.decision(i).scanned() + ", by="
                                + trace.decision(i).by() + "}";
                    case SCHED_TICK -> common + ", cpu=" + trace.cpu(i) + "}";
                    case SCHED_BALANCE_RQ -> common + ", cpu=" + trace.cpu(i) + ", moved=" + trace.moved(i) + "}";
                };
    }

    @Test
    void everyEventIsInTheFileAsItsFormatDescribesIt() {
        Trace trace = Traces.random(20_000, 7);
        List<String> expected =
                Arrays.stream(trace.merged()).mapToObj(i -> known(trace, i)).toList();

        assertThat(read(Traces.write(TraceFormat.TRACE_DAT, trace))).isEqualTo(expected);
    }

    @Test
    void aChangedByteIsNoticed() {
        Trace trace = Traces.random(200, 7);
        byte[] file = Traces.write(TraceFormat.TRACE_DAT, trace);
        List<String> before = read(file);
        int firstEvent = new TraceDatReader(file).firstEventAt();
        file[firstEvent + 4]++;

        assertThat(read(file)).isNotEqualTo(before);
    }

    @Test
    void pagesAreAlignedAndFull() {
        byte[] file = Traces.write(TraceFormat.TRACE_DAT, Traces.random(20_000, 7));

        assertThat(file.length % 4096).isZero();
        assertThat(new TraceDatReader(file).fill()).isGreaterThan(0.95);
    }

    @Test
    void taskNamesAreSaved() {
        byte[] file = Traces.write(TraceFormat.TRACE_DAT, Traces.story());

        assertThat(new String(file, StandardCharsets.ISO_8859_1)).contains("7 A\n8 a_task_with_a_l\n");
    }

    @Test
    void traceCmdListsTheSameEventsInTheSameOrder() throws IOException, InterruptedException {
        assumeTrue(installed(), "trace-cmd is not installed");
        for (Trace trace : List.of(Traces.story(), Traces.random(20_000, 11))) {
            Path file = dir.resolve("trace.dat");
            Files.write(file, Traces.write(TraceFormat.TRACE_DAT, trace));
            // -t: times to the nanosecond; -N: by the formats in the file, not by plug-ins
            Path report = dir.resolve("report.txt");
            Process process = new ProcessBuilder("trace-cmd", "report", "-t", "-N", file.toString())
                    .redirectOutput(report.toFile())
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();

            assertThat(process.waitFor()).isZero();
            assertThat(lines(Files.readString(report))).isEqualTo(text(trace));
        }
    }

    private static boolean installed() throws InterruptedException {
        try {
            new ProcessBuilder("trace-cmd", "--version")
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start()
                    .waitFor();
            return true;
        } catch (IOException e) {
            return false;
        }
    }
}
