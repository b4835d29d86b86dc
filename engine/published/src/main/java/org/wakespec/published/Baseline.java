// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.published;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** The cells that were met before: one id a line. It may only grow. */
public final class Baseline {

    private final Set<String> met;

    private Baseline(Set<String> met) {
        this.met = met;
    }

    /** The one that comes with this module. */
    public static Baseline standard() {
        try (InputStream in = Baseline.class.getResourceAsStream("met.txt")) {
            if (in == null) {
                throw new IllegalStateException("the recorded baseline met.txt is missing");
            }
            return parse(new String(in.readAllBytes(), StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * A file.
     *
     * @throws IllegalArgumentException if it cannot be read
     */
    public static Baseline read(Path file) {
        try {
            return parse(Files.readString(file));
        } catch (IOException e) {
            throw new IllegalArgumentException(file + ": the baseline cannot be read: " + e.getMessage(), e);
        }
    }

    /** The cells, sorted. */
    Set<String> met() {
        return met;
    }

    private static Baseline parse(String text) {
        Set<String> met = new TreeSet<>();
        for (String line : text.split("\n")) {
            if (!line.isBlank() && !line.startsWith("#")) {
                met.add(line.strip());
            }
        }
        return new Baseline(met);
    }

    /** Cells that were met before, were judged now, and are missed. */
    public List<String> lost(Report report) {
        List<String> lost = new ArrayList<>(met);
        lost.retainAll(report.judged());
        lost.removeAll(report.met());
        return lost;
    }

    /** Cells met for the first time. */
    public List<String> won(Report report) {
        List<String> won = new ArrayList<>(report.met());
        won.removeAll(met);
        return won;
    }

    /**
     * The baseline with what was won, as text for a file.
     *
     * @throws IllegalStateException if something was lost: a baseline may only improve
     */
    public String improved(Report report) {
        List<String> lost = lost(report);
        if (!lost.isEmpty()) {
            throw new IllegalStateException(
                    "a baseline may only improve; met before and missed now: " + String.join(", ", lost));
        }
        Set<String> all = new TreeSet<>(met);
        all.addAll(report.met());
        return "# cells of the published tables that are met; only additions are accepted\n" + String.join("\n", all)
                + "\n";
    }
}
