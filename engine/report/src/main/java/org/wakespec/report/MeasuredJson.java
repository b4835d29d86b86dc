// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.report;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What was measured in a scenario in which time passes, as JSON: figures, counters and histograms. Media type
 * {@value #MEDIA_TYPE}, schema {@code META-INF/wakespec/measured.schema.json}.
 */
public final class MeasuredJson {

    /** Media type of the documents written here. */
    public static final String MEDIA_TYPE = "application/vnd.wakespec.measured+json";

    /** Media type of what a program measured seed by seed, which the steps write. */
    public static final String FIGURES_MEDIA_TYPE = "application/vnd.wakespec.figures+json";
    /** Version of the format; grows when a reader of an older one could misunderstand. */
    public static final int FORMAT = 1;

    private static final JsonFactory JSON = new JsonFactory();
    /** Values below are kept exactly; above, a bucket is an eighth of a power of two wide. */
    private static final int EXACT_BELOW = 16;

    private static final int FRACTION_BITS = 3;
    private static final double[] PERCENTS = {50, 90, 99, 99.9};

    private record Figure(String name, double value, String better) {}

    private record Histogram(
            String name, String unit, long count, List<long[]> buckets, Map<String, Long> percentiles) {}

    private final List<Figure> figures = new ArrayList<>();
    private final Map<String, Long> counters = new LinkedHashMap<>();
    private final List<Histogram> histograms = new ArrayList<>();

    /** An empty document. */
    public MeasuredJson() {}

    /**
     * A figure that a program prints.
     *
     * @param name with its unit, for example {@code us per operation}
     * @param lessIsBetter whether a smaller value is the better one
     */
    public void figure(String name, double value, boolean lessIsBetter) {
        figures.add(new Figure(name, value, lessIsBetter ? "less" : "more"));
    }

    /** Something that was counted. */
    public void counter(String name, long value) {
        counters.put(name, value);
    }

    /**
     * Durations in ns, all of them, sorted.
     *
     * @param name what was measured of whom, for example {@code wakeup latency of worker}
     */
    public void histogram(String name, long[] sorted) {
        if (sorted.length == 0) {
            return;
        }
        List<long[]> buckets = new ArrayList<>();
        for (long value : sorted) {
            long[] last = buckets.isEmpty() ? null : buckets.get(buckets.size() - 1);
            if (last != null && value < last[1]) {
                last[2]++;
            } else {
                long width = width(value);
                long start = value - Math.floorMod(value, width);
                buckets.add(new long[] {start, start + width, 1});
            }
        }
        Map<String, Long> percentiles = new LinkedHashMap<>();
        percentiles.put("0", sorted[0]);
        for (double percent : PERCENTS) {
            // a percentile of too few values says nothing
            if (sorted.length * (100 - percent) >= 100 - 1e-6) {
                percentiles.put(key(percent), sorted[(int) Math.ceil(percent / 100 * sorted.length - 1e-9) - 1]);
            }
        }
        percentiles.put("100", sorted[sorted.length - 1]);
        histograms.add(new Histogram(name, "ns", sorted.length, buckets, percentiles));
    }

    /**
     * A histogram that was kept in buckets.
     *
     * @param unit of the values, {@code ns} or {@code us}
     * @param buckets lower bound, upper bound (exclusive) and count of each bucket that is not empty, ascending
     * @param percentiles value by percent, ascending
     */
    public void histogram(String name, String unit, List<long[]> buckets, Map<String, Long> percentiles) {
        long count = buckets.stream().mapToLong(bucket -> bucket[2]).sum();
        if (count > 0) {
            histograms.add(new Histogram(name, unit, count, List.copyOf(buckets), new LinkedHashMap<>(percentiles)));
        }
    }

    private static long width(long value) {
        return value < EXACT_BELOW ? 1 : 1L << 63 - Long.numberOfLeadingZeros(value) - FRACTION_BITS;
    }

    private static String key(double percent) {
        return percent == Math.rint(percent) ? Long.toString((long) percent) : Double.toString(percent);
    }

    /**
     * The document.
     *
     * @param program command line of the program that was measured; empty: tasks of the scenario's own
     * @param from virtual time in ns at which measuring started
     * @param ns how long was measured
     */
    public String write(String program, long from, long ns) {
        StringWriter text = new StringWriter(2048);
        try (JsonGenerator json = JSON.createGenerator(text)) {
            json.writeStartObject();
            json.writeNumberField("format", FORMAT);
            if (!program.isEmpty()) {
                json.writeStringField("program", program);
            }
            json.writeNumberField("from", from);
            json.writeNumberField("ns", ns);
            json.writeArrayFieldStart("figures");
            for (Figure figure : figures) {
                json.writeStartObject();
                json.writeStringField("name", figure.name());
                json.writeNumberField("value", figure.value());
                json.writeStringField("better", figure.better());
                json.writeEndObject();
            }
            json.writeEndArray();
            json.writeObjectFieldStart("counters");
            for (Map.Entry<String, Long> counter : counters.entrySet()) {
                json.writeNumberField(counter.getKey(), counter.getValue());
            }
            json.writeEndObject();
            json.writeArrayFieldStart("histograms");
            for (Histogram histogram : histograms) {
                write(json, histogram);
            }
            json.writeEndArray();
            json.writeEndObject();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return text.toString();
    }

    private static void write(JsonGenerator json, Histogram histogram) throws IOException {
        json.writeStartObject();
        json.writeStringField("name", histogram.name());
        json.writeStringField("unit", histogram.unit());
        json.writeNumberField("count", histogram.count());
        json.writeObjectFieldStart("percentiles");
        for (Map.Entry<String, Long> percentile : histogram.percentiles().entrySet()) {
            json.writeNumberField(percentile.getKey(), percentile.getValue());
        }
        json.writeEndObject();
        json.writeArrayFieldStart("buckets");
        for (long[] bucket : histogram.buckets()) {
            json.writeArray(bucket, 0, bucket.length);
        }
        json.writeEndArray();
        json.writeEndObject();
    }
}
