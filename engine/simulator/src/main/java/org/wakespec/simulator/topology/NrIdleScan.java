// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.simulator.topology;

/** How many CPUs a wakeup may examine (kernel 7.2: update_idle_cpu_scan, feature SIS_UTIL). */
public final class NrIdleScan {

    private static final long CAPACITY_SCALE = 1024;

    private NrIdleScan() {}

    /**
     * The value the periodic balancer publishes in {@link SchedDomainShared#nrIdleScan}.
     *
     * @param sumUtil utilisation of the domain's CPUs summed up, 1024 = one CPU fully used
     * @param spanWeight CPUs of the domain, including those without work
     * @param imbalancePct {@link SchedDomain#imbalancePct} of the domain, 117 for an LLC
     * @return between 0 (scan nothing) and {@code spanWeight}
     */
    public static int of(long sumUtil, int spanWeight, int imbalancePct) {
        if (spanWeight < 1 || sumUtil < 0) {
            throw new IllegalArgumentException("nr_idle_scan needs a domain with CPUs and a utilisation, not weight "
                    + spanWeight + ", utilisation " + sumUtil);
        }
        long x = sumUtil / spanWeight;
        long used = Math.min(CAPACITY_SCALE, x * x * imbalancePct * imbalancePct / (10000 * CAPACITY_SCALE));
        return (int) ((CAPACITY_SCALE - used) * spanWeight / CAPACITY_SCALE);
    }
}
