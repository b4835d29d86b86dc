// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.published;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;

/** All published figures, by id. The files hold ten plain columns; no value contains a comma. */
final class Figures {

    private static final List<String> FILES = List.of(
            "altra-pipe-v4",
            "altra-claims",
            "extra-altra-v3-v5",
            "zen4-pipe",
            "zen4-messaging",
            "cwf-memtier",
            "cwf-openresty-runq",
            "zen3-hackbench-hints",
            "zen3-schbench-hints",
            "extra-zen3-irq-nosync",
            "extra-hints-cover-letter",
            "extra-handoff-costs",
            "extra-other-proposals");
    private static final int COLUMNS = 10;

    private final Map<String, Figure> byId = new LinkedHashMap<>();

    private Figures() {}

    /** Reads the figures that come with this module. */
    static Figures load() {
        Figures figures = new Figures();
        FILES.forEach(figures::read);
        return figures;
    }

    private void read(String table) {
        String name = "figures/" + table + ".csv";
        try (InputStream in = Figures.class.getResourceAsStream(name)) {
            if (in == null) {
                throw new IllegalStateException("the figures " + name + " are missing");
            }
            BufferedReader reader = new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8));
            reader.readLine();
            int line = 1;
            for (String text = reader.readLine(); text != null; text = reader.readLine()) {
                line++;
                add(table, name + ":" + line, text.split(",", -1));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void add(String table, String at, String[] columns) {
        if (columns.length != COLUMNS) {
            throw new IllegalStateException(at + ": " + columns.length + " columns, expected " + COLUMNS);
        }
        Figure figure = new Figure(
                columns[0],
                table,
                columns[2],
                columns[3],
                columns[4],
                columns[5],
                columns[6],
                number(columns[7]),
                number(columns[8]),
                columns[9]);
        if (byId.putIfAbsent(figure.id(), figure) != null) {
            throw new IllegalStateException(at + ": the figure " + figure.id() + " is given twice");
        }
    }

    /** Claims in words have no number. */
    private static double number(String text) {
        return text.isEmpty() || Character.isLetter(text.charAt(0)) ? Double.NaN : Double.parseDouble(text);
    }

    Figure byId(String id) {
        Figure figure = byId.get(id);
        if (figure == null) {
            throw new NoSuchElementException("no published figure is called '" + id + "'");
        }
        return figure;
    }

    Collection<Figure> all() {
        return byId.values();
    }
}
