// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.published;

import org.apache.commons.statistics.descriptive.Mean;
import org.apache.commons.statistics.descriptive.StandardDeviation;

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
        double[] runs = laboratory.figures(cell.experiment(), cell.measure());
        double spread =
                runs.length < 2 ? Double.NaN : StandardDeviation.of(runs).getAsDouble() * unit(cell, laboratory);
        return cell.base() == null
                ? new Comparison(published, predicted, spread, Double.NaN, Double.NaN)
                : new Comparison(
                        published, predicted, spread, cell.base().figure().value(), predicted(cell.base(), laboratory));
    }

    /** In the published unit: the mean over the seeds. */
    static double predicted(Cell cell, Laboratory laboratory) {
        return mean(cell, laboratory) * unit(cell, laboratory);
    }

    private static double mean(Cell cell, Laboratory laboratory) {
        return Mean.of(laboratory.figures(cell.experiment(), cell.measure())).getAsDouble();
    }

    /** Turns what is measured into the published unit. */
    private static double unit(Cell cell, Laboratory laboratory) {
        Cell reference = cell.reference();
        return reference == null
                ? cell.factor()
                : cell.factor() * reference.figure().value() / (mean(reference, laboratory) * reference.factor());
    }

    private static Boolean sign(Cell cell, Comparison c) {
        if (cell.role() != Role.PREDICTED || cell.base() == null || Math.abs(c.publishedChange()) <= cell.noise()) {
            return null;
        }
        return Math.signum(c.publishedChange()) == Math.signum(c.predictedChange());
    }
}
