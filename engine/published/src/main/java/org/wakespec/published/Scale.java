// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.published;

/**
 * How long programs run. The real runs take seconds to minutes; a simulated one has to show the same steady state within
 * minutes for all tables together.
 *
 * @param pipeLoops loops of pipe
 * @param messages loops of messaging times groups; each group count gets its share
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
        int messages,
        int memtierWarmUpMs,
        int memtierMs,
        int webMs,
        int schMs,
        int netMs,
        boolean whole,
        int seeds) {

    /** For the command: at most ten minutes on two processors. */
    static final Scale REPORT = new Scale(20_000, 600, 350, 40, 100, 2_000, 40, true, 3);

    /** For the tests: at most two minutes. */
    static final Scale TEST = new Scale(4_000, 100, 30, 20, 100, 600, 10, false, 1);

    Scale seeds(int other) {
        return new Scale(pipeLoops, messages, memtierWarmUpMs, memtierMs, webMs, schMs, netMs, whole, other);
    }

    /** Loops of messaging for a number of groups. */
    int messagingLoops(int groups) {
        return Math.max(20, messages / Math.max(1, (int) Math.sqrt(2.0 * groups)));
    }
}
