// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.report.trace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.networknt.schema.InputFormat;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.wakespec.simulator.task.Task;
import org.wakespec.simulator.topology.CpuMask;

class TraceFormatsTest {

    @Test
    void textIsThatOfTheKernelsTracer() {
        assertThat(Traces.text(TraceFormat.TEXT, Traces.story())).isEqualTo("""
                # tracer: nop
                #
                # made up, policy linux-7.2, machine box
                # entries-in-buffer/entries-written: 13/13   #P:4
                #
                #           TASK-PID     CPU#         TIMESTAMP  FUNCTION
                #              | |         |             |         |
                          <idle>-0       [000] .....     0.000001000: sched_switch: prev_comm=swapper/0 prev_pid=0 prev_prio=120 prev_state=R ==> next_comm=A next_pid=7 next_prio=120
                               A-7       [000] .....     0.000001100: select_task_rq: comm=a_task_with_a_l pid=8 prev_cpu=0 cpu=1 flags=WF_FORK scanned=3 by=slow-path
                               A-7       [000] .....     0.000001100: sched_wakeup_new: comm=a_task_with_a_l pid=8 prio=120 target_cpu=001
                          <idle>-0       [001] .....     0.000001100: cpu_idle: state=4294967295 cpu_id=1
                          <idle>-0       [001] .....     0.000001200: sched_switch: prev_comm=swapper/1 prev_pid=0 prev_prio=120 prev_state=R ==> next_comm=a_task_with_a_l next_pid=8 next_prio=120
                 a_task_with_a_l-8       [001] .....     0.000002000: sched_switch: prev_comm=a_task_with_a_l prev_pid=8 prev_prio=120 prev_state=S ==> next_comm=swapper/1 next_pid=0 next_prio=120
                          <idle>-0       [001] .....     0.000002000: cpu_idle: state=2 cpu_id=1
                               A-7       [000] .....     0.500000000: sched_waking: comm=a_task_with_a_l pid=8 prio=120 target_cpu=001
                               A-7       [000] .....     0.500000000: select_task_rq: comm=a_task_with_a_l pid=8 prev_cpu=1 cpu=1 flags=WF_TTWU|WF_SYNC scanned=3 by=sis:prev-idle
                          <idle>-0       [001] .....     0.500000900: sched_wakeup: comm=a_task_with_a_l pid=8 prio=120 target_cpu=001
                               A-7       [000] .....     0.500001000: sched_switch: prev_comm=A prev_pid=7 prev_prio=125 prev_state=R ==> next_comm=swapper/0 next_pid=0 next_prio=120
                          <idle>-0       [002] .....     0.500001000: sched_migrate_task: comm=a_task_with_a_l pid=8 prio=120 orig_cpu=1 dest_cpu=2
                 a_task_with_a_l-8       [002] .....    12.345678901: sched_switch: prev_comm=a_task_with_a_l prev_pid=8 prev_prio=120 prev_state=X ==> next_comm=swapper/2 next_pid=0 next_prio=120
                """);
    }

    @Test
    void histogramsAreOfWhatTasksWaited() {
        assertThat(Traces.text(TraceFormat.CSV, Traces.story())).isEqualTo("""
                task,measure,from_ns,to_ns,count,cumulative
                a_task_with_a_l,wait,100,101,1,1
                """);
    }

    @Test
    void aWokenTaskHasALatency() {
        TraceRecorder r = new TraceRecorder(2, 100, false, true);
        Task idle = Task.idle(1, CpuMask.of(2, 1));
        Task b = new Task(5, "B", CpuMask.all(2));
        for (long start : new long[] {10_000, 20_000}) {
            r.onWaking(start, 0, b);
            r.onWakeup(start + 300, 1, b);
            b.onRq = true;
            r.onSwitch(start + 1_000, 1, idle, b);
            b.onRq = false;
            r.onSwitch(start + 2_000, 1, b, idle);
        }
        assertThat(Traces.text(TraceFormat.CSV, r.trace())).isEqualTo("""
                task,measure,from_ns,to_ns,count,cumulative
                B,wakeup_latency,1000,1001,2,2
                B,wait,700,701,2,2
                """);
    }

    @Test
    void decisionsAreLinesThatFitTheSchema() throws IOException {
        String lines = Traces.text(TraceFormat.JSONL, Traces.random(500, 3));

        assertThat(lines).endsWith("}\n");
        assertThat(lines.lines().count()).isBetween(50L, 200L);
        for (String line : lines.lines().toList()) {
            assertThat(violations(line)).as(line).isEmpty();
        }
        assertThat(violations(lines.lines().skip(1).findFirst().orElseThrow().replace("\"pid\":", "\"tid\":")))
                .isNotEmpty();
    }

    private static List<String> violations(String line) throws IOException {
        try (InputStream in = TraceFormat.class.getResourceAsStream("/META-INF/wakespec/trace-decisions.schema.json")) {
            Schema schema = SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
                    .getSchema(new String(in.readAllBytes(), StandardCharsets.UTF_8), InputFormat.JSON);
            return schema.validate(line, InputFormat.JSON).stream()
                    .map(Object::toString)
                    .toList();
        }
    }

    @Test
    void ticksAndBalancePassesAreThereIfWanted() {
        TraceRecorder r = new TraceRecorder(2, 10, false, true);
        r.onTick(1_000, 1);
        r.onBalance(2_000, 1, 3);
        assertThat(Traces.text(TraceFormat.TEXT, r.trace()).lines().filter(line -> !line.startsWith("#")))
                .containsExactly(
                        "          <idle>-0       [001] .....     0.000001000: sched_tick: cpu=1",
                        "          <idle>-0       [001] .....     0.000002000: sched_balance_rq: cpu=1 moved=3");

        TraceRecorder plain = new TraceRecorder(2, 10, false, false);
        plain.onTick(1_000, 1);
        plain.onBalance(2_000, 1, 3);
        assertThat(plain.trace().size()).isZero();
    }

    @Test
    void aFullTraceCountsWhatItCannotKeep() {
        TraceRecorder r = new TraceRecorder(1, 10, false, true);
        for (int i = 0; i < 25; i++) {
            r.onIdle(i, 0, 1);
        }
        assertThat(r.trace().size()).isEqualTo(10);
        assertThat(r.trace().dropped()).isEqualTo(15);
        assertThat(Traces.text(TraceFormat.TEXT, r.trace())).contains("entries-in-buffer/entries-written: 10/25");
    }

    @ParameterizedTest
    @EnumSource
    void equalTracesGiveEqualBytes(TraceFormat format) {
        assertThat(Traces.write(format, Traces.random(3_000, 1)))
                .isEqualTo(Traces.write(format, Traces.random(3_000, 1)));
        assertThat(Traces.write(format, Traces.random(3_000, 2)))
                .isNotEqualTo(Traces.write(format, Traces.random(3_000, 1)));
    }

    @ParameterizedTest
    @EnumSource
    void anEmptyTraceCanBeWritten(TraceFormat format) {
        assertThat(Traces.write(format, new TraceRecorder(2, 10, false, true).trace()))
                .isNotEmpty();
    }

    @Test
    void eventsOfOneNanosecondAreListedByCpu() {
        TraceRecorder r = new TraceRecorder(3, 10, false, true);
        r.onIdle(5, 2, 0);
        r.onIdle(6, 2, 1);
        r.onIdle(6, 0, 2);
        r.onIdle(6, 2, 3);
        r.onIdle(6, 1, 1);
        r.onIdle(7, 0, 1);
        assertThat(r.trace().merged()).containsExactly(0, 2, 4, 1, 3, 5);
    }

    @Test
    void anUnknownFormatHasANearestOne() {
        assertThat(TraceFormat.byLabel("trace.dat")).isEqualTo(TraceFormat.TRACE_DAT);
        assertThatThrownBy(() -> TraceFormat.byLabel("perfeto")).hasMessageContaining("did you mean 'perfetto'?");
    }
}
