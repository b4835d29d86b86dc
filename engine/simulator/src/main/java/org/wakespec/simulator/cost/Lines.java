// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.simulator.cost;

import org.wakespec.simulator.topology.Machine;

/** Time to move cache lines between two CPUs of a machine. */
public final class Lines {

    /** Bits of each number in a place. */
    private static final int BITS = 12;

    private static final long SAME = (1L << BITS) - 1;
    private static final int CLUSTER = BITS;
    private static final int LLC = 2 * BITS;
    private static final int NODE = 3 * BITS;
    private static final int PACKAGE = 4 * BITS;

    static {
        if (Machine.MAX_CPUS > SAME + 1) {
            throw new AssertionError("a place has no room for " + Machine.MAX_CPUS + " cores");
        }
    }

    /**
     * Where each CPU is: numbers of its core, cluster, last-level cache, node and package, from the lowest bits up. Small
     * enough to stay in a cache, which a table of all pairs is not.
     */
    private final long[] place;

    private final long[] line;
    private final long overlap;
    private final long objectLines;
    private final long tcpLines;
    private final long taskLines;
    private final long wakeLines;
    private final long refillLines;
    /** Dependent lines that moved between CPUs so far. */
    private long moved;

    public Lines(Machine machine, CostModel costs) {
        int n = machine.nrCpus();
        place = new long[n];
        for (int cpu = 0; cpu < n; cpu++) {
            place[cpu] = machine.coreIndex(cpu)
                    | (long) machine.clusterIndex(cpu) << CLUSTER
                    | (long) machine.coregroupIndex(cpu) << LLC
                    | (long) machine.node(cpu) << NODE
                    | (long) machine.packageIndex(cpu) << PACKAGE;
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
        tcpLines = costs.of(Cost.TCP_LINES);
        taskLines = costs.of(Cost.TASK_LINES);
        wakeLines = costs.of(Cost.WAKE_LINES);
        refillLines = costs.of(Cost.REFILL_LINES);
    }

    /** How far two CPUs are apart: 0 the same, 1 core, 2 cluster, 3 last-level cache, 4 node, 5 package, 6 machine. */
    public int distance(int a, int b) {
        if (a == b) {
            return 0;
        }
        long differs = place[a] ^ place[b];
        if ((differs & SAME) == 0) {
            return 1;
        }
        if ((differs >>> LLC & SAME) == 0) {
            return (differs >>> CLUSTER & SAME) == 0 ? 2 : 3;
        }
        if ((differs >>> NODE & SAME) == 0) {
            return 4;
        }
        return differs >>> PACKAGE == 0 ? 5 : 6;
    }

    /** One dependent line, in ns. A negative CPU (nobody has the line) costs nothing. */
    public long transfer(int from, int to) {
        return from < 0 || from == to ? 0 : line[distance(from, to)];
    }

    /** Use of a kernel object that was last used on {@code from}, in ns. */
    public long object(int from, int to) {
        return dependent(objectLines, from, to);
    }

    /** Use of a TCP connection that was last used on {@code from}, in ns. */
    public long connection(int from, int to) {
        return dependent(tcpLines, from, to);
    }

    /** What a waker on {@code to} needs of a task that last ran on {@code from}, in ns. */
    public long task(int from, int to) {
        return dependent(taskLines, from, to);
    }

    /** One line that both write, in ns. */
    public long one(int from, int to) {
        return dependent(1, from, to);
    }

    /** Enqueueing a task across CPUs, in ns. */
    public long wake(int from, int to) {
        return dependent(wakeLines, from, to);
    }

    private long dependent(long lines, int from, int to) {
        if (from < 0 || from == to) {
            return 0;
        }
        moved += lines;
        return lines * line[distance(from, to)];
    }

    /** Dependent lines that moved between CPUs so far; data and refills overlap and are not counted. */
    public long moved() {
        return moved;
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
