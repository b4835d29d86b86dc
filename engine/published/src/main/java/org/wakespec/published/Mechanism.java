// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.published;

import java.util.Locale;
import org.HdrHistogram.Histogram;
import org.wakespec.simulator.Simulation;
import org.wakespec.simulator.record.Counters;

/**
 * Counters of a run that tell why it took the time it took.
 *
 * @param wakeups wakeups that did something
 * @param onWakersCpu share of them onto the waker's CPU
 * @param sameLlc share onto another CPU of the waker's last-level cache
 * @param elsewhere share onto CPUs of other caches
 * @param requeued share of tasks that were still queued, woken without CPU selection
 * @param moved share that changed the task's CPU
 * @param idleExits idle periods ended, for each wakeup
 * @param waitMeanUs mean wait for a CPU in usec
 * @param waitP99Us its 99th percentile
 * @param linesPerWakeup dependent cache lines moved between CPUs, for each wakeup
 * @param balanced tasks moved by the load balancer, for each thousand wakeups
 */
record Mechanism(
        long wakeups,
        double onWakersCpu,
        double sameLlc,
        double elsewhere,
        double requeued,
        double moved,
        double idleExits,
        double waitMeanUs,
        double waitP99Us,
        double linesPerWakeup,
        double balanced) {

    static Mechanism of(Simulation sim, Histogram waits) {
        Counters c = sim.counters();
        double n = Math.max(1, c.wakings);
        long far = c.wakeupsByDistance[4] + c.wakeupsByDistance[5] + c.wakeupsByDistance[6];
        long near = c.wakeupsByDistance[1] + c.wakeupsByDistance[2] + c.wakeupsByDistance[3];
        return new Mechanism(
                c.wakings,
                c.wakeupsByDistance[0] / n,
                near / n,
                far / n,
                c.ttwuDelayed / n,
                c.wakeupMigrations / n,
                c.idleEntries / n,
                waits.getTotalCount() == 0 ? 0 : waits.getMean() / 1e3,
                waits.getValueAtPercentile(99) / 1e3,
                c.lines / n,
                c.balanceMoved * 1000 / n);
    }

    @Override
    public String toString() {
        return String.format(
                Locale.ROOT,
                "waker's CPU %.0f %%, same LLC %.0f %%, elsewhere %.0f %%, requeued %.0f %%, moved %.0f %%, idle exits"
                        + " %.2f, wait %.1f/%.0f us, lines %.1f, balanced %.1f per 1000",
                onWakersCpu * 100,
                sameLlc * 100,
                elsewhere * 100,
                requeued * 100,
                moved * 100,
                idleExits,
                waitMeanUs,
                waitP99Us,
                linesPerWakeup,
                balanced);
    }
}
