// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.published;

import java.util.List;
import java.util.Locale;

/** What was fitted, for people to read and for the machine file. */
final class CalibrationText {

    /** Beyond it the figures leave a sum all but open. */
    private static final double WELL_CONDITIONED = 100;

    private CalibrationText() {}

    /** What goes into the machine file. */
    static String of(String machine, Calibration.Result result) {
        StringBuilder out = new StringBuilder();
        out.append("costs of ").append(machine).append(", for its machine file:\n\ncosts:\n");
        for (Calibration.Parameter p : result.parameters()) {
            for (String cost : p.costs()) {
                out.append("  ")
                        .append(cost)
                        .append(": {value: ")
                        .append(result.values().get(cost))
                        .append(", source: \"fitted to ")
                        .append(p.cell().figure().id())
                        .append("\"}\n");
            }
        }
        return out.append(identified(result)).toString();
    }

    /** What goes into the file of the kernel whose costs differ. */
    static String again(String file, Calibration.Result result) {
        StringBuilder out = new StringBuilder();
        out.append("costs of the later kernel, for ").append(file).append(":\n\n");
        for (Calibration.Parameter p : result.parameters()) {
            for (String cost : p.costs()) {
                out.append(cost).append('=').append(result.values().get(cost)).append('\n');
            }
        }
        return out.append(identified(result)).toString();
    }

    private static String identified(Calibration.Result result) {
        StringBuilder out = new StringBuilder();
        List<Calibration.Parameter> parameters = result.parameters();
        out.append("\nwhat is left:\n");
        for (int i = 0; i < parameters.size(); i++) {
            Figure f = parameters.get(i).cell().figure();
            out.append(String.format(
                    Locale.ROOT,
                    "  %s: %s %s, off by %+.2f %%%n",
                    f.id(),
                    ReportText.number(f.value()),
                    f.unit(),
                    result.residuals()[i]));
        }
        out.append("\nhow well each sum is identified: change of the figure in percent for one percent of the cost\n");
        for (int row = 0; row < parameters.size(); row++) {
            out.append("  ")
                    .append(parameters.get(row).sum())
                    .append(" (")
                    .append(parameters.get(row).cell().figure().id())
                    .append("):");
            for (int column = 0; column < parameters.size(); column++) {
                out.append(String.format(
                        Locale.ROOT, "  %s %+.3f", parameters.get(column).cost(), result.sensitivity()[row][column]));
            }
            double own = Math.abs(result.sensitivity()[row][row]);
            out.append(
                            own < Calibration.OPEN
                                    ? "  -- not identified: the figure does not move with it; left as it was"
                                    : "")
                    .append('\n');
        }
        double condition = result.condition();
        out.append("condition number: ")
                .append(Double.isInfinite(condition) ? "infinite" : String.format(Locale.ROOT, "%.1f", condition))
                .append(
                        condition > WELL_CONDITIONED
                                ? ": at least one sum is not determined by these figures\n"
                                : "\n");
        return out.toString();
    }
}
