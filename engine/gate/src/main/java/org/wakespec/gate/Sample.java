// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.gate;

/**
 * Mean and spread of a figure over seeds.
 *
 * @param n number of seeds
 * @param deviation sample standard deviation; 0 for a single seed
 */
record Sample(int n, double mean, double deviation) {

    static Sample of(double[] values) {
        double sum = 0;
        for (double value : values) {
            sum += value;
        }
        double mean = sum / values.length;
        double squares = 0;
        for (double value : values) {
            squares += (value - mean) * (value - mean);
        }
        return new Sample(values.length, mean, values.length < 2 ? 0 : Math.sqrt(squares / (values.length - 1)));
    }
}
