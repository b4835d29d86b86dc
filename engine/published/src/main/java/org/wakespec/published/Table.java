// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.published;

import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;

/** Collects the cells of one table. */
final class Table {

    private final String name;
    private final Figures figures;
    private final List<Cell> cells = new ArrayList<>();

    Table(String name, Figures figures) {
        this.name = name;
        this.figures = figures;
    }

    List<Cell> cells() {
        return cells;
    }

    /** Adds a cell made from a figure. */
    Cell add(String figureId, Experiment experiment, String measure, UnaryOperator<Builder> more) {
        Cell cell = more.apply(new Builder(name, figures.byId(figureId), experiment, measure))
                .build();
        cells.add(cell);
        return cell;
    }

    Cell add(Cell cell) {
        cells.add(cell);
        return cell;
    }

    /** A figure that is not run. */
    void without(String figureId, Role role, String why) {
        add(figureId, null, "", b -> b.role(role, why));
    }

    /** What may be said about a cell. */
    static final class Builder {

        private final String table;
        private final Figure figure;
        private final Experiment experiment;
        private final String measure;
        private Role role = Role.PREDICTED;
        private String note = "";
        private double factor = 1;
        private Cell reference;
        private Cell base;
        private Mark mark = new Mark.Within(5);
        private double noise;

        Builder(String table, Figure figure, Experiment experiment, String measure) {
            this.table = table;
            this.figure = figure;
            this.experiment = experiment;
            this.measure = measure;
        }

        Builder role(Role newRole, String why) {
            role = newRole;
            note = why;
            return this;
        }

        Builder calibrated() {
            return role(Role.CALIBRATED, "");
        }

        Builder factor(double newFactor) {
            factor = newFactor;
            return this;
        }

        Builder reference(Cell cell) {
            reference = cell;
            return this;
        }

        Builder base(Cell cell, double percentOfNoise) {
            base = cell;
            noise = percentOfNoise;
            return this;
        }

        Builder mark(Mark newMark) {
            mark = newMark;
            return this;
        }

        Builder note(String text) {
            note = text;
            return this;
        }

        Cell build() {
            return new Cell(
                    table, figure.id(), figure, role, note, experiment, measure, factor, reference, base, mark, noise);
        }
    }
}
