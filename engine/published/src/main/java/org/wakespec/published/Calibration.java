// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.published;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.wakespec.simulator.cost.Cost;
import org.wakespec.simulator.cost.CostModel;

/**
 * Fits the few costs of a machine that only sums of are known of, to the eight figures meant for it, and to nothing else. Each
 * cost has one figure that moves with it most; all are adjusted in turn by secants until nothing changes.
 */
final class Calibration {

    private static final int ROUNDS = 4;
    private static final int SECANTS = 6;
    private static final double EXACT = 0.002;
    /** Change of a figure, in percent for one percent of a cost, below which it does not determine the cost. */
    static final double OPEN = 0.005;

    /**
     * What is fitted to a figure: a cost, or several that keep their proportions.
     *
     * @param costs keys of the costs; the first one is varied, the others follow
     * @param sum what the figure really determines
     * @param cell the figure
     * @param low least value tried
     * @param high greatest value tried
     */
    record Parameter(List<String> costs, String sum, Cell cell, long low, long high) {

        Parameter(String cost, String sum, Cell cell, long low, long high) {
            this(List.of(cost), sum, cell, low, high);
        }

        /** Key of the cost that is varied. */
        String cost() {
            return costs.get(0);
        }
    }

    /**
     * What came of it.
     *
     * @param parameters what was fitted
     * @param values the costs, by their keys
     * @param residuals percent by which each figure is still off
     * @param sensitivity change of each figure (row) in percent for each percent of each cost (column)
     */
    record Result(List<Parameter> parameters, Map<String, Long> values, double[] residuals, double[][] sensitivity) {

        /** Ratio of the longest to the shortest axis of what the figures determine; infinite: a sum is not determined. */
        double condition() {
            return Conditioning.of(sensitivity);
        }
    }

    private final Laboratory laboratory;
    private final List<Parameter> parameters;
    private final Consumer<String> progress;
    private final CostModel model;
    private final Map<String, Long> values;

    /**
     * A fit yet to run.
     *
     * @param given costs that differ from the machine file's and stay as they are
     */
    Calibration(Laboratory laboratory, List<Parameter> parameters, Map<String, Long> given, Consumer<String> progress) {
        this.laboratory = laboratory;
        this.parameters = parameters;
        this.progress = progress;
        model = laboratory
                .machines()
                .find(parameters.get(0).cell().experiment().machine())
                .costModel();
        values = new TreeMap<>(given);
    }

    private long inMachineFile(String cost) {
        return model.of(Cost.valueOf(cost.toUpperCase(Locale.ROOT)));
    }

    /** Sets what a parameter stands for. */
    private void set(Map<String, Long> costs, Parameter p, long value) {
        costs.put(p.cost(), value);
        for (String follower : p.costs().subList(1, p.costs().size())) {
            costs.put(follower, Math.round(inMachineFile(follower) * ((double) value / inMachineFile(p.cost()))));
        }
    }

    Result run() {
        parameters.forEach(p -> set(values, p, inMachineFile(p.cost())));
        for (int round = 0; round < ROUNDS; round++) {
            boolean changed = false;
            for (Parameter p : parameters) {
                long before = values.get(p.cost());
                set(values, p, secant(p));
                changed |= values.get(p.cost()) != before;
            }
            if (!changed) {
                break;
            }
        }
        double[][] sensitivity = sensitivity();
        for (int i = 0; i < parameters.size(); i++) {
            if (Math.abs(sensitivity[i][i]) < OPEN) {
                // no value is better than another
                set(values, parameters.get(i), inMachineFile(parameters.get(i).cost()));
            }
        }
        double[] residuals = new double[parameters.size()];
        for (int i = 0; i < residuals.length; i++) {
            residuals[i] = off(parameters.get(i), values) * 100;
        }
        return new Result(parameters, values, residuals, sensitivity);
    }

    /** Relative error of the parameter's figure. */
    private double off(Parameter p, Map<String, Long> values) {
        Cell cell = p.cell();
        Cell reference = cell.reference() == null ? null : with(cell.reference(), values, null);
        return Judgement.predicted(with(cell, values, reference), laboratory)
                        / cell.figure().value()
                - 1;
    }

    private static Cell with(Cell cell, Map<String, Long> values, Cell reference) {
        Experiment e = cell.experiment();
        Experiment changed = e.kernel(e.kernel().costs(values));
        return new Cell(
                cell.table(),
                cell.id(),
                cell.figure(),
                cell.role(),
                cell.note(),
                changed,
                cell.measure(),
                cell.factor(),
                reference,
                null,
                cell.mark(),
                cell.noise());
    }

    private long secant(Parameter p) {
        long best = values.get(p.cost());
        double bestOff = at(p, best);
        long x0 = best;
        double y0 = bestOff;
        long step = Math.max(1, (p.high() - p.low()) / 20);
        long x1 = Math.min(p.high(), x0 + step);
        for (int i = 0; i < SECANTS && Math.abs(bestOff) > EXACT; i++) {
            double y1 = at(p, x1);
            progress.accept(p.cost() + " = " + x1 + ": off by " + String.format(Locale.ROOT, "%.2f %%", y1 * 100));
            if (Math.abs(y1) < Math.abs(bestOff)) {
                best = x1;
                bestOff = y1;
            }
            if (y1 == y0 || x1 == x0) {
                break;
            }
            long next = Math.round(x1 - y1 * (x1 - x0) / (y1 - y0));
            x0 = x1;
            y0 = y1;
            x1 = Math.max(p.low(), Math.min(p.high(), next));
        }
        return best;
    }

    private double at(Parameter p, long value) {
        Map<String, Long> tried = new TreeMap<>(values);
        set(tried, p, value);
        return off(p, tried);
    }

    private double[][] sensitivity() {
        int n = parameters.size();
        double[][] matrix = new double[n][n];
        for (int column = 0; column < n; column++) {
            Parameter moved = parameters.get(column);
            long value = values.get(moved.cost());
            long step = Math.max(1, value / 10);
            Map<String, Long> changed = new TreeMap<>(values);
            set(changed, moved, value + step);
            double percent = 100.0 * step / Math.max(1, value);
            for (int row = 0; row < n; row++) {
                double before = 1 + off(parameters.get(row), values);
                double after = 1 + off(parameters.get(row), changed);
                matrix[row][column] = (after / before - 1) * 100 / percent;
            }
        }
        return matrix;
    }

    /** What is fitted on a machine; empty: nothing is. */
    static List<Parameter> of(String machine, Figures figures, Scale scale) {
        List<Cell> cells = Published.cells(figures, scale);
        List<Parameter> list = new ArrayList<>();
        switch (machine) {
            case AltraTables.PAIR -> {
                list.add(new Parameter("context_switch", "A + B", cell(cells, "ALT-PIPE-ONE-base-mean"), 50, 2_000));
                list.add(new Parameter("idle_exit", "I + n L - B", cell(cells, "ALT-PIPE-PAIR-base-mean"), 0, 2_000));
                list.add(new Parameter("select", "S", cell(cells, "ALT-PIPE-FREE-v4-mean"), 0, 500));
            }
            case Zen4Tables.MACHINE -> {
                list.add(new Parameter("idle_exit", "hand-off in a cache", cell(cells, "Z4-PIPE-tip"), 0, 2_000));
                list.add(new Parameter("object_lines", "n", cell(cells, "Z4-PIPE-no_sync"), 0, 30));
                list.add(new Parameter("smt_speed", "f", cell(cells, "Z4-MSG-threads-16-no_sync"), 300, 1_024));
            }
            case CwfTables.MACHINE -> {
                list.add(new Parameter(
                        "kv_service", "work of a request", cell(cells, "CWF-MT-64x32-ops/sec-base"), 0, 60_000));
                list.add(
                        new Parameter("kv_client", "work of a reply", cell(cells, "CWF-MT-64x32-p50-base"), 0, 60_000));
            }
            default ->
                throw new IllegalArgumentException("nothing is fitted on '" + machine
                        + "'; machines with figures to fit: " + Published.CALIBRATED);
        }
        return list;
    }

    /**
     * What is fitted once more for another kernel on the machine; empty: nothing is. Of the kernel of v5 only A + B is known to
     * have changed, and two CPUs are no faster: it is B, the way into sleep, which the other CPU hides, and of it the switch
     * between two tasks, which two CPUs do not make.
     */
    static List<Parameter> again(String machine, Figures figures, Scale scale) {
        return machine.equals(AltraTables.PAIR)
                ? List.of(new Parameter(
                        "context_switch",
                        "A + B",
                        cell(Published.cells(figures, scale), "X-ALT-V5-PIPE-ONE-base-mean"),
                        0,
                        2_000))
                : List.of();
    }

    private static Cell cell(List<Cell> cells, String id) {
        return cells.stream().filter(c -> c.id().equals(id)).findFirst().orElseThrow();
    }
}
