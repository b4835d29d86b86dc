// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.simulator.topology;

/** One scheduling domain of one CPU (kernel: struct sched_domain). Fields carry the kernel's names. */
public final class SchedDomain {

    /** The CPU this domain object belongs to: every CPU has its own tree. */
    public final int cpu;
    /** Level name as the kernel shows it: SMT, CLS, MC, PKG (6.1: DIE), NODE, NUMA. */
    public final String name;
    /** Distance level of a NUMA domain (index into the sorted distinct distances), else 0. */
    public int numaLevel;

    public SchedDomain parent;
    public SchedDomain child;
    /** Start of the ring: the group that contains {@link #cpu}. */
    public SchedGroup groups;

    public CpuMask span;
    public int spanWeight;
    /** {@link SdFlag} word. */
    public int flags;
    /** Shared object, or null if this domain owns none. */
    public SchedDomainShared shared;

    public int level;
    public int imbalancePct;
    public int cacheNiceTries;
    public int imbNumaNr;
    public int busyFactor;
    /** Balancing intervals in ms. */
    public int minInterval;

    public int maxInterval;
    public int balanceInterval;
    public int nrBalanceFailed;
    /** Jiffy of the last periodic balance. */
    public long lastBalance;
    /** This CPU's tick is stopped and counted out of nr_busy_cpus. */
    public boolean nohzIdle;

    public long maxNewidleLbCost;
    public long lastDecayMaxLbCost;
    public int newidleCall;
    public int newidleSuccess;
    public int newidleRatio;
    /** Clock in ns of the last evaluation of {@link #newidleRatio}. */
    public long newidleStamp;
    /** Size of the last-level cache in bytes, on the domain that spans it. */
    public long llcBytes;

    public SchedDomain(int cpu, String name) {
        this.cpu = cpu;
        this.name = name;
    }

    /** Whether the domain has the flag. */
    public boolean has(int flag) {
        return (flags & flag) != 0;
    }

    @Override
    public String toString() {
        return name + " " + span;
    }
}
