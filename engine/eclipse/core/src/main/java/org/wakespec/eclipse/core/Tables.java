// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.eclipse.core;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Lines up the cells of tables: numbers to the right, everything else to the left, cells themselves unchanged. */
public final class Tables {

    private Tables() {}

    /** The edits that format all tables of a text which touch the lines from {@code first} to {@code last}. */
    public static List<Edit> format(FeatureText text, int first, int last) {
        List<Edit> edits = new ArrayList<>();
        List<FeatureLine> lines = text.lines();
        int i = 0;
        while (i < lines.size()) {
            if (lines.get(i).kind() != LineKind.TABLE) {
                i++;
                continue;
            }
            int end = i;
            while (end < lines.size() && isPartOfTable(lines, end)) {
                end++;
            }
            List<FeatureLine> table = lines.subList(i, end).stream()
                    .filter(line -> line.kind() == LineKind.TABLE)
                    .toList();
            if (table.get(0).number() <= last && table.get(table.size() - 1).number() >= first) {
                edits.addAll(format(table));
            }
            i = end;
        }
        return edits;
    }

    private static boolean isPartOfTable(List<FeatureLine> lines, int i) {
        LineKind kind = lines.get(i).kind();
        return kind == LineKind.TABLE
                || kind == LineKind.COMMENT && i + 1 < lines.size() && isPartOfTable(lines, i + 1);
    }

    private static List<Edit> format(List<FeatureLine> table) {
        List<List<String>> rows = table.stream().map(line -> cells(line.text())).toList();
        int columns = rows.stream().mapToInt(List::size).max().orElse(0);
        int[] widths = new int[columns];
        boolean[] numeric = new boolean[columns];
        for (int column = 0; column < columns; column++) {
            int c = column;
            widths[c] = rows.stream()
                    .filter(r -> r.size() > c)
                    .mapToInt(r -> width(r.get(c)))
                    .max()
                    .orElse(0);
            List<String> below = rows.stream()
                    .skip(1)
                    .filter(r -> r.size() > c)
                    .map(r -> r.get(c))
                    .filter(cell -> !cell.isEmpty())
                    .toList();
            numeric[c] = !below.isEmpty() && below.stream().allMatch(cell -> cell.matches("[-+]?\\d+([.,]\\d+)?"));
        }
        String indent = table.get(0).text().substring(0, table.get(0).indent());
        List<Edit> edits = new ArrayList<>();
        for (int r = 0; r < rows.size(); r++) {
            StringBuilder line = new StringBuilder(indent).append('|');
            for (int c = 0; c < rows.get(r).size(); c++) {
                String cell = rows.get(r).get(c);
                String space = " ".repeat(widths[c] - width(cell));
                line.append(' ')
                        .append(numeric[c] ? space + cell : cell + space)
                        .append(" |");
            }
            FeatureLine old = table.get(r);
            if (!old.text().contentEquals(line)) {
                edits.add(new Edit(old.offset(), old.text().length(), line.toString()));
            }
        }
        return edits;
    }

    /** The cells of a row as written, escapes kept, spaces around them removed. */
    public static List<String> cells(String row) {
        List<String> cells = new ArrayList<>();
        StringBuilder cell = new StringBuilder();
        String text = row.strip();
        for (int i = 1; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '\\' && i + 1 < text.length()) {
                cell.append(c).append(text.charAt(++i));
            } else if (c == '|') {
                cells.add(cell.toString().strip());
                cell.setLength(0);
            } else {
                cell.append(c);
            }
        }
        if (!cell.toString().isBlank()) {
            // a row that is still being written
            cells.add(cell.toString().strip());
        }
        return cells;
    }

    private static int width(String cell) {
        return cell.codePointCount(0, cell.length());
    }

    /** The text with edits made that do not overlap. */
    public static String apply(String text, List<Edit> edits) {
        StringBuilder out = new StringBuilder(text);
        edits.stream()
                .sorted(Comparator.comparingInt(Edit::offset).reversed())
                .forEach(edit -> out.replace(edit.offset(), edit.offset() + edit.length(), edit.text()));
        return out.toString();
    }
}
