// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.published;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** The report in the documentation is of the cells there are, counts as its rows do, and is what the baseline was recorded from. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class RecordedReportTest {

    private static final Path REPORT = Path.of("..", "..", "docs", "published-report.md");
    private static final Pattern ROW = Pattern.compile("\\| ([^|]+) \\|(?:[^|]*\\|){6} ([^|]+) \\|[^|]*\\|");
    private static final Pattern HEAD = Pattern.compile("### (\\S+): (.*) met");
    private static final int ID = 1;
    private static final int VERDICT = 2;

    private static final Pattern WHY = Pattern.compile("- (.*): waker's CPU .*");

    private final Set<String> simulations = new TreeSet<>();
    private final Map<String, String> verdicts = new LinkedHashMap<>();
    private final Map<String, String> heads = new LinkedHashMap<>();

    @BeforeAll
    void read() throws IOException {
        for (String line : Files.readAllLines(REPORT)) {
            Matcher row = ROW.matcher(line);
            Matcher head = HEAD.matcher(line);
            Matcher why = WHY.matcher(line);
            if (row.matches() && !row.group(ID).equals("cell") && !row.group(ID).startsWith("---")) {
                verdicts.put(row.group(ID), row.group(VERDICT));
            } else if (head.matches()) {
                heads.put(head.group(1), head.group(2));
            } else if (why.matches()) {
                simulations.add(why.group(1));
            }
        }
    }

    private static List<Cell> cells() {
        return Published.cells(Figures.load(), Scale.REPORT);
    }

    @Test
    void itHasEveryCell() {
        assertThat(verdicts.keySet())
                .containsExactlyElementsOf(cells().stream().map(Cell::id).toList());
    }

    @Test
    void itTellsWhyOfEverySimulation() {
        Set<String> expected = new TreeSet<>();
        for (Cell cell : cells()) {
            if (cell.experiment() != null) {
                expected.add(cell.experiment().words());
            }
        }
        assertThat(simulations).isEqualTo(expected);
    }

    @Test
    void itsCountsAreThoseOfItsRows() {
        Map<String, int[]> counts = new LinkedHashMap<>();
        for (Cell cell : cells()) {
            int[] count = counts.computeIfAbsent(cell.table(), t -> new int[2]);
            count[0] += verdicts.get(cell.id()).equals(Verdict.MET.toString()) ? 1 : 0;
            count[1] += cell.counts() ? 1 : 0;
        }
        Map<String, String> expected = new LinkedHashMap<>();
        counts.forEach((table, count) -> expected.put(table, new Report.Count(count[0], count[1]).toString()));
        assertThat(heads).isEqualTo(expected);
    }

    @Test
    void thePageRepeatsItsHitRates() throws IOException {
        String report = Files.readString(REPORT);
        String rates = report.substring(report.indexOf("- altra-pipe: ")).strip();
        assertThat(rates).contains("- all: ");
        assertThat(Files.readString(REPORT.resolveSibling("published.md"))).contains(rates);
    }

    @Test
    void whatItCallsMetIsTheBaseline() {
        Set<String> met = new TreeSet<>();
        verdicts.forEach((id, verdict) -> {
            if (verdict.equals(Verdict.MET.toString())) {
                met.add(id);
            }
        });
        assertThat(met).isNotEmpty();
        assertThat(Baseline.standard().met()).isEqualTo(met);
    }
}
