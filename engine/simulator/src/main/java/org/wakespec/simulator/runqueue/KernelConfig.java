// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.simulator.runqueue;

/**
 * What a kernel build or a sysctl decides, in one place. What is chosen by CPU selection itself is a policy, not
 * configuration.
 *
 * @param hz ticks a second: 100, 250, 300 or 1000
 * @param fairGroupSched CONFIG_FAIR_GROUP_SCHED: task_h_load() then goes through the root queue's h_load
 */
public record KernelConfig(int hz, boolean fairGroupSched) {

    /** As distribution kernels are built: HZ=1000, group scheduling on. */
    public static final KernelConfig DEFAULT = new KernelConfig(1000, true);

    public KernelConfig {
        if (hz < 1 || hz > 1000) {
            throw new IllegalArgumentException("HZ is between 1 and 1000, not " + hz);
        }
    }

    public KernelConfig withHz(int newHz) {
        return new KernelConfig(newHz, fairGroupSched);
    }

    public KernelConfig withFairGroupSched(boolean on) {
        return new KernelConfig(hz, on);
    }
}
