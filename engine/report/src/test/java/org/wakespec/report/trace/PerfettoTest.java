// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.report.trace;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.DynamicMessage;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.Message;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** What is in a Perfetto trace is what was recorded, read by the schema Perfetto publishes. */
class PerfettoTest {

    /** Kernel events by the name of their field, with what they say; read from the file. */
    private record Event(long time, long cpu, long pid, String name, String fields) {}

    private static DynamicMessage parse(byte[] file) {
        try {
            return DynamicMessage.parseFrom(PerfettoSchema.trace(), file);
        } catch (InvalidProtocolBufferException e) {
            throw new AssertionError(e);
        }
    }

    private static Object get(Message message, String field) {
        return message.getField(message.getDescriptorForType().findFieldByName(field));
    }

    private static boolean has(Message message, String field) {
        return message.hasField(message.getDescriptorForType().findFieldByName(field));
    }

    private static List<Message> list(Message message, String field) {
        List<Message> list = new ArrayList<>();
        ((List<?>) get(message, field)).forEach(item -> list.add((Message) item));
        return list;
    }

    private static List<Event> events(DynamicMessage trace) {
        List<Event> events = new ArrayList<>();
        for (Message packet : list(trace, "packet")) {
            if (!has(packet, "ftrace_events")) {
                continue;
            }
            Message bundle = (Message) get(packet, "ftrace_events");
            long cpu = ((Number) get(bundle, "cpu")).longValue();
            for (Message event : list(bundle, "event")) {
                for (Map.Entry<FieldDescriptor, Object> body :
                        event.getAllFields().entrySet()) {
                    if (body.getValue() instanceof Message fields) {
                        events.add(new Event(
                                ((Number) get(event, "timestamp")).longValue(),
                                cpu,
                                ((Number) get(event, "pid")).longValue(),
                                body.getKey().getName(),
                                fields.toString().replace('\n', ' ').strip()));
                    }
                }
            }
        }
        events.sort(Comparator.comparingLong(Event::time).thenComparingLong(Event::cpu));
        return events;
    }

    private static Event known(Trace t, int i) {
        String fields =
                switch (t.kind(i)) {
                    case SCHED_SWITCH ->
                        task("prev_", t.comm(t.pid(i), t.cpu(i)), t.pid(i), t.prevPrio(i)) + " prev_state: "
                                + t.prevState(i) + " "
                                + task("next_", t.comm(t.nextPid(i), t.cpu(i)), t.nextPid(i), t.nextPrio(i));
                    case SCHED_WAKING, SCHED_WAKEUP, SCHED_WAKEUP_NEW ->
                        task("", t.comm(t.pid(i), 0), t.pid(i), t.prio(i)) + " success: 1 target_cpu: "
                                + t.targetCpu(i);
                    case SCHED_MIGRATE_TASK ->
                        task("", t.comm(t.pid(i), 0), t.pid(i), t.migratedPrio(i)) + " orig_cpu: " + t.origCpu(i)
                                + " dest_cpu: " + t.destCpu(i);
                    default -> "state: " + (t.idleState(i) & 0xffffffffL) + " cpu_id: " + t.cpu(i);
                };
        return new Event(t.time(i), t.cpu(i), t.currPid(i), t.kind(i).label, fields);
    }

    private static String task(String prefix, String comm, int pid, int prio) {
        return prefix + "comm: \"" + comm + "\" " + prefix + "pid: " + pid + " " + prefix + "prio: " + prio;
    }

    /** Every number we write is one of the schema's, nested messages included. */
    private static void assertNothingUnknown(Message message) {
        assertThat(message.getUnknownFields().asMap())
                .as(message.getDescriptorForType().getName())
                .isEmpty();
        for (Object value : message.getAllFields().values()) {
            for (Object item : value instanceof List<?> items ? items : List.of(value)) {
                if (item instanceof Message nested) {
                    assertNothingUnknown(nested);
                }
            }
        }
    }

    @Test
    void everyEventIsInTheFile() {
        Trace trace = Traces.random(20_000, 5);
        List<Event> expected = Arrays.stream(trace.merged())
                .filter(i -> trace.kind(i).isKernels())
                .mapToObj(i -> known(trace, i))
                .toList();

        DynamicMessage file = parse(Traces.write(TraceFormat.PERFETTO, trace));

        assertThat(events(file)).isEqualTo(expected);
        assertNothingUnknown(file);
    }

    @Test
    void aWrongNumberIsNoticed() {
        byte[] file = Traces.write(TraceFormat.PERFETTO, Traces.story());
        DynamicMessage good = parse(file);
        // the number of the first packet's first field, which has one byte
        file[5] = 9 << 3;

        DynamicMessage bad = parse(file);

        assertThat(list(bad, "packet").get(0).getUnknownFields().asMap()).isNotEmpty();
        assertThat(list(good, "packet").get(0).getUnknownFields().asMap()).isEmpty();
    }

    @Test
    void tasksHaveNamesAndDecisionsATrackForEachCpu() {
        DynamicMessage file = parse(Traces.write(TraceFormat.PERFETTO, Traces.story()));
        Set<String> threads = new TreeSet<>();
        Set<String> tracks = new TreeSet<>();
        List<String> decisions = new ArrayList<>();
        for (Message packet : list(file, "packet")) {
            if (has(packet, "process_tree")) {
                list((Message) get(packet, "process_tree"), "threads")
                        .forEach(thread -> threads.add(get(thread, "tid") + " " + get(thread, "name")));
            } else if (has(packet, "track_descriptor")) {
                tracks.add((String) get((Message) get(packet, "track_descriptor"), "name"));
            } else if (has(packet, "track_event")) {
                Message event = (Message) get(packet, "track_event");
                decisions.add(get(packet, "timestamp") + " " + get(event, "name") + " by "
                        + get(list(event, "debug_annotations").get(0), "string_value"));
            }
        }
        assertThat(threads).containsExactly("7 A", "8 a_task_with_a_l");
        assertThat(tracks).containsExactly("CPU selection: made up, policy linux-7.2, machine box", "decided on CPU 0");
        assertThat(decisions)
                .containsExactly(
                        "1100 a task with a long name -> CPU 1 by slow-path",
                        "500000000 a task with a long name -> CPU 1 by sis:prev-idle");
    }

    @Test
    void aBundleIsShortEnoughToBeReadAtOnce() {
        DynamicMessage file = parse(Traces.write(TraceFormat.PERFETTO, Traces.random(50_000, 9)));

        for (Message packet : list(file, "packet")) {
            if (has(packet, "ftrace_events")) {
                assertThat(list((Message) get(packet, "ftrace_events"), "event"))
                        .hasSizeLessThanOrEqualTo(4096);
            }
        }
    }
}
