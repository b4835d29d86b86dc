// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.report.trace;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads trace.dat files of version 6 as trace-cmd.dat(5) describes them; events are taken apart by the formats in the file. */
final class TraceDatReader {

    private static final Pattern FIELD =
            Pattern.compile("\tfield:(.*?) (\\w+)(\\[\\d+\\])?;\toffset:(\\d+);\tsize:(\\d+);\tsigned:([01]);");

    record Event(long time, int cpu, String name, Map<String, Object> fields) {}

    private record Field(String declaration, String name, boolean array, int offset, int size) {}

    private record Format(String name, List<Field> fields) {}

    private final ByteBuffer in;
    private final Map<Integer, Format> formats = new HashMap<>();
    private final List<Event> events = new ArrayList<>();
    private final int pageSize;
    private long data;
    private long pages;
    private int firstEvent = -1;

    TraceDatReader(byte[] file) {
        in = ByteBuffer.wrap(file).order(ByteOrder.LITTLE_ENDIAN);
        assertThat(text(10)).isEqualTo("\u0017\bDtracing");
        assertThat(string()).isEqualTo("6");
        assertThat(in.get()).as("endianness").isZero();
        assertThat(in.get()).as("size of long").isEqualTo((byte) 8);
        pageSize = in.getInt();
        assertThat(string()).isEqualTo("header_page");
        assertThat(file()).contains("field: local_t commit;\toffset:8;\tsize:8;");
        assertThat(string()).isEqualTo("header_event");
        assertThat(file()).contains("type_len    :    5 bits", "time_delta  :   27 bits");
        assertThat(in.getInt()).as("ftrace formats").isZero();
        int systems = in.getInt();
        for (int s = 0; s < systems; s++) {
            string();
            int count = in.getInt();
            for (int e = 0; e < count; e++) {
                format(file());
            }
        }
        assertThat(in.getInt()).as("kallsyms").isZero();
        assertThat(in.getInt()).as("printk").isZero();
        file();
        int cpus = in.getInt();
        assertThat(string()).isEqualTo("options  ");
        assertThat(in.getShort()).as("no option").isZero();
        assertThat(string()).isEqualTo("flyrecord");
        long[] at = new long[cpus];
        long[] size = new long[cpus];
        for (int cpu = 0; cpu < cpus; cpu++) {
            at[cpu] = in.getLong();
            size[cpu] = in.getLong();
            assertThat(at[cpu] % pageSize).as("alignment").isZero();
        }
        for (int cpu = 0; cpu < cpus; cpu++) {
            for (long page = at[cpu]; page < at[cpu] + size[cpu]; page += pageSize) {
                page((int) page, cpu);
            }
        }
        // stable, so that the events of a CPU stay in order
        events.sort(Comparator.comparingLong(Event::time).thenComparingInt(Event::cpu));
    }

    List<Event> events() {
        return events;
    }

    /** Where the first event's payload is. */
    int firstEventAt() {
        return firstEvent;
    }

    /** How full pages are. */
    double fill() {
        return (double) data / (pages * pageSize);
    }

    private String text(int length) {
        byte[] bytes = new byte[length];
        in.get(bytes);
        return new String(bytes, StandardCharsets.US_ASCII);
    }

    private String string() {
        StringBuilder text = new StringBuilder();
        for (byte b = in.get(); b != 0; b = in.get()) {
            text.append((char) b);
        }
        return text.toString();
    }

    private String file() {
        return text((int) in.getLong());
    }

    private void format(String text) {
        Matcher id = Pattern.compile("name: (\\w+)\nID: (\\d+)\nformat:\n").matcher(text);
        assertThat(id.lookingAt()).as(text).isTrue();
        List<Field> fields = new ArrayList<>();
        Matcher field = FIELD.matcher(text);
        while (field.find()) {
            fields.add(new Field(
                    field.group(1),
                    field.group(2),
                    field.group(3) != null,
                    Integer.parseInt(field.group(4)),
                    Integer.parseInt(field.group(5))));
        }
        formats.put(Integer.parseInt(id.group(2)), new Format(id.group(1), fields));
    }

    private void page(int at, int cpu) {
        long time = in.getLong(at);
        int end = at + 16 + (int) in.getLong(at + 8);
        int p = at + 16;
        data += end - at;
        pages++;
        while (p < end) {
            int head = in.getInt(p);
            p += 4;
            int type = head & 31;
            time += head >>> 5;
            if (type == 30) {
                time += (in.getInt(p) & 0xffffffffL) << 27;
                p += 4;
                continue;
            }
            int length = type * 4;
            if (type == 0) {
                length = in.getInt(p) - 4;
                p += 4;
            }
            assertThat(type).isLessThan(29);
            firstEvent = firstEvent < 0 ? p : firstEvent;
            event(p, cpu, time);
            p += length;
        }
        assertThat(p).isEqualTo(end);
    }

    private void event(int at, int cpu, long time) {
        Format format = formats.get((int) in.getShort(at));
        Map<String, Object> fields = new LinkedHashMap<>();
        for (Field field : format.fields) {
            if (!field.name.startsWith("common_") || field.name.equals("common_pid")) {
                fields.put(field.name, value(field, at));
            }
        }
        events.add(new Event(time, cpu, format.name, fields));
    }

    private Object value(Field field, int at) {
        if (field.declaration.startsWith("__data_loc")) {
            int where = in.getInt(at + field.offset);
            return cString(at + (where & 0xffff), where >>> 16);
        }
        if (field.array) {
            return cString(at + field.offset, field.size);
        }
        return field.size == 8 ? (Object) in.getLong(at + field.offset) : in.getInt(at + field.offset);
    }

    private String cString(int at, int most) {
        StringBuilder text = new StringBuilder();
        for (int i = at; i < at + most && in.get(i) != 0; i++) {
            text.append((char) in.get(i));
        }
        return text.toString();
    }
}
