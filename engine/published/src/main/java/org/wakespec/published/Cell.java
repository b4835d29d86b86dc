// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.published;

/**
 * One cell of a published table: the figure, how it is predicted and when the prediction passes.
 *
 * @param table table of the report
 * @param id unique; the figure's, with what is read otherwise
 * @param figure what was published
 * @param role whether it counts
 * @param note why it does not count, or is known to be missed; may be empty
 * @param experiment what is run; null: nothing can be
 * @param measure which of its figures is compared
 * @param factor turns it into the published unit
 * @param reference cell whose published value sets the scale where the unit's is unknown; null: none
 * @param base cell the change is counted from; null: none
 * @param mark the pass mark
 * @param noise percent of change that means nothing, by the thread itself
 */
record Cell(
        String table,
        String id,
        Figure figure,
        Role role,
        String note,
        Experiment experiment,
        String measure,
        double factor,
        Cell reference,
        Cell base,
        Mark mark,
        double noise) {

    Cell role(Role other, String why) {
        return new Cell(table, id, figure, other, why, experiment, measure, factor, reference, base, mark, noise);
    }

    /** The same figure, read otherwise: shown, not counted. */
    Cell otherwise(String suffix, Experiment other, Cell otherReference, Cell otherBase) {
        return new Cell(
                table,
                id + suffix,
                figure,
                Role.SHOWN,
                "",
                other,
                measure,
                factor,
                otherReference,
                otherBase,
                mark,
                noise);
    }

    /** The same on the scale another cell sets. */
    Cell withReference(Cell other) {
        return new Cell(table, id, figure, role, note, experiment, measure, factor, other, base, mark, noise);
    }

    /** Whether it is in the denominator. */
    boolean counts() {
        return role == Role.PREDICTED || role == Role.NOT_MODELLED;
    }
}
