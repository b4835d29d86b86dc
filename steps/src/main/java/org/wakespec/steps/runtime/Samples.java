// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.steps.runtime;

import java.util.Arrays;

/** Times measured, kept exactly. */
final class Samples {

    private long[] values = new long[16];
    private int count;
    private boolean sorted;

    void add(long value) {
        if (count == values.length) {
            values = Arrays.copyOf(values, 2 * count);
        }
        values[count++] = value;
        sorted = false;
    }

    void addAll(Samples other) {
        for (int i = 0; i < other.count; i++) {
            add(other.values[i]);
        }
    }

    /** All values, sorted. */
    long[] sorted() {
        long[] all = Arrays.copyOf(values, count);
        Arrays.sort(all);
        return all;
    }

    void clear() {
        count = 0;
    }

    int count() {
        return count;
    }

    /** The smallest value that at least {@code percent} of all values do not exceed. */
    long percentile(double percent) {
        if (!sorted) {
            Arrays.sort(values, 0, count);
            sorted = true;
        }
        return values[Math.max(0, (int) Math.ceil(percent / 100 * count) - 1)];
    }

    long max() {
        return percentile(100);
    }

    long min() {
        percentile(100);
        return values[0];
    }
}
