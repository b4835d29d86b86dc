// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.conformance;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Supplier;

/** The outcome of a comparison: per policy or run how many records match, the first differences, what was left out. */
public final class ConformanceReport {

    /** Every record matches. */
    public static final int ALL_MATCH = 0;
    /** At least one record differs. */
    public static final int DIFFERENCES = 1;
    /** There was nothing to compare, or something could not be read. */
    public static final int NOTHING_COMPARED = 2;

    private final String title;
    private final int shownDifferences;
    private final Map<String, Tally> tallies = new LinkedHashMap<>();
    private final List<String> notes = new ArrayList<>();
    private final List<String> unreadable = new ArrayList<>();

    /**
     * @param title what is compared with what; first line of the report
     * @param shownDifferences how many differences of each tally are explained; all are counted
     */
    public ConformanceReport(String title, int shownDifferences) {
        this.title = title;
        this.shownDifferences = shownDifferences;
    }

    /** The tally of that name, created on first use; the report keeps the order of creation. */
    public Tally tally(String name) {
        return tallies.computeIfAbsent(name, n -> new Tally(n, shownDifferences));
    }

    /** All tallies, in order of creation. */
    public List<Tally> tallies() {
        return List.copyOf(tallies.values());
    }

    /** Adds a line below the tallies, for example what was skipped as a whole. */
    public void note(String line) {
        notes.add(line);
    }

    /**
     * Something that should have been compared cannot be read: what is left is compared, but the outcome is not a pass.
     */
    public void unreadable(String message) {
        unreadable.add(message);
    }

    /** Messages about what could not be read. */
    public List<String> unreadable() {
        return List.copyOf(unreadable);
    }

    /** Records compared, over all tallies. */
    public long compared() {
        return tallies.values().stream().mapToLong(Tally::compared).sum();
    }

    /** Records that match, over all tallies. */
    public long matched() {
        return tallies.values().stream().mapToLong(Tally::matched).sum();
    }

    /** {@link #ALL_MATCH}, {@link #DIFFERENCES} or {@link #NOTHING_COMPARED}. */
    public int exitCode() {
        if (compared() == 0 || !unreadable.isEmpty()) {
            return NOTHING_COMPARED;
        }
        return matched() == compared() ? ALL_MATCH : DIFFERENCES;
    }

    /** Writes the report as text. */
    public void print(PrintWriter out) {
        out.println(title);
        int width = tallies.keySet().stream().mapToInt(String::length).max().orElse(0);
        for (Tally tally : tallies.values()) {
            if (tally.compared() > 0 || !tally.excluded.isEmpty()) {
                tally.print(out, width);
            }
        }
        if (tallies.size() > 1 && compared() > 0) {
            out.printf("%-" + width + "s  %d of %d match%n", "total", matched(), compared());
        }
        notes.forEach(out::println);
        unreadable.forEach(message -> out.println("cannot compare: " + message));
        if (compared() == 0 && unreadable.isEmpty()) {
            out.println("nothing to compare");
        }
        out.flush();
    }

    /** Counts of one policy or run. */
    public static final class Tally {

        private final String name;
        private final int shown;
        private final List<String> differences = new ArrayList<>();
        private final Map<String, Long> excluded = new TreeMap<>();
        private long matched;
        private long differing;

        private Tally(String name, int shown) {
            this.name = name;
            this.shown = shown;
        }

        public String name() {
            return name;
        }

        public long matched() {
            return matched;
        }

        public long compared() {
            return matched + differing;
        }

        /** Records left out, by reason. */
        public Map<String, Long> excluded() {
            return Map.copyOf(excluded);
        }

        /** The differences that are explained; at most as many as the report shows. */
        public List<String> differences() {
            return List.copyOf(differences);
        }

        /** One record agrees. */
        public void match() {
            matched++;
        }

        /** Several values agree. */
        public void matches(long values) {
            matched += values;
        }

        /** One record differs; the explanation is only asked for while it will be shown. */
        public void difference(Supplier<String> explanation) {
            differing++;
            if (differences.size() < shown) {
                differences.add(explanation.get());
            }
        }

        /** One record is not compared. */
        public void exclude(String reason) {
            excluded.merge(reason, 1L, Long::sum);
        }

        private void print(PrintWriter out, int width) {
            out.printf("%-" + width + "s  %d of %d match", name, matched, compared());
            if (!excluded.isEmpty()) {
                List<String> reasons = new ArrayList<>();
                excluded.forEach((reason, n) -> reasons.add(n + " " + reason));
                out.print("; excluded: " + String.join(", ", reasons));
            }
            out.println();
            for (String difference : differences) {
                difference.lines().forEach(line -> out.println("    " + line));
            }
            if (differing > differences.size()) {
                out.println("    ... and " + (differing - differences.size()) + " more");
            }
        }
    }
}
