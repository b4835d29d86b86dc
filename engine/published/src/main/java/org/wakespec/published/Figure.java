// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.published;

/**
 * One published figure.
 *
 * @param id unique name
 * @param table the file it stands in
 * @param workload what was run
 * @param parameter with which parameter
 * @param metric what was measured
 * @param unit in which unit
 * @param variant on which kernel
 * @param value the figure
 * @param stddev its standard deviation; NaN: not published
 * @param statistic what kind of figure it is
 */
record Figure(
        String id,
        String table,
        String workload,
        String parameter,
        String metric,
        String unit,
        String variant,
        double value,
        double stddev,
        String statistic) {}
