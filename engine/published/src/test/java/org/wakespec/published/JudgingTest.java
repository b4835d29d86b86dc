// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.published;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Figures, cells, marks and what they add up to. */
class JudgingTest {

    private static final Figures FIGURES = Figures.load();
    private static final List<Cell> CELLS = Published.cells(FIGURES, Scale.TEST);

    @Test
    void everyFigureOfTheFourThreadsIsReadWithItsValue() {
        assertThat(FIGURES.all()).hasSize(403);
        assertThat(FIGURES.byId("ALT-PIPE-PAIR-base-mean").value()).isEqualTo(3.851);
        assertThat(FIGURES.byId("CWF-MT-96x32-p99.9-rfc").stddev()).isEqualTo(0.699);
        assertThat(FIGURES.byId("Z3-SB-32-wake_affine").value()).isEqualTo(15_696);
        assertThatThrownBy(() -> FIGURES.byId("Z3-SB-3-tip")).hasMessageContaining("Z3-SB-3-tip");
    }

    @Test
    void everyFigureOfTheFourThreadsHasACell() {
        Set<String> ids = new HashSet<>();
        CELLS.forEach(cell -> ids.add(cell.id()));
        assertThat(FIGURES.all())
                .filteredOn(f -> List.of(
                                "altra-pipe-v4",
                                "zen4-pipe",
                                "zen4-messaging",
                                "cwf-memtier",
                                "zen3-hackbench-hints",
                                "zen3-schbench-hints")
                        .contains(f.table()))
                .allMatch(f -> ids.contains(f.id()));
        assertThat(ids).hasSameSizeAs(CELLS);
    }

    @Test
    void onlyTheEightFiguresMeantForItAreCalibratedOn() {
        assertThat(CELLS)
                .filteredOn(cell -> cell.role() == Role.CALIBRATED && cell.experiment() != null)
                .extracting(Cell::id)
                .containsExactlyInAnyOrder(
                        "ALT-PIPE-ONE-base-mean",
                        "ALT-PIPE-PAIR-base-mean",
                        "ALT-PIPE-FREE-v4-mean",
                        "Z4-PIPE-tip",
                        "Z4-PIPE-no_sync",
                        "Z4-MSG-threads-4-no_sync",
                        "Z4-MSG-threads-16-no_sync",
                        "CWF-MT-64x32-ops/sec-base",
                        "CWF-MT-64x32-p50-base",
                        // the one-CPU time of v5's kernel, which only A + B is fitted to again
                        "X-ALT-V5-PIPE-ONE-base-mean");
    }

    @Test
    void countedCellsAreDistinctSimulationsOrDistinctFiguresOfOne() {
        Set<String> seen = new HashSet<>();
        for (Cell cell : CELLS) {
            if (cell.role() == Role.PREDICTED) {
                assertThat(seen.add(cell.experiment().words() + " " + cell.measure() + " "
                                + cell.mark().words()))
                        .as(cell.id())
                        .isTrue();
            }
        }
    }

    @Test
    void aMarkHoldsUpToItsEdgeAndNotBeyond() {
        assertThat(new Mark.Within(5).met(comparison(100, 104.9, 100, 100))).isTrue();
        assertThat(new Mark.Within(5).met(comparison(100, 105.1, 100, 100))).isFalse();
        assertThat(new Mark.ChangeWithin(4).met(comparison(88, 85, 100, 100))).isTrue();
        assertThat(new Mark.ChangeWithin(4).met(comparison(88, 83, 100, 100))).isFalse();
        assertThat(new Mark.ChangeBetween(-8, 2).met(comparison(97, 101, 100, 100)))
                .isTrue();
        assertThat(new Mark.ChangeBetween(-8, 2).met(comparison(97, 103, 100, 100)))
                .isFalse();
        assertThat(new Mark.Unchanged().met(comparison(3.1, 3.2, 3.0, 3.2))).isTrue();
        assertThat(new Mark.Unchanged().met(comparison(3.1, 3.2000001, 3.1, 3.2)))
                .isFalse();
        Mark piled = new Mark.Threshold(1_000, true, 3);
        assertThat(piled.met(comparison(2_636, 1_200, 73, 13))).isTrue();
        assertThat(piled.met(comparison(2_636, 999, 73, 13))).isFalse();
        assertThat(piled.met(comparison(2_636, 8_000, 73, 13))).isFalse();
        assertThat(new Mark.Threshold(1_000, false, 3).met(comparison(31, 1_000, 53, 7)))
                .isFalse();
    }

    @Test
    void theSignOfAChangeWithinTheNoiseDoesNotCount() {
        Comparison c = comparison(103, 97, 100, 100);
        assertThat(c.publishedChange()).isEqualTo(3, within(1e-9));
        assertThat(c.predictedChange()).isEqualTo(-3, within(1e-9));
    }

    private static Comparison comparison(double published, double predicted, double base, double predictedBase) {
        return new Comparison(published, predicted, base, predictedBase);
    }

    @Test
    void aBaselineTellsWhatIsLostAndRefusesToShrink(@TempDir Path folder) throws Exception {
        Cell cell = CELLS.stream()
                .filter(c -> c.id().equals("ALT-PIPE-FREE-base-mean"))
                .findFirst()
                .orElseThrow();
        Report met = new Report(List.of(new Judgement(cell, null, Verdict.MET, null, null)));
        Report missed = new Report(List.of(new Judgement(cell, null, Verdict.MISSED, null, null)));
        Path file = folder.resolve("met.txt");
        Files.writeString(file, "");
        Baseline empty = Baseline.read(file);
        assertThat(empty.won(met)).containsExactly(cell.id());
        Files.writeString(file, empty.improved(met));

        Baseline recorded = Baseline.read(file);
        assertThat(recorded.lost(met)).isEmpty();
        assertThat(recorded.lost(missed)).containsExactly(cell.id());
        assertThatThrownBy(() -> recorded.improved(missed)).hasMessageContaining(cell.id());
        assertThatThrownBy(() -> Baseline.read(folder.resolve("none"))).hasMessageContaining("cannot be read");
    }

    @Test
    void conditionNumbersTellWhetherASumIsOpen() {
        assertThat(Conditioning.of(new double[][] {{1, 0}, {0, 1}})).isEqualTo(1, within(1e-9));
        assertThat(Conditioning.of(new double[][] {{2, 0}, {0, 0.5}})).isEqualTo(4, within(1e-9));
        assertThat(Conditioning.of(new double[][] {{1, 1}, {1, 1}})).isInfinite();
        assertThat(Conditioning.of(new double[][] {{1, 0.99}, {0.99, 1}})).isEqualTo(199, within(1e-6));
    }
}
