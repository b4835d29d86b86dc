// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.published;

/**
 * A cell with what came of it.
 *
 * @param cell the cell
 * @param comparison the figures; null: nothing was run
 * @param verdict the verdict
 * @param signRight whether the change has the right sign; null: there is none beyond the noise
 * @param mechanism why; null: nothing was run
 */
record Judgement(Cell cell, Comparison comparison, Verdict verdict, Boolean signRight, Mechanism mechanism) {

    static Judgement of(Cell cell, Laboratory laboratory) {
        if (cell.experiment() == null) {
            Verdict verdict = cell.role() == Role.NOT_MODELLED ? Verdict.NOT_MODELLED : Verdict.SHOWN;
            return new Judgement(cell, null, verdict, null, null);
        }
        Comparison c = compare(cell, laboratory);
        Verdict verdict =
                switch (cell.role()) {
                    case PREDICTED -> cell.mark().met(c) ? Verdict.MET : Verdict.MISSED;
                    case CALIBRATED -> Verdict.CALIBRATED_ON;
                    case NOT_MODELLED -> Verdict.NOT_MODELLED;
                    default -> Verdict.SHOWN;
                };
        return new Judgement(
                cell,
                c,
                verdict,
                sign(cell, c),
                laboratory.outcome(cell.experiment()).mechanism());
    }

    private static Comparison compare(Cell cell, Laboratory laboratory) {
        double published = cell.figure().value();
        double predicted = predicted(cell, laboratory);
        if (cell.base() == null) {
            return new Comparison(published, predicted, Double.NaN, Double.NaN);
        }
        return new Comparison(published, predicted, cell.base().figure().value(), predicted(cell.base(), laboratory));
    }

    /** In the published unit. */
    static double predicted(Cell cell, Laboratory laboratory) {
        double value = raw(cell, laboratory);
        Cell reference = cell.reference();
        return reference == null ? value : value * reference.figure().value() / raw(reference, laboratory);
    }

    private static double raw(Cell cell, Laboratory laboratory) {
        return laboratory.outcome(cell.experiment()).of(cell.measure()) * cell.factor();
    }

    private static Boolean sign(Cell cell, Comparison c) {
        if (cell.role() != Role.PREDICTED || cell.base() == null || Math.abs(c.publishedChange()) <= cell.noise()) {
            return null;
        }
        return Math.signum(c.publishedChange()) == Math.signum(c.predictedChange());
    }
}
