// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.gate;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * What programs measured, as reviewers post it: plain text of at most 78 columns, machines as sections, benchmarks as tables
 * with a line for each load, counters under them.
 */
final class MailTable {

    static final int WIDTH = 78;

    private static final int FIRST_COLUMN = 24;

    private static final Pattern GROUPS = Pattern.compile("-g (\\d+)");
    private static final Pattern WORKERS = Pattern.compile("-t (\\d+)");
    private static final Pattern CLIENTS = Pattern.compile("-c (\\d+)");
    private static final List<String> COUNTERS = List.of("ttwu_local", "migrations", "cpus_scanned");

    /**
     * One scenario's measurements.
     *
     * @param benchmark program without its load
     * @param load the load, in words
     * @param number tells it from others of the same load; 0: there are none
     */
    private record Row(
            String benchmark, String load, ScenarioChange change, Figures base, Figures candidate, int number) {

        Row numbered(int newNumber) {
            return new Row(benchmark, load, change, base, candidate, newNumber);
        }

        String label() {
            return number == 0 ? load : shortened(load, FIRST_COLUMN - mark().length()) + mark();
        }

        String mark() {
            return " [" + number + "]";
        }
    }

    private final GateVerdict verdict;
    private final StringBuilder text = new StringBuilder();

    private MailTable(GateVerdict verdict) {
        this.verdict = verdict;
    }

    static String of(GateVerdict verdict) {
        MailTable table = new MailTable(verdict);
        table.write();
        return table.text.toString();
    }

    private void write() {
        GateRequest request = verdict.request();
        line("base:      " + request.base()
                + (request.storedBase().isEmpty() ? "" : " (" + request.storedBase() + ")"));
        line("candidate: " + request.candidate());
        line("Simulated, " + request.seeds() + (request.seeds() == 1 ? " seed." : " seeds.")
                + " Mean +- standard deviation.");
        line("%diff is (candidate - base) / base: positive means the value went up. The");
        line("last column judges it: better, worse, or = if it may be chance (Welch's");
        line(String.format(
                Locale.ROOT,
                "t-test, p >= %.2f) or is below %.1f %%.",
                FigureChange.SIGNIFICANCE,
                verdict.claims().noise()));
        Map<String, Map<String, List<Row>>> machines = rows();
        if (machines.isEmpty()) {
            line("");
            line("Nothing was measured: no scenario that ran lets a benchmark program run.");
            return;
        }
        machines.forEach((machine, benchmarks) -> {
            line("");
            line(cut("o " + machine));
            benchmarks.forEach(this::benchmark);
        });
    }

    /** By machine, then by benchmark, in the order of the suite. */
    private Map<String, Map<String, List<Row>>> rows() {
        Map<String, Map<String, List<Row>>> machines = new LinkedHashMap<>();
        List<ScenarioChange> ordered = new ArrayList<>(verdict.changes());
        ordered.sort(Comparator.comparingInt(ScenarioChange::order));
        for (ScenarioChange change : ordered) {
            if (change.figures().isEmpty()) {
                continue;
            }
            Figures base = change.measuredOnBase().orElseThrow();
            String program = base.program();
            String load = load(program).orElse(shortened(change.title(), FIRST_COLUMN));
            Row row = new Row(
                    benchmark(program), load, change, base, change.measured().orElseThrow(), 0);
            machines.computeIfAbsent(base.machine(), k -> new LinkedHashMap<>())
                    .computeIfAbsent(row.benchmark(), k -> new ArrayList<>())
                    .add(row);
        }
        machines.values().forEach(benchmarks -> benchmarks.replaceAll((name, rows) -> toldApart(rows)));
        return machines;
    }

    /** Rows of one load get a number each, which a line under the table explains. */
    private static List<Row> toldApart(List<Row> rows) {
        Map<String, Long> loads = rows.stream().collect(Collectors.groupingBy(Row::load, Collectors.counting()));
        List<Row> numbered = new ArrayList<>();
        for (Row row : rows) {
            numbered.add(loads.get(row.load()) == 1 ? row : row.numbered(numbered.size() + 1));
        }
        return numbered;
    }

    private static String benchmark(String program) {
        String load = program.contains("messaging")
                ? "-g \\d+"
                : program.contains("schbench")
                        ? "-t \\d+"
                        : program.contains("memtier") ? "(?<=memtier_benchmark.{0,200})-[tc] \\d+" : "(?!)";
        return program.replaceAll(" " + load + "(?= |$)", "");
    }

    /** The load in words; empty for programs that have none: then the scenario's title tells the rows apart. */
    private static Optional<String> load(String program) {
        if (program.contains("messaging")) {
            return Optional.of(find(GROUPS, program).orElse("10") + "-groups");
        }
        if (program.contains("schbench")) {
            return find(WORKERS, program).map(n -> n + "-workers");
        }
        if (program.contains("memtier")) {
            // taskset has an option -c of its own
            String options = program.substring(program.indexOf("memtier"));
            return Optional.of(find(WORKERS, options).orElse("4") + "x"
                    + find(CLIENTS, options).orElse("50"));
        }
        return Optional.empty();
    }

    private static String shortened(String title, int width) {
        return title.length() <= width ? title : title.substring(0, width - 3) + "...";
    }

    /** The time of an operation and the time of all of them say the same: reviewers post one of them. */
    private static boolean posted(String program, String figure) {
        return program.contains("messaging") ? !figure.equals("usec/op") : !figure.equals("seconds");
    }

    private static Optional<String> find(Pattern pattern, String text) {
        Matcher matcher = pattern.matcher(text);
        return matcher.find() ? Optional.of(matcher.group(1)) : Optional.empty();
    }

    private void benchmark(String name, List<Row> rows) {
        line("");
        line(cut("  " + name));
        TreeSet<String> seen = new TreeSet<>();
        List<String> figures = new ArrayList<>();
        rows.forEach(row -> row.change().figures().forEach(f -> {
            if (posted(name, f.name()) && seen.add(f.name())) {
                figures.add(f.name());
            }
        }));
        for (String figure : figures) {
            line("");
            line(String.format("  %-24s %16s %16s %8s", figure + unit(figure), "base", "candidate", "%diff"));
            rows.forEach(row -> row.change().figures().stream()
                    .filter(f -> f.name().equals(figure))
                    .forEach(f -> line(String.format(
                                    Locale.ROOT,
                                    "  %-24s %16s %16s %8s %s",
                                    row.label(),
                                    value(f.base()),
                                    value(f.candidate()),
                                    Double.isInfinite(f.change())
                                            ? "from 0"
                                            : String.format(Locale.ROOT, "%+.2f", f.change()),
                                    judgement(f))
                            .stripTrailing())));
        }
        line("");
        for (String counter : COUNTERS) {
            line(String.format("  %-24s %16s %16s %8s", counter, "base", "candidate", "%diff"));
            rows.forEach(row -> counter(counter, row));
        }
        rows.stream()
                .filter(row -> row.number() > 0)
                .forEach(row -> line(" " + row.mark() + " " + row.change().title()));
    }

    private void counter(String counter, Row row) {
        double[] base = row.base().counters().get(counter);
        double[] candidate = row.candidate().counters().get(counter);
        if (base == null || candidate == null) {
            return;
        }
        Sample before = Sample.of(base);
        Sample after = Sample.of(candidate);
        String change = before.mean() == 0
                ? after.mean() == 0 ? "+0.00" : "from 0"
                : String.format(Locale.ROOT, "%+.2f", (after.mean() - before.mean()) / before.mean() * 100);
        line(String.format(Locale.ROOT, "  %-24s %16.0f %16.0f %8s", row.label(), before.mean(), after.mean(), change));
    }

    private static String unit(String figure) {
        return switch (figure) {
            case "usec/op", "seconds", "per second" -> "";
            default -> " (us)";
        };
    }

    private static String value(Sample sample) {
        String format = Math.abs(sample.mean()) >= 10_000 ? "%.0f" : Math.abs(sample.mean()) >= 100 ? "%.1f" : "%.3f";
        return String.format(Locale.ROOT, format, sample.mean())
                + (sample.n() < 2 ? "" : " +-" + String.format(Locale.ROOT, format, sample.deviation()));
    }

    private static String judgement(FigureChange figure) {
        return switch (figure.judgement()) {
            case BETTER -> "better";
            case WORSE -> "worse";
            case UNDECIDED -> "?";
            default -> "=";
        };
    }

    private static String cut(String line) {
        return line.length() <= WIDTH ? line : line.substring(0, WIDTH - 3) + "...";
    }

    private void line(String line) {
        text.append(cut(line)).append('\n');
    }
}
