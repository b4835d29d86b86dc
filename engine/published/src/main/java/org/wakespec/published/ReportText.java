// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.published;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** A report for people to read. */
final class ReportText {

    private static final String[] HEADS = {
        "cell", "published", "predicted", "off", "change published", "change predicted", "pass mark", "verdict", "note"
    };

    private static final String LEGEND = """
            Changes are (new - base) / base: negative means the value went down. Predictions are means over the
            seeds, +- their standard deviation. One cell of each simulation counts; calibrated cells, second
            statistics, other readings and unknowable cells do not.
            """;

    private final Report report;
    private final StringBuilder out = new StringBuilder();

    ReportText(Report report) {
        this.report = report;
    }

    String text() {
        out.append(LEGEND);
        report.tables().forEach((name, list) -> {
            out.append('\n')
                    .append(name)
                    .append(": ")
                    .append(Report.count(list))
                    .append(" met\n");
            aligned(rows(list));
            whys(list, "  why ", "");
        });
        summary("\n", "  ");
        return out.toString();
    }

    String markdown() {
        out.append("# The published tables and their prediction\n\n").append(LEGEND);
        report.tables().forEach((name, list) -> {
            out.append("\n### ")
                    .append(name)
                    .append(": ")
                    .append(Report.count(list))
                    .append(" met\n\n");
            List<String[]> rows = rows(list);
            rows.add(1, new String[] {"---", "---:", "---:", "---:", "---:", "---:", "---", "---", "---"});
            rows.forEach(row -> out.append("| ").append(String.join(" | ", row)).append(" |\n"));
            out.append('\n');
            whys(list, "- ", "");
        });
        out.append("\n### Hit rates\n\n");
        summary("", "- ");
        return out.toString();
    }

    private List<String[]> rows(List<Judgement> list) {
        List<String[]> rows = new ArrayList<>();
        rows.add(HEADS.clone());
        for (Judgement j : list) {
            rows.add(row(j));
        }
        return rows;
    }

    private static String[] row(Judgement j) {
        Cell cell = j.cell();
        Figure f = cell.figure();
        String published =
                number(f.value()) + (Double.isNaN(f.stddev()) ? "" : " +-" + number(f.stddev())) + " " + f.unit();
        Comparison c = j.comparison();
        boolean change = c != null && !Double.isNaN(c.publishedBase());
        boolean judged = cell.counts() && c != null;
        return new String[] {
            cell.id(),
            published,
            c == null ? "-" : number(c.predicted()) + (Double.isNaN(c.spread()) ? "" : " +-" + number(c.spread())),
            c == null ? "-" : percent(c.difference()),
            change ? percent(c.publishedChange()) : "",
            change ? percent(c.predictedChange()) : "",
            judged ? cell.mark().words() : "",
            j.verdict() == Verdict.SHOWN ? cell.role().toString() : j.verdict().toString(),
            cell.note()
        };
    }

    private void aligned(List<String[]> rows) {
        int[] width = new int[HEADS.length];
        for (String[] row : rows) {
            for (int i = 0; i < row.length; i++) {
                width[i] = Math.max(width[i], row[i].length());
            }
        }
        for (String[] row : rows) {
            StringBuilder line = new StringBuilder("  ");
            for (int i = 0; i < row.length; i++) {
                line.append(row[i]).append(" ".repeat(width[i] - row[i].length() + 2));
            }
            out.append(line.toString().stripTrailing()).append('\n');
        }
    }

    /** The counters of each distinct simulation of a table. */
    private void whys(List<Judgement> list, String before, String after) {
        Map<String, Mechanism> whys = new LinkedHashMap<>();
        for (Judgement j : list) {
            if (j.mechanism() != null) {
                whys.putIfAbsent(j.cell().experiment().words(), j.mechanism());
            }
        }
        whys.forEach((run, why) -> out.append(before)
                .append(run)
                .append(": ")
                .append(why)
                .append(after)
                .append('\n'));
    }

    private void summary(String before, String indent) {
        out.append(before);
        report.tables().forEach((name, list) -> {
            Report.Count count = Report.count(list);
            Report.Count signs = Report.signs(list);
            out.append(indent).append(name).append(": ").append(count);
            if (signs.counted() > 0) {
                out.append("; signs right ").append(signs);
            }
            out.append(count.rate() < Report.WANTED_PER_TABLE ? "; below 60 %" : "")
                    .append('\n');
        });
        Report.Count all = Report.count(report.judgements());
        Report.Count signs = Report.signs(report.judgements());
        out.append(indent)
                .append("all: ")
                .append(all)
                .append(all.rate() < Report.WANTED ? "; below 80 %" : "")
                .append("; signs right ")
                .append(signs)
                .append(signs.rate() < Report.WANTED_SIGNS ? "; below 90 %" : "")
                .append('\n');
    }

    static String percent(double value) {
        return String.format(Locale.ROOT, "%+.1f %%", value);
    }

    static String number(double value) {
        double size = Math.abs(value);
        if (size >= 1000) {
            return String.format(Locale.ROOT, "%.0f", value);
        }
        return String.format(Locale.ROOT, size >= 100 ? "%.1f" : "%.3f", value);
    }
}
