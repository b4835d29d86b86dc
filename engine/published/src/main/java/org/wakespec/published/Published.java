// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.published;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/** The published tables: runs what they need and judges every cell. */
public final class Published {

    /** Machines that {@link #calibrate} fits, for people to read. */
    public static final String CALIBRATED = AltraTables.PAIR + ", " + CwfTables.MACHINE + ", " + Zen4Tables.MACHINE;

    private final Laboratory laboratory;
    private final Scale scale;
    private int left;

    private Published(Laboratory laboratory, Scale scale) {
        this.laboratory = laboratory;
        this.scale = scale;
    }

    /**
     * For a report.
     *
     * @param threads simulations at a time
     * @param seeds runs of each simulation, whose mean is compared; 0: as many as the report is made for
     * @param progress told of each simulation that is done
     */
    public static Published report(int threads, int seeds, Consumer<String> progress) {
        return of(Scale.REPORT, threads, seeds, progress);
    }

    /** The same with short runs, for tests. */
    public static Published brief(int threads, int seeds, Consumer<String> progress) {
        return of(Scale.TEST, threads, seeds, progress);
    }

    private static Published of(Scale scale, int threads, int seeds, Consumer<String> progress) {
        Scale seeded = seeds == 0 ? scale : scale.seeds(seeds);
        return new Published(Laboratory.standard(threads, seeded.seeds(), progress), seeded);
    }

    /** All cells of all tables. */
    static List<Cell> cells(Figures figures, Scale scale) {
        List<Cell> cells = new ArrayList<>();
        cells.addAll(new AltraTables(figures, scale).cells());
        cells.addAll(new Zen4Tables(figures, scale).cells());
        cells.addAll(new CwfTables(figures, scale).cells());
        cells.addAll(new Zen3Tables(figures, scale).cells());
        cells.addAll(new OutsideTables(figures, scale).cells());
        return cells;
    }

    /**
     * Runs the cells and judges them.
     *
     * @param machine only cells of this machine; null: of all
     * @param policy only cells run on this policy; null: on all
     * @throws IllegalArgumentException if no cell is left
     */
    public Report run(String machine, String policy) {
        String id = policy == null ? null : laboratory.policies().resolve(policy);
        String name =
                machine == null ? null : laboratory.machines().find(machine).name();
        List<Cell> cells = new ArrayList<>(cells(Figures.load(), scale));
        if (name != null || id != null) {
            cells.removeIf(c -> c.experiment() == null
                    || name != null && !c.experiment().machine().equals(name)
                    || id != null && !c.experiment().policy().equals(id));
        }
        if (cells.isEmpty()) {
            throw new IllegalArgumentException("nothing was published"
                    + (name == null ? "" : " about machine '" + name + "'")
                    + (id == null ? "" : " under policy '" + id + "'")
                    + "; machines: " + String.join(", ", machines()));
        }
        Set<Experiment> experiments = new LinkedHashSet<>();
        cells.forEach(c -> collect(c, experiments));
        laboratory.run(experiments);
        int wanted = cells.size();
        cells.removeIf(c -> !complete(c));
        left = wanted - cells.size();
        return new Report(cells.stream().map(c -> Judgement.of(c, laboratory)).toList());
    }

    private Set<String> machines() {
        return cells(Figures.load(), scale).stream()
                .filter(c -> c.experiment() != null)
                .map(c -> c.experiment().machine())
                .collect(Collectors.toCollection(LinkedHashSet::new));
    }

    private boolean complete(Cell cell) {
        Set<Experiment> needed = new LinkedHashSet<>();
        collect(cell, needed);
        return needed.stream().allMatch(laboratory::has);
    }

    /**
     * Ends a {@link #run} that goes on, which then reports the cells it has until now. For a process that is about to end;
     * may be asked by any thread.
     */
    public void stop() {
        laboratory.stop();
    }

    /** Cells that the last {@link #run} left out as it was stopped. */
    public int left() {
        return left;
    }

    private static void collect(Cell cell, Set<Experiment> experiments) {
        if (cell == null || cell.experiment() == null) {
            return;
        }
        experiments.add(cell.experiment());
        if (cell.base() != null) {
            collect(cell.base(), experiments);
        }
        if (cell.reference() != null && cell.reference() != cell) {
            experiments.add(cell.reference().experiment());
        }
    }

    /** Fits what is fitted on a machine, and says how well it is determined. */
    public String calibrate(String machine, Consumer<String> progress) {
        String name = laboratory.machines().find(machine).name();
        Figures figures = Figures.load();
        Calibration.Result fit =
                new Calibration(laboratory, Calibration.of(name, figures, scale), Map.of(), progress).run();
        String text = CalibrationText.of(name, fit);
        List<Calibration.Parameter> again = Calibration.again(name, figures, scale);
        return again.isEmpty()
                ? text
                : text
                        + "\n"
                        + CalibrationText.again(
                                LaterKernel.FILE, new Calibration(laboratory, again, fit.values(), progress).run());
    }

    /** The alternatives argued in the threads, side by side. */
    public String alternatives() {
        return new Alternatives(laboratory, scale).text();
    }
}
