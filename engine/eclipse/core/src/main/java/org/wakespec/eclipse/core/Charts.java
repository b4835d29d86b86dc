// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.eclipse.core;

import java.util.ArrayList;
import java.util.List;

/** What charts are drawn from. */
public final class Charts {

    private static final int COLUMNS = 40;

    private Charts() {}

    /**
     * Shares of samples by columns of equal width on a logarithmic scale.
     *
     * @param least where the scale begins, in ns, at least 1
     * @param most where it ends
     * @param shares for each column, 0 to 1
     */
    public record Bars(long least, long most, double[] shares) {

        /** The highest column. */
        public double highest() {
            double highest = 0;
            for (double share : shares) {
                highest = Math.max(highest, share);
            }
            return highest;
        }

        /** The value at a part of the scale, 0 to 1. */
        public long valueAt(double part) {
            return Math.round(least * Math.pow((double) most / least, part));
        }
    }

    /** Histograms on one common scale; none for spreads without samples. */
    public static List<Bars> histogram(List<RunEvidence.Spread> spreads) {
        long least = Long.MAX_VALUE;
        long most = 0;
        for (RunEvidence.Spread spread : spreads) {
            for (RunEvidence.Bucket bucket : spread.buckets()) {
                if (bucket.count() > 0) {
                    least = Math.min(least, Math.max(1, bucket.from()));
                    most = Math.max(most, Math.max(2, bucket.to()));
                }
            }
        }
        if (most == 0) {
            return List.of();
        }
        most = Math.max(most, least + 1);
        List<Bars> bars = new ArrayList<>();
        for (RunEvidence.Spread spread : spreads) {
            double[] shares = new double[COLUMNS];
            for (RunEvidence.Bucket bucket : spread.buckets()) {
                double middle = Math.max(least, (bucket.from() + bucket.to()) / 2.0);
                double part = Math.log(middle / least) / Math.log((double) most / least);
                int column = (int) Math.max(0, Math.min(COLUMNS - 1, Math.floor(part * COLUMNS)));
                shares[column] += (double) bucket.count() / Math.max(1, spread.count());
            }
            bars.add(new Bars(least, most, shares));
        }
        return bars;
    }

    /** The CPUs on which something ran, in order. */
    public static List<Integer> rows(RunEvidence run) {
        return run.runs().stream().map(RunEvidence.Run::cpu).distinct().sorted().toList();
    }
}
