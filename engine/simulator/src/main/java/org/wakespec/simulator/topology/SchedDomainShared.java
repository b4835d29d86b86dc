// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.simulator.topology;

/** State shared by the CPUs of one last-level-cache or asymmetric-capacity domain (kernel: struct sched_domain_shared). */
public final class SchedDomainShared {

    /** The CPU whose preallocated object this is: identifies the object. */
    public final int cpu;
    /** CPUs not known to be tickless idle; changes only when a tick stops or next fires (see nohz). */
    public int nrBusyCpus;
    /** An idle core was seen and no full scan has failed since. */
    public boolean hasIdleCores;
    /** How many CPUs select_idle_cpu() may examine, published by the periodic balancer (SIS_UTIL). */
    public int nrIdleScan;
    /** Utilisation and capacity of a last-level cache's CPUs as a pass one level higher last saw them. */
    public long utilAvg;

    public long capacity;

    /** One of the domains that own this object; set when the topology is complete. */
    SchedDomain owner;

    public SchedDomainShared(int cpu) {
        this.cpu = cpu;
    }
}
