// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.eclipse.core;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.MissingNode;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.wakespec.results.ScenarioResult;

/**
 * What happened in a scenario in which time passed.
 *
 * @param from virtual time the timeline begins at, in ns
 * @param until virtual time it ends at, in ns
 * @param end virtual time measuring ended at, in ns; later than {@code until} if not everything was kept
 * @param runs who was on which CPU and when
 * @param spreads what was sampled
 * @param figures what a program printed, as {@code name: value}
 */
public record RunEvidence(long from, long until, long end, List<Run> runs, List<Spread> spreads, List<String> figures) {

    /** Media type of who ran where and when. */
    public static final String TIMELINE = "application/vnd.wakespec.timeline+json";
    /** Media type of what was measured. */
    public static final String MEASURED = "application/vnd.wakespec.measured+json";

    private static final ObjectMapper JSON = new ObjectMapper();

    /**
     * A task on a CPU, in ns of virtual time.
     *
     * @param waiting whether it only waited in the run queue
     */
    public record Run(String task, int cpu, long from, long to, boolean waiting) {}

    /**
     * Samples of one kind, counted.
     *
     * @param name for example {@code wakeup latency of B}
     * @param buckets in rising order
     * @param percentiles values in ns by percent, as text
     */
    public record Spread(String name, List<Bucket> buckets, Map<String, Long> percentiles) {

        /** How many samples there are. */
        public long count() {
            return buckets.stream().mapToLong(Bucket::count).sum();
        }

        /** One line: how many samples, and the percentiles that mean something. */
        public String summary() {
            StringBuilder text = new StringBuilder().append(count()).append(count() == 1 ? " sample" : " samples");
            percentiles.forEach((percent, value) -> {
                if (!percent.equals("0")) {
                    text.append(", ").append(percent).append("% ").append(words(value));
                }
            });
            return text.toString();
        }
    }

    /** Samples from {@code from} (inclusive) to {@code to}, in ns. */
    public record Bucket(long from, long to, long count) {}

    /** What a result carries; empty if no time passed in it. */
    public static Optional<RunEvidence> of(ScenarioResult result) {
        return of(
                Decisions.text(result, TIMELINE).orElse(""),
                Decisions.text(result, MEASURED).orElse(""));
    }

    /** Reads the JSON of both attachments; one that is empty, or not of format 1, is passed over. */
    public static Optional<RunEvidence> of(String timeline, String measured) {
        JsonNode time = read(timeline);
        JsonNode values = read(measured);
        if (time.isMissingNode() && values.isMissingNode()) {
            return Optional.empty();
        }
        List<String> tasks = new ArrayList<>();
        time.path("tasks").forEach(name -> tasks.add(name.asText()));
        List<Run> runs = new ArrayList<>();
        runs(time, "waiting", tasks, runs);
        runs(time, "running", tasks, runs);
        List<Spread> spreads = new ArrayList<>();
        values.path("histograms").forEach(h -> spreads.add(spread(h)));
        List<String> figures = new ArrayList<>();
        values.path("figures")
                .forEach(f -> figures.add(
                        f.path("name").asText() + ": " + f.path("value").asText()));
        return Optional.of(new RunEvidence(
                time.path("from").asLong(),
                time.path("until").asLong(),
                time.path("end").asLong(),
                List.copyOf(runs),
                List.copyOf(spreads),
                List.copyOf(figures)));
    }

    private static JsonNode read(String json) {
        try {
            JsonNode node = json.isEmpty() ? MissingNode.getInstance() : JSON.readTree(json);
            return node.path("format").asInt() == 1 ? node : MissingNode.getInstance();
        } catch (JsonProcessingException e) {
            return MissingNode.getInstance();
        }
    }

    /** Intervals stand as CPU, number of the task, start after {@code from}, length. */
    private static void runs(JsonNode time, String name, List<String> tasks, List<Run> runs) {
        JsonNode numbers = time.path(name);
        long from = time.path("from").asLong();
        for (int i = 0; i + 3 < numbers.size(); i += 4) {
            int task = numbers.get(i + 1).asInt();
            long start = from + numbers.get(i + 2).asLong();
            runs.add(new Run(
                    task >= 0 && task < tasks.size() ? tasks.get(task) : "?",
                    numbers.get(i).asInt(),
                    start,
                    start + numbers.get(i + 3).asLong(),
                    name.equals("waiting")));
        }
    }

    private static Spread spread(JsonNode histogram) {
        long unit = histogram.path("unit").asText().equals("us") ? 1_000 : 1;
        List<Bucket> buckets = new ArrayList<>();
        histogram
                .path("buckets")
                .forEach(b -> buckets.add(new Bucket(
                        unit * b.path(0).asLong(),
                        unit * b.path(1).asLong(),
                        b.path(2).asLong())));
        Map<String, Long> percentiles = new LinkedHashMap<>();
        histogram
                .path("percentiles")
                .properties()
                .forEach(p -> percentiles.put(p.getKey(), unit * p.getValue().asLong()));
        return new Spread(histogram.path("name").asText(), List.copyOf(buckets), percentiles);
    }

    /** A time for people: the largest unit that leaves it at least 1. */
    public static String words(long ns) {
        String[] units = {"ns", "us", "ms", "s"};
        double value = ns;
        int unit = 0;
        while (Math.abs(value) >= 1000 && unit < units.length - 1) {
            value /= 1000;
            unit++;
        }
        String text = String.format(java.util.Locale.ROOT, value >= 100 || unit == 0 ? "%.0f" : "%.2f", value);
        return (text.contains(".") ? text.replaceFirst("\\.?0+$", "") : text) + " " + units[unit];
    }
}
