// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.published;

/**
 * A published figure beside its prediction.
 *
 * @param published the figure
 * @param predicted the prediction in the same unit: the mean over the seeds
 * @param spread its standard deviation over the seeds; NaN: there was one
 * @param publishedBase the figure it is a change of; NaN: none
 * @param predictedBase its prediction
 */
record Comparison(double published, double predicted, double spread, double publishedBase, double predictedBase) {

    /** A figure of one run. */
    Comparison(double published, double predicted, double publishedBase, double predictedBase) {
        this(published, predicted, Double.NaN, publishedBase, predictedBase);
    }

    /** Percent by which the prediction is off. */
    double difference() {
        return (predicted / published - 1) * 100;
    }

    /** Published change against the base in percent: negative means the value went down. */
    double publishedChange() {
        return (published / publishedBase - 1) * 100;
    }

    /** The same as predicted. */
    double predictedChange() {
        return (predicted / predictedBase - 1) * 100;
    }
}
