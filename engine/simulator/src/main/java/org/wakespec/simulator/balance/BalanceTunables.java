// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.simulator.balance;

/**
 * Values an administrator may set (kernel 7.2: sysctls and debugfs files of the scheduler), at the kernel's defaults.
 */
public final class BalanceTunables {

    /** Time in ns after it ran for which a task counts as cache hot (kernel: sysctl_sched_migration_cost). */
    public long migrationCost = 500_000;
    /** Tasks looked at in one round of detaching (kernel: sysctl_sched_nr_migrate). */
    public int nrMigrate = 32;
    /** An LLC above this percentage of its capacity attracts no more tasks; one core more without SMT. */
    public int llcOveraggrPct = 50;
    /** Imbalance in percent that aggregation in the preferred LLC may cause. */
    public int llcImbPct = 20;

    BalanceTunables() {}
}
