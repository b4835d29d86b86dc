// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.simulator.cost;

import org.wakespec.simulator.topology.Machine;

/** Time to move cache lines between two CPUs of a machine. */
public final class Lines {

    /** Machines up to this size keep a table of all distances. */
    private static final int TABLE_LIMIT = 1024;

    private final byte[] table;
    private final int[] core;
    private final int[] cluster;
    private final int[] llc;
    private final int[] node;
    private final int[] pkg;
    private final long[] line;
    private final long overlap;
    private final long objectLines;
    private final long wakeLines;
    private final long refillLines;

    public Lines(Machine machine, CostModel costs) {
        int n = machine.nrCpus();
        core = new int[n];
        cluster = new int[n];
        llc = new int[n];
        node = new int[n];
        pkg = new int[n];
        for (int cpu = 0; cpu < n; cpu++) {
            core[cpu] = machine.coreIndex(cpu);
            cluster[cpu] = machine.clusterIndex(cpu);
            llc[cpu] = machine.coregroupIndex(cpu);
            node[cpu] = machine.node(cpu);
            pkg[cpu] = machine.packageIndex(cpu);
        }
        table = n > TABLE_LIMIT ? null : new byte[n * n];
        for (int i = 0; table != null && i < table.length; i++) {
            table[i] = (byte) compute(i / n, i % n);
        }
        line = new long[] {
            0,
            costs.of(Cost.LINE_SMT),
            costs.of(Cost.LINE_CLUSTER),
            costs.of(Cost.LINE_LLC),
            costs.of(Cost.LINE_NODE),
            costs.of(Cost.LINE_PACKAGE),
            costs.of(Cost.LINE_REMOTE),
        };
        overlap = costs.of(Cost.LINE_OVERLAP);
        objectLines = costs.of(Cost.OBJECT_LINES);
        wakeLines = costs.of(Cost.WAKE_LINES);
        refillLines = costs.of(Cost.REFILL_LINES);
    }

    /** How far two CPUs are apart: 0 the same, 1 core, 2 cluster, 3 last-level cache, 4 node, 5 package, 6 machine. */
    public int distance(int a, int b) {
        return table == null ? compute(a, b) : table[a * core.length + b];
    }

    private int compute(int a, int b) {
        if (a == b) {
            return 0;
        }
        if (core[a] == core[b]) {
            return 1;
        }
        if (llc[a] == llc[b]) {
            return cluster[a] == cluster[b] ? 2 : 3;
        }
        if (node[a] == node[b]) {
            return 4;
        }
        return pkg[a] == pkg[b] ? 5 : 6;
    }

    /** One dependent line, in ns. A negative CPU (nobody has the line) costs nothing. */
    public long transfer(int from, int to) {
        return from < 0 ? 0 : line[distance(from, to)];
    }

    /** Use of a kernel object that was last used on {@code from}, in ns. */
    public long object(int from, int to) {
        return objectLines * transfer(from, to);
    }

    /** Handing a woken task over, in ns. */
    public long wake(int from, int to) {
        return wakeLines * transfer(from, to);
    }

    /** {@code bytes} of data last written on {@code from}, in ns. */
    public long data(int from, int to, long bytes) {
        return (bytes >> 6) * transfer(from, to) / overlap;
    }

    /** Cold cache of a task that ran on {@code from} before, in ns. */
    public long refill(int from, int to) {
        return refillLines * transfer(from, to) / overlap;
    }
}
