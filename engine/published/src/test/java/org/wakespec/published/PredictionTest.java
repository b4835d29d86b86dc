// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.published;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** What must hold of the predictions, with what breaks each. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class PredictionTest {

    private static final Kernel PLAIN = Kernel.LINUX_7_2;
    private static final Program PIPE = new Program.Pipe(3_000, "");

    private final Laboratory laboratory = Laboratory.standard(1, line -> {});
    private List<Cell> cells;

    @BeforeAll
    void cells() {
        cells = Published.cells(Figures.load(), Scale.TEST);
    }

    private double of(String machine, String policy, Program program, Kernel kernel, String measure) {
        return laboratory
                .outcome(new Experiment(machine, policy, program, kernel, 1))
                .of(measure);
    }

    private Cell cell(String id) {
        return cells.stream().filter(c -> c.id().equals(id)).findFirst().orElseThrow();
    }

    @Test
    void whatIsStoppedIsLeftOut() {
        Laboratory stopped = Laboratory.standard(1, line -> {});
        Experiment early = new Experiment("altra-80-llc2", "linux-7.2", new Program.Pipe(10, "79"), PLAIN, 1);
        Experiment late = new Experiment("altra-80-llc2", "linux-7.2", new Program.Pipe(500_000, "79"), PLAIN, 1);
        stopped.run(List.of(early));

        stopped.stop();
        stopped.run(List.of(early, late));

        assertThat(stopped.has(early)).isTrue();
        assertThat(stopped.has(late)).isFalse();
    }

    @Test
    void withOneCpuTheProposalChangesNothingAtAll() {
        Program one = new Program.Pipe(3_000, "79");
        double base = of("altra-80-llc2", "linux-7.2", one, PLAIN, Program.USECS_PER_OP);
        assertThat(of("altra-80-llc2", "sync-pair-v4", one, PLAIN, Program.USECS_PER_OP))
                .isEqualTo(base);
        // with two CPUs it does
        Program pair = new Program.Pipe(3_000, "78,79");
        assertThat(of("altra-80-llc2", "sync-pair-v4", pair, PLAIN, Program.USECS_PER_OP))
                .isLessThan(0.9 * of("altra-80-llc2", "linux-7.2", pair, PLAIN, Program.USECS_PER_OP));
    }

    @Test
    void withoutTheCostOfCacheLinesThePipesOfZen4AreMissed() {
        Kernel free = PLAIN.costs(Map.of(
                "line_smt",
                0L,
                "line_cluster",
                0L,
                "line_llc",
                0L,
                "line_node",
                0L,
                "line_package",
                0L,
                "line_remote",
                0L));
        Mark mark = new Mark.Within(5);
        double published = cell("Z4-PIPE-no_sync").figure().value();
        double withCosts = of(Zen4Tables.MACHINE, "no-sync", PIPE, PLAIN, Program.USECS_PER_OP);
        double without = of(Zen4Tables.MACHINE, "no-sync", PIPE, free, Program.USECS_PER_OP);
        assertThat(mark.met(new Comparison(published, withCosts, Double.NaN, Double.NaN)))
                .as("%s usec/op", withCosts)
                .isTrue();
        assertThat(mark.met(new Comparison(published, without, Double.NaN, Double.NaN)))
                .as("%s usec/op", without)
                .isFalse();
        // sync no longer pays either
        assertThat(of(Zen4Tables.MACHINE, "linux-7.2", PIPE, free, Program.USECS_PER_OP))
                .isEqualTo(without, within(0.1));
    }

    @Test
    void whereNobodyWaitsForACpuTheTailsOfMemcachedAreMissed() {
        Experiment waiting = CwfTables.run(Scale.TEST, 64, "linux-7.2", PLAIN);
        Outcome stacked = laboratory.outcome(waiting);
        Outcome alone = laboratory.outcome(waiting.policy(EverybodyAlone.NAME));
        // the switch does what it says, but for the start of the threads
        assertThat(stacked.of(Outcome.WAIT_64)).isGreaterThan(0.1);
        assertThat(alone.of(Outcome.WAIT_64)).isLessThan(stacked.of(Outcome.WAIT_64) / 10);
        for (String percentile : List.of("p99", "p99.9")) {
            Mark mark = new Mark.Within(25);
            double published =
                    cell("CWF-MT-64x32-" + percentile + "-base").figure().value();
            assertThat(mark.met(new Comparison(published, stacked.of(percentile), Double.NaN, Double.NaN)))
                    .as("%s %s ms", percentile, stacked.of(percentile))
                    .isTrue();
            assertThat(mark.met(new Comparison(published, alone.of(percentile), Double.NaN, Double.NaN)))
                    .as("%s %s ms", percentile, alone.of(percentile))
                    .isFalse();
        }
        // Little's law: the loop is closed
        double mean = 64 * 32 / stacked.of(Program.PER_SECOND) * 1e3;
        assertThat(stacked.of("mean")).isEqualTo(mean, within(0.01 * mean));
    }

    @Test
    void thePileUpStartsBetweenNineAndThirtyTwoWorkersAndMovesWithTheCache() {
        assertThat(pileUp(Zen3Tables.MACHINE, 8)).isLessThan(Zen3Tables.PILED_UP);
        assertThat(pileUp(Zen3Tables.MACHINE, 32)).isGreaterThan(Zen3Tables.PILED_UP);
        // the cache of the other machine is four times as large
        assertThat(pileUp(OutsideTables.ICE_LAKE, 32)).isLessThan(Zen3Tables.PILED_UP);
        assertThat(pileUp(OutsideTables.ICE_LAKE, 128)).isGreaterThan(Zen3Tables.PILED_UP);
        // without the hint nothing piles up
        assertThat(of(
                        Zen3Tables.MACHINE,
                        "linux-7.2",
                        Zen3Tables.schbench(Scale.TEST, Zen3Tables.MACHINE, 32, "linux-7.2")
                                .program(),
                        PLAIN.of2022(),
                        "p99"))
                .isLessThan(Zen3Tables.PILED_UP);
    }

    private double pileUp(String machine, int workers) {
        return laboratory
                .outcome(Zen3Tables.schbench(Scale.TEST, machine, workers, "wake-hint-affine"))
                .of("p99");
    }

    @Test
    void equalExperimentsAreRunOnce() {
        int[] done = new int[1];
        Laboratory counting = Laboratory.standard(1, line -> done[0]++);
        Experiment e = new Experiment("smp-2", "linux-7.2", new Program.Pipe(50, ""), PLAIN, 1);
        counting.run(List.of(e, e.seed(1)));
        counting.outcome(e);
        assertThat(done[0]).isEqualTo(1);
        assertThatThrownBy(() -> counting.outcome(e).of("p99")).hasMessageContaining("was not measured");
    }

    @Test
    void severalSeedsGiveTheirMeanAndItsSpread() {
        Laboratory three = Laboratory.standard(1, 3, line -> {});
        Cell cell = cell("ALT-PIPE-ONE-base-mean");
        double[] runs = three.figures(cell.experiment(), cell.measure());
        assertThat(runs).hasSize(3);
        Comparison c = Judgement.of(cell, three).comparison();
        double mean = (runs[0] + runs[1] + runs[2]) / 3;
        double squares = Math.pow(runs[0] - mean, 2) + Math.pow(runs[1] - mean, 2) + Math.pow(runs[2] - mean, 2);
        assertThat(c.predicted()).isEqualTo(mean, within(1e-9));
        assertThat(c.spread()).isEqualTo(Math.sqrt(squares / 2), within(1e-9));
        assertThat(Judgement.of(cell, laboratory).comparison().spread()).isNaN();
    }

    @Test
    void aReportNamesWhyInCountersAndSumsUp() {
        Cell cell = cell("ALT-PIPE-PAIR-v4-mean");
        Report report = new Report(List.of(Judgement.of(cell, laboratory)));
        assertThat(report.text()).contains("altra-pipe: 1 of 1", "waker's CPU 100 %", "requeued 100 %", "within 5 %");
        assertThat(report.markdown()).contains("| ALT-PIPE-PAIR-v4-mean |", "### Hit rates");
        assertThat(report.json()).contains("\"verdict\" : \"met\"", "\"onWakersCpu\"");
    }
}
