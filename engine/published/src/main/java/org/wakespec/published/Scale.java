// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.published;

/**
 * How long programs run. The real runs take seconds to minutes; a simulated one has to show the same steady state within
 * minutes for all tables together.
 *
 * @param pipeLoops loops of pipe
 * @param settleMs virtual time from messaging's start signal to the window that is measured, the same for every cell
 * @param windowMs length of the window
 * @param memtierWarmUpMs virtual time before memtier is measured
 * @param memtierMs virtual time it is measured
 * @param webMs virtual time of openresty
 * @param schMs virtual time of schbench
 * @param netMs virtual time of tbench
 * @param whole whether cells are run beside the ones that count
 * @param seeds runs of each simulation, with seeds from 1 on
 */
record Scale(
        int pipeLoops,
        int settleMs,
        int windowMs,
        int memtierWarmUpMs,
        int memtierMs,
        int webMs,
        int schMs,
        int netMs,
        boolean whole,
        int seeds) {

    /**
     * For the command: at most ten minutes on two processors. memtier is measured over the time between two passes of an idle
     * CPU over the nodes, a millisecond for each of 288 CPUs.
     */
    static final Scale REPORT = new Scale(20_000, 20, 20, 350, 288, 100, 2_000, 40, true, 3);

    /** For the tests: at most two minutes. */
    static final Scale TEST = new Scale(4_000, 5, 5, 30, 20, 100, 600, 10, false, 1);

    Scale seeds(int other) {
        return new Scale(pipeLoops, settleMs, windowMs, memtierWarmUpMs, memtierMs, webMs, schMs, netMs, whole, other);
    }

    /** Messaging with pipes. */
    Program messaging(int groups, boolean threads) {
        return new Program.Messaging(groups, settleMs, windowMs, threads, true);
    }
}
