// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.eclipse.core;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.MissingNode;
import java.math.BigDecimal;
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
 * @param spreads what was sampled; and what a program printed, where it ran on several seeds
 * @param figures what a program printed, as {@code name: value}
 */
public record RunEvidence(long from, long until, long end, List<Run> runs, List<Spread> spreads, List<String> figures) {

    /** Media type of who ran where and when. */
    public static final String TIMELINE = "application/vnd.wakespec.timeline+json";
    /** Media type of what was measured. */
    public static final String MEASURED = "application/vnd.wakespec.measured+json";

    /** Media type of what a program printed, seed by seed. */
    public static final String FIGURES = "application/vnd.wakespec.figures+json";

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
     * @param unit what the values are
     * @param buckets in rising order
     * @param percentiles values by percent, as text
     */
    public record Spread(String name, Unit unit, List<Bucket> buckets, Map<String, Long> percentiles) {

        /** How many samples there are. */
        public long count() {
            return buckets.stream().mapToLong(Bucket::count).sum();
        }

        /** One line: how many samples, and the percentiles that mean something. */
        public String summary() {
            StringBuilder text = new StringBuilder().append(count()).append(count() == 1 ? " sample" : " samples");
            percentiles.forEach((percent, value) -> {
                if (!percent.equals("0")) {
                    text.append(", ").append(percent).append("% ").append(unit.words(value));
                }
            });
            return text.toString();
        }
    }

    /** What values are counted in. */
    public enum Unit {
        NANOSECONDS,
        /** Of what has no unit, or one of its own that its name tells. */
        THOUSANDTHS;

        /** A value for people. */
        public String words(long value) {
            if (this == NANOSECONDS) {
                return RunEvidence.words(value);
            }
            return BigDecimal.valueOf(value, 3).stripTrailingZeros().toPlainString();
        }
    }

    /** Samples from {@code from} (inclusive) to {@code to}. */
    public record Bucket(long from, long to, long count) {}

    /** What a result carries; empty if no time passed in it. */
    public static Optional<RunEvidence> of(ScenarioResult result) {
        return of(
                Decisions.text(result, TIMELINE).orElse(""),
                Decisions.text(result, MEASURED).orElse(""),
                Decisions.text(result, FIGURES).orElse(""));
    }

    /** Reads the JSON of the attachments; one that is empty, or not of format 1, is passed over. */
    public static Optional<RunEvidence> of(String timeline, String measured, String bySeed) {
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
        // figures first: budgets are about them
        spreads.addAll(seeds(read(bySeed)));
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
        return new Spread(histogram.path("name").asText(), Unit.NANOSECONDS, List.copyOf(buckets), percentiles);
    }

    /** A spread of each figure over the seeds; of one seed there is none. */
    private static List<Spread> seeds(JsonNode document) {
        Map<String, List<Double>> values = new LinkedHashMap<>();
        document.path("runs").forEach(run -> run.path("figures").properties().forEach(figure -> values.computeIfAbsent(
                        figure.getKey(), name -> new ArrayList<>())
                .add(figure.getValue().asDouble())));
        List<Spread> spreads = new ArrayList<>();
        values.forEach((name, ofSeeds) -> {
            if (ofSeeds.size() > 1) {
                spreads.add(seeds(name, ofSeeds));
            }
        });
        return spreads;
    }

    private static Spread seeds(String name, List<Double> values) {
        // of the names the schema lists these are times
        double ns = name.equals("usec/op") || name.matches(".* p[\\d.]+") ? 1e3 : name.equals("seconds") ? 1e9 : 0;
        long[] sorted = values.stream()
                .mapToLong(value -> Math.round(value * (ns == 0 ? 1e3 : ns)))
                .sorted()
                .toArray();
        List<Bucket> buckets = new ArrayList<>();
        for (long value : sorted) {
            buckets.add(new Bucket(value, value + 1, 1));
        }
        Map<String, Long> percentiles = new LinkedHashMap<>();
        percentiles.put("0", sorted[0]);
        percentiles.put("50", sorted[(sorted.length - 1) / 2]);
        percentiles.put("100", sorted[sorted.length - 1]);
        return new Spread(
                name + ", by seed", ns == 0 ? Unit.THOUSANDTHS : Unit.NANOSECONDS, List.copyOf(buckets), percentiles);
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
