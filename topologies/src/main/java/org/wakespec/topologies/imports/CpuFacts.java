// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.topologies.imports;

/** What an input tells of one CPU. Labels: CPUs with the same one share the thing; null: not told. */
final class CpuFacts {

    final int cpu;
    String core;
    String cluster;
    String l2;
    String llc;
    String packageId;
    /** Number of the NUMA node, as the operating system counts; -1: not told. */
    int node = -1;
    /** 0: not told. */
    int capacity;
    /** Preferred-core rank (x86: highest performance of CPPC); -1: not told. */
    int rank = -1;
    /** Highest clock as the input writes it; null: not told. */
    String maxClock;

    boolean offline;

    CpuFacts(int cpu) {
        this.cpu = cpu;
    }
}
