// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.published;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The fit: what it finds, what it cannot find, and that it says so. */
class CalibrationTest {

    private static final Experiment ONE_CPU =
            new Experiment("altra-80-llc2", "linux-7.2", new Program.Pipe(1_000, "79"), Kernel.LINUX_7_2, 1);

    private final Laboratory laboratory = Laboratory.standard(1, line -> {});

    /** A figure as if published: what the program takes under other costs. */
    private Cell figure(Map<String, Long> costs) {
        double value = laboratory
                .outcome(ONE_CPU.kernel(Kernel.LINUX_7_2.costs(costs)))
                .of(Program.USECS_PER_OP);
        Figure figure = new Figure("MADE", "t", "pipe", "", "time", "usec/op", "base", value, Double.NaN, "mean");
        return new Table.Builder("made", figure, ONE_CPU, Program.USECS_PER_OP).build();
    }

    private Calibration.Result fit(Calibration.Parameter parameter) {
        return new Calibration(laboratory, List.of(parameter), Map.of(), line -> {}).run();
    }

    @Test
    void aFitFindsTheCostAFigureWasMadeWith() {
        Cell cell = figure(Map.of("context_switch", 750L));
        Calibration.Result result = fit(new Calibration.Parameter("context_switch", "A + B", cell, 50, 2_000));
        assertThat(result.residuals()[0]).isEqualTo(0, within(0.2));
        assertThat(result.values().get("context_switch")).isBetween(735L, 765L);
        assertThat(result.sensitivity()[0][0]).isPositive();
        assertThat(CalibrationText.of("altra-80-llc2", result))
                .contains("context_switch: {value: ", "fitted to MADE", "condition number: 1.0\n")
                .doesNotContain("not identified");
    }

    @Test
    void costsFittedTogetherKeepTheirProportions() {
        Cell cell = figure(Map.of("context_switch", 297L, "prepare_sleep", 75L, "schedule", 100L));
        Calibration.Result result = fit(new Calibration.Parameter(
                List.of("context_switch", "prepare_sleep", "schedule"), "A + B", cell, 0, 2_000));
        assertThat(result.residuals()[0]).isEqualTo(0, within(0.2));
        double factor = result.values().get("context_switch") / 594.0;
        assertThat(result.values().get("prepare_sleep") / 150.0).isEqualTo(factor, within(0.01));
        assertThat(result.values().get("schedule") / 200.0).isEqualTo(factor, within(0.01));
    }

    @Test
    void aCostTheFigureDoesNotMoveWithIsSaidNotToBeIdentified() {
        Cell cell = figure(Map.of("context_switch", 750L));
        Calibration.Result result = fit(new Calibration.Parameter("kv_service", "request", cell, 0, 60_000));
        assertThat(result.residuals()[0]).isLessThan(-1);
        assertThat(CalibrationText.of("altra-80-llc2", result))
                .contains("not identified", "condition number: infinite: at least one sum is not determined");
    }

    @Test
    void equalFitsPrintEqualProgress() {
        Cell cell = figure(Map.of("context_switch", 500L));
        List<Calibration.Parameter> parameters =
                List.of(new Calibration.Parameter("context_switch", "A + B", cell, 50, 2_000));
        List<String> first = new ArrayList<>();
        List<String> second = new ArrayList<>();
        new Calibration(laboratory, parameters, Map.of(), first::add).run();
        new Calibration(Laboratory.standard(2, line -> {}), parameters, Map.of(), second::add).run();
        assertThat(first).isNotEmpty().isEqualTo(second);
    }

    @Test
    void theLaterKernelHasTheOneCpuTimeItIsFittedTo() {
        Cell cell = Published.cells(Figures.load(), Scale.REPORT).stream()
                .filter(c -> c.id().equals("X-ALT-V5-PIPE-ONE-base-mean"))
                .findFirst()
                .orElseThrow();
        assertThat(Judgement.of(cell, laboratory).comparison().difference()).isEqualTo(0, within(0.5));
        // with the costs of the earlier kernel it has not
        Experiment earlier = cell.experiment().kernel(Kernel.LINUX_7_2);
        double before = laboratory.outcome(earlier).of(Program.USECS_PER_OP);
        assertThat(before).isGreaterThan(1.2 * cell.figure().value());
    }
}
