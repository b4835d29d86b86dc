// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.report.page;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import org.apache.commons.statistics.descriptive.Mean;
import org.apache.commons.statistics.descriptive.StandardDeviation;

/**
 * Reads the documents that scenarios attach and makes entries of the page's tables of them. Only fields that are known are taken, and only if
 * they are what they should be: the script need not expect anything else. A document that is something else gives no entry.
 */
final class Documents {

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final int MOST_CPUS = 4096;
    private static final String CPU_LIST = "([0-9]{1,4}(-[0-9]{1,4})?(,[0-9]{1,4}(-[0-9]{1,4})?)*)?";
    private static final List<String> GROUPS = List.of("packages", "nodes", "llcs", "clusters", "cores");

    private final Table texts = new Table();
    private final Table rungs = new Table();
    private final Table ladders = new Table();
    private final Table decisions = new Table();
    private final Table machines = new Table();
    private final Table timelines = new Table();
    private final Table measurements = new Table();
    private final Table figures = new Table();
    private final Map<String, String> questions = new TreeMap<>();
    private final Map<String, String> meanings = new TreeMap<>();

    /** A document was not what its media type says. */
    private static final class Unfit extends Exception {
        private static final long serialVersionUID = 1;

        Unfit(String message) {
            super(message);
        }
    }

    @FunctionalInterface
    private interface Reader {
        int read(JsonNode document) throws Unfit;
    }

    Table texts() {
        return texts;
    }

    /** All tables, and what rungs and rules mean, into the page's data. */
    void addTo(ObjectNode page) {
        // first: these use texts as well
        words(page, "questions", questions);
        words(page, "meanings", meanings);
        page.set("rungs", rungs.entries());
        page.set("ladders", ladders.entries());
        page.set("decisions", decisions.entries());
        page.set("machines", machines.entries());
        page.set("timelines", timelines.entries());
        page.set("measured", measurements.entries());
        page.set("figures", figures.entries());
        page.set("texts", texts.entries());
    }

    private static void words(ObjectNode page, String name, Map<String, String> words) {
        ObjectNode node = page.putObject(name);
        words.forEach(node::put);
    }

    private static Optional<Integer> read(String text, Reader reader) {
        try {
            JsonNode document = JSON.readTree(text);
            if (document == null
                    || !document.isObject()
                    || document.path("format").asInt() != 1) {
                return Optional.empty();
            }
            return Optional.of(reader.read(document));
        } catch (JsonProcessingException | Unfit e) {
            // shown as the text it is
            return Optional.empty();
        }
    }

    /** Whose document it is; empty if it does not say. */
    static String policy(String text) {
        try {
            return JSON.readTree(text).path("policy").asText();
        } catch (JsonProcessingException e) {
            // shown as the text it is
            return "";
        }
    }

    // ------------------------------------------------------------------ decisions

    /**
     * Decisions.
     *
     * @param busy CPU lists from {@link #busy}, in the order of the decisions; may be shorter
     */
    Optional<Integer> decisions(String text, List<String> busy) {
        return read(text, document -> {
            ArrayNode all = JsonNodeFactory.instance.arrayNode();
            int i = 0;
            for (JsonNode decision : document.path("decisions")) {
                all.add(decision(decision, i < busy.size() ? busy.get(i) : null));
                i++;
            }
            remember(document.path("questions"), questions);
            remember(document.path("meanings"), meanings);
            ArrayNode defaults = JsonNodeFactory.instance.arrayNode();
            document.path("defaults").forEach(line -> defaults.add(texts.of(line.asText())));
            ObjectNode entry = JsonNodeFactory.instance.objectNode();
            entry.set("d", all);
            entry.set("u", defaults);
            return decisions.of(entry);
        });
    }

    private static void remember(JsonNode words, Map<String, String> into) {
        words.properties()
                .forEach(word -> into.putIfAbsent(word.getKey(), word.getValue().asText()));
    }

    /** In the order the script takes them apart. */
    private ArrayNode decision(JsonNode decision, String busy) throws Unfit {
        ArrayNode node = JsonNodeFactory.instance.arrayNode();
        node.add(texts.of(decision.path("task").asText()))
                .add(texts.of(decision.path("waker").asText()))
                .add(cpu(decision, "wakerCpu"))
                .add(texts.of(decision.path("context").asText()))
                .add(cpu(decision, "prevCpu"));
        List<String> flags = new ArrayList<>();
        decision.path("flags").forEach(flag -> flags.add(flag.asText()));
        node.add(texts.of(String.join(" ", flags)))
                .add(texts.of(decision.path("path").asText()))
                .add(decision.has("selectedCpu") ? cpu(decision, "selectedCpu") : -1)
                .add(cpu(decision, "cpu"))
                .add(texts.of(decision.path("by").asText()))
                .add(decision.path("scanned").asInt())
                .add(texts.of(decision.path("queued").asText()))
                .add(decision.has("ladder") ? ladders.of(ladder(decision.path("ladder"))) : -1)
                // -1: not known, unlike the empty list
                .add(busy == null ? -1 : texts.of(busy.isEmpty() ? "none" : busy));
        return node;
    }

    private ArrayNode ladder(JsonNode ladder) throws Unfit {
        ArrayNode numbers = JsonNodeFactory.instance.arrayNode();
        for (JsonNode rung : ladder) {
            ArrayNode saw = JsonNodeFactory.instance.arrayNode();
            for (Map.Entry<String, JsonNode> entry : rung.path("saw").properties()) {
                JsonNode value = entry.getValue();
                saw.add(texts.of(entry.getKey()));
                saw.add(texts.of(value.isBoolean() ? value.asBoolean() ? "yes" : "no" : value.asText()));
            }
            ArrayNode node = JsonNodeFactory.instance.arrayNode();
            node.add(texts.of(rung.path("rung").asText()))
                    .add(rung.path("depth").asInt())
                    .add(texts.of(rung.path("answer").asText()))
                    .add(texts.of(rung.path("rule").asText()))
                    .add(rung.has("cpu") ? rung.path("cpu").asInt() : -1)
                    .add(saw)
                    .add(probes(rung.path("probes")));
            numbers.add(rungs.of(node));
        }
        return numbers;
    }

    /** Probes side by side with the same answer are one: first CPU, last CPU, 1 if idle. */
    private static ArrayNode probes(JsonNode probes) throws Unfit {
        ArrayNode node = JsonNodeFactory.instance.arrayNode();
        int first = -1;
        int last = -1;
        boolean idle = false;
        for (JsonNode probe : probes) {
            int cpu = number(probe.get(0), MOST_CPUS);
            boolean isIdle = probe.path(1).asBoolean();
            if (first < 0 || cpu != last + 1 || idle != isIdle) {
                if (first >= 0) {
                    node.add(first).add(last).add(idle ? 1 : 0);
                }
                first = cpu;
                idle = isIdle;
            }
            last = cpu;
        }
        if (first >= 0) {
            node.add(first).add(last).add(idle ? 1 : 0);
        }
        return node;
    }

    // ------------------------------------------------------------------ machines

    /** The machine of a scenario. */
    Optional<Integer> machine(String text) {
        return read(text, document -> {
            ObjectNode node = JsonNodeFactory.instance.objectNode();
            int cpus = number(document.get("cpus"), MOST_CPUS);
            node.put("n", document.path("machine").asText())
                    .put("s", document.path("summary").asText())
                    .put("c", cpus);
            for (String group : GROUPS) {
                if (document.has(group)) {
                    ArrayNode lists = node.putArray(group);
                    for (JsonNode list : document.path(group)) {
                        lists.add(cpus(list, cpus));
                    }
                }
            }
            for (String state : List.of("offline", "isolated")) {
                if (document.has(state)) {
                    node.put(state, cpus(document.get(state), cpus));
                }
            }
            if (document.has("capacities")) {
                ObjectNode capacities = node.putObject("capacities");
                for (Map.Entry<String, JsonNode> entry :
                        document.path("capacities").properties()) {
                    capacities.put(entry.getKey(), cpus(entry.getValue(), cpus));
                }
            }
            return machines.of(node);
        });
    }

    /** The busy CPUs each decision found; empty if the document is not one of a machine. */
    List<String> busy(String text) {
        List<String> busy = new ArrayList<>();
        read(text, document -> {
            int cpus = number(document.get("cpus"), MOST_CPUS);
            for (JsonNode list : document.path("busy")) {
                busy.add(cpus(list, cpus));
            }
            return 0;
        });
        return busy;
    }

    private static String cpus(JsonNode list, int nrCpus) throws Unfit {
        String text = list.asText();
        if (!text.matches(CPU_LIST)) {
            throw new Unfit("not a CPU list: " + text);
        }
        for (String number : text.split("[-,]")) {
            if (!number.isEmpty() && Integer.parseInt(number) >= nrCpus) {
                throw new Unfit("there is no CPU " + number);
            }
        }
        return text;
    }

    private static int cpu(JsonNode node, String field) throws Unfit {
        return number(node.get(field), MOST_CPUS);
    }

    private static int number(JsonNode node, int most) throws Unfit {
        if (node == null
                || !node.canConvertToInt()
                || !node.isIntegralNumber()
                || node.asInt() < 0
                || node.asInt() > most) {
            throw new Unfit("not a number from 0 to " + most + ": " + node);
        }
        return node.asInt();
    }

    private static long number(JsonNode node) throws Unfit {
        if (node == null || !node.isIntegralNumber() || !node.canConvertToLong()) {
            throw new Unfit("not a whole number: " + node);
        }
        return node.asLong();
    }

    // ------------------------------------------------------------------ runs

    /** Run queues over time. Starts are told relative to the interval before, which makes them short. */
    Optional<Integer> timeline(String text) {
        return read(text, document -> {
            ObjectNode node = JsonNodeFactory.instance.objectNode();
            node.put("from", number(document.get("from")))
                    .put("until", number(document.get("until")))
                    .put("end", number(document.get("end")));
            ArrayNode tasks = node.putArray("tasks");
            document.path("tasks").forEach(task -> tasks.add(task.asText()));
            node.set("r", intervals(document.path("running"), tasks.size()));
            node.set("w", intervals(document.path("waiting"), tasks.size()));
            return timelines.of(node);
        });
    }

    private static ArrayNode intervals(JsonNode flat, int tasks) throws Unfit {
        if (flat.size() % 4 != 0) {
            throw new Unfit("intervals are four numbers each");
        }
        List<long[]> intervals = new ArrayList<>();
        for (int i = 0; i < flat.size(); i += 4) {
            intervals.add(new long[] {
                number(flat.get(i), MOST_CPUS),
                number(flat.get(i + 1), tasks - 1),
                number(flat.get(i + 2)),
                number(flat.get(i + 3))
            });
        }
        intervals.sort((a, b) -> a[2] != b[2] ? Long.compare(a[2], b[2]) : Long.compare(a[0], b[0]));
        ArrayNode node = JsonNodeFactory.instance.arrayNode();
        long before = 0;
        for (long[] interval : intervals) {
            node.add(interval[0]).add(interval[1]).add(interval[2] - before).add(interval[3]);
            before = interval[2];
        }
        return node;
    }

    /**
     * What a program measured over seeds: mean and deviation of each figure.
     *
     * @param policy the policy they are wanted of
     * @param named whether the entry says so; else equal figures of several policies are one entry
     */
    Optional<Integer> figures(String text, String policy, boolean named) {
        return read(text, document -> {
            if (!document.path("policy").asText().equals(policy)) {
                throw new Unfit("figures of another policy");
            }
            JsonNode runs = document.path("runs");
            ObjectNode node = JsonNodeFactory.instance.objectNode();
            if (named) {
                node.put("p", policy);
            }
            node.put("n", runs.size());
            ArrayNode lines = node.putArray("f");
            for (Map.Entry<String, JsonNode> figure :
                    runs.path(0).path("figures").properties()) {
                double[] values = new double[runs.size()];
                boolean everywhere = true;
                for (int i = 0; i < values.length; i++) {
                    JsonNode value = runs.get(i).path("figures").path(figure.getKey());
                    everywhere &= value.isNumber();
                    values[i] = value.asDouble();
                }
                if (everywhere) {
                    line(lines.addArray(), figure.getKey(), values);
                }
            }
            return figures.of(node);
        });
    }

    /** Rates grow, times shrink. */
    private static void line(ArrayNode line, String name, double[] values) {
        line.add(name)
                .add(Mean.of(values).getAsDouble())
                .add(values.length < 2 ? 0 : StandardDeviation.of(values).getAsDouble())
                .add(name.equals("per second") ? 1 : 0);
    }

    /** Figures, counters and histograms. */
    Optional<Integer> measured(String text) {
        return read(text, document -> {
            ObjectNode node = JsonNodeFactory.instance.objectNode();
            node.put("p", document.path("program").asText());
            node.put("ns", number(document.get("ns")));
            ArrayNode figures = node.putArray("f");
            for (JsonNode figure : document.path("figures")) {
                figures.addArray()
                        .add(figure.path("name").asText())
                        .add(figure.path("value").asDouble())
                        .add(figure.path("better").asText().equals("more") ? 1 : 0);
            }
            ArrayNode counters = node.putArray("c");
            TreeSet<String> names = new TreeSet<>();
            document.path("counters").properties().forEach(counter -> names.add(counter.getKey()));
            for (String name : names) {
                counters.add(texts.of(name))
                        .add(number(document.path("counters").get(name)));
            }
            ArrayNode histograms = node.putArray("h");
            for (JsonNode histogram : document.path("histograms")) {
                histograms.add(histogram(histogram));
            }
            return measurements.of(node);
        });
    }

    private ArrayNode histogram(JsonNode histogram) throws Unfit {
        ArrayNode node = JsonNodeFactory.instance.arrayNode();
        node.add(texts.of(histogram.path("name").asText()))
                .add(histogram.path("unit").asText().equals("us") ? 1000 : 1)
                .add(number(histogram.get("count")));
        ArrayNode percentiles = node.addArray();
        for (Map.Entry<String, JsonNode> entry : histogram.path("percentiles").properties()) {
            percentiles.add(texts.of(entry.getKey())).add(number(entry.getValue()));
        }
        ArrayNode buckets = node.addArray();
        for (JsonNode bucket : histogram.path("buckets")) {
            long from = number(bucket.get(0));
            buckets.add(from).add(number(bucket.get(1)) - from).add(number(bucket.get(2)));
        }
        return node;
    }
}
