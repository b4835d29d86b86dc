// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.published;

import java.util.Locale;

/** A pass mark. Percentages of change are (new - base) / base: negative means the value went down. */
sealed interface Mark {

    /** Whether the prediction passes. */
    boolean met(Comparison c);

    /** What is asked, in words. */
    String words();

    /** The value is the published one, give or take so many percent. */
    record Within(double percent) implements Mark {

        @Override
        public boolean met(Comparison c) {
            return Math.abs(c.predicted() / c.published() - 1) * 100 <= percent;
        }

        @Override
        public String words() {
            return "within " + number(percent) + " %";
        }
    }

    /** The change against the base is the published one, give or take so many points. */
    record ChangeWithin(double points) implements Mark {

        @Override
        public boolean met(Comparison c) {
            return Math.abs(c.predictedChange() - c.publishedChange()) <= points;
        }

        @Override
        public String words() {
            return "change as published, +-" + number(points) + " points";
        }
    }

    /** The value is the base's to the last bit. */
    record Unchanged() implements Mark {

        @Override
        public boolean met(Comparison c) {
            return c.predicted() == c.predictedBase();
        }

        @Override
        public String words() {
            return "change of exactly 0";
        }
    }

    /** The change against the base lies between two percentages. */
    record ChangeBetween(double low, double high) implements Mark {

        @Override
        public boolean met(Comparison c) {
            return c.predictedChange() >= low && c.predictedChange() <= high;
        }

        @Override
        public String words() {
            return "change from " + number(low) + " to " + number(high) + " %";
        }
    }

    /** The value stays below, or does not. */
    record Threshold(double limit, boolean above, double factor) implements Mark {

        @Override
        public boolean met(Comparison c) {
            if (!above) {
                return c.predicted() < limit;
            }
            double ratio = c.predicted() / c.published();
            return c.predicted() >= limit && ratio <= factor && ratio >= 1 / factor;
        }

        @Override
        public String words() {
            return above
                    ? "piled up (" + number(limit) + " or more), height within a factor of " + number(factor)
                    : "not piled up (below " + number(limit) + ")";
        }
    }

    private static String number(double value) {
        return value == Math.rint(value) ? String.valueOf((long) value) : String.format(Locale.ROOT, "%.1f", value);
    }
}
