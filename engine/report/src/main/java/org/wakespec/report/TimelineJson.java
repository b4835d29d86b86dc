// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.report;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;

/**
 * Which task was on which CPU when, running or waiting in its run queue, as JSON: media type {@value #MEDIA_TYPE}, schema
 * {@code META-INF/wakespec/timeline.schema.json}. Together the two lists say what was on every run queue at every time covered.
 */
public final class TimelineJson {

    /** Media type of the documents written here. */
    public static final String MEDIA_TYPE = "application/vnd.wakespec.timeline+json";
    /** Version of the format; grows when a reader of an older one could misunderstand. */
    public static final int FORMAT = 1;

    private static final JsonFactory JSON = new JsonFactory();

    private final List<String> tasks = new ArrayList<>();
    private final List<long[]> running = new ArrayList<>();
    private final List<long[]> waiting = new ArrayList<>();

    /** An empty timeline. */
    public TimelineJson() {}

    /** Adds a task; the number it has in the intervals. */
    public int task(String name) {
        tasks.add(name);
        return tasks.size() - 1;
    }

    /** A task was executed; times are virtual, in ns. */
    public void ran(int cpu, int task, long start, long end) {
        running.add(new long[] {cpu, task, start, end - start});
    }

    /** A task was runnable on the queue of a CPU that executed something else, or was on its way to the task. */
    public void waited(int cpu, int task, long start, long end) {
        waiting.add(new long[] {cpu, task, start, end - start});
    }

    /**
     * The document.
     *
     * @param from start of what is shown
     * @param until end of what is shown
     * @param end end of what was measured; later than {@code until} if there was more than is kept
     */
    public String write(long from, long until, long end) {
        StringWriter text = new StringWriter(4096);
        try (JsonGenerator json = JSON.createGenerator(text)) {
            json.writeStartObject();
            json.writeNumberField("format", FORMAT);
            json.writeNumberField("from", from);
            json.writeNumberField("until", until);
            json.writeNumberField("end", end);
            json.writeArrayFieldStart("tasks");
            for (String task : tasks) {
                json.writeString(task);
            }
            json.writeEndArray();
            intervals(json, "running", running, from);
            intervals(json, "waiting", waiting, from);
            json.writeEndObject();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return text.toString();
    }

    private static void intervals(JsonGenerator json, String name, List<long[]> intervals, long from)
            throws IOException {
        json.writeArrayFieldStart(name);
        for (long[] interval : intervals) {
            json.writeNumber(interval[0]);
            json.writeNumber(interval[1]);
            json.writeNumber(interval[2] - from);
            json.writeNumber(interval[3]);
        }
        json.writeEndArray();
    }
}
