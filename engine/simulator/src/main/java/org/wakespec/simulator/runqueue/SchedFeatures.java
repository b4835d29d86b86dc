// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.simulator.runqueue;

import java.util.Arrays;

/**
 * The state of all feature switches of the fair class (kernel: sysctl_sched_features).
 *
 * @param mask one bit a {@link SchedFeature}, at its ordinal
 */
public record SchedFeatures(long mask) {

    /** As Linux 7.2 boots, with HRTICK off. */
    public static final SchedFeatures DEFAULT = defaults();

    private static SchedFeatures defaults() {
        long mask = 0;
        for (SchedFeature feature : SchedFeature.values()) {
            if (feature.kernelDefault()) {
                mask |= 1L << feature.ordinal();
            }
        }
        return new SchedFeatures(mask);
    }

    /** Kernel 7.2: sched_feat(). */
    public boolean has(SchedFeature feature) {
        return (mask >>> feature.ordinal() & 1) != 0;
    }

    /** The same switches with one set. */
    public SchedFeatures with(SchedFeature feature, boolean on) {
        long bit = 1L << feature.ordinal();
        return new SchedFeatures(on ? mask | bit : mask & ~bit);
    }

    /**
     * The feature of a debugfs name, for example {@code RUN_TO_PARITY}.
     *
     * @throws IllegalArgumentException if there is no such feature
     */
    public static SchedFeature byName(String name) {
        for (SchedFeature feature : SchedFeature.values()) {
            if (feature.name().equals(name)) {
                return feature;
            }
        }
        throw new IllegalArgumentException(
                "unknown scheduler feature '" + name + "', expected one of " + Arrays.toString(SchedFeature.values()));
    }
}
