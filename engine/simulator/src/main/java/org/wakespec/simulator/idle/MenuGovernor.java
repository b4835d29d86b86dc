// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.simulator.idle;

import java.util.List;

/**
 * Chooses the idle state of one CPU and whether its tick stops (kernel 7.2: drivers/cpuidle/governors/menu.c, without
 * latency requests). A machine with a single state keeps the tick in the first round of an idle period and stops it in a
 * round that follows a tick.
 */
public final class MenuGovernor {

    private static final int INTERVALS = 8;
    /** Typical intervals up to this long make the next timer uninteresting, in ns. */
    private static final long RESIDENCY_THRESHOLD = 15_000;

    private static final long NS_PER_US = 1_000;
    private static final int RESOLUTION = 1024;
    private static final int DECAY = 8;
    private static final int BUCKETS = 6;
    private static final long MAX_INTERESTING = 50_000_000;
    private static final long UNKNOWN = Long.MAX_VALUE;
    /** Longer idle periods are all alike, in us. */
    private static final long LONGEST_INTERVAL = 10_000_000;

    private final IdleState[] states;
    private final long tickNsec;
    private final long[] intervals = new long[INTERVALS];
    private final long[] correction = new long[BUCKETS];
    private int interval;
    private int bucket;
    private long nextTimer;
    private boolean stopTick;

    public MenuGovernor(List<IdleState> states, long tickNsec) {
        this.states = states.toArray(new IdleState[0]);
        this.tickNsec = tickNsec;
        for (int i = 0; i < BUCKETS; i++) {
            correction[i] = RESOLUTION * DECAY;
        }
    }

    /**
     * Chooses.
     *
     * @param toNextTimer ns to the next timer of this CPU other than the tick; {@link Long#MAX_VALUE}: none
     * @param toNextTick ns to the next tick
     * @param tickStopped the tick is stopped already
     * @param tickedWhileIdle a tick was taken in this idle period
     * @return index of the state; {@link #stopTick} tells the rest
     */
    public int select(long toNextTimer, long toNextTick, boolean tickStopped, boolean tickedWhileIdle) {
        if (states.length == 1) {
            nextTimer = UNKNOWN;
            stopTick = tickStopped || tickedWhileIdle;
            return 0;
        }
        long predicted = typicalInterval();
        if (predicted > RESIDENCY_THRESHOLD) {
            nextTimer = toNextTimer;
            bucket = bucketOf(toNextTimer);
            predicted = Math.min(predicted, corrected(toNextTimer));
        } else {
            nextTimer = UNKNOWN;
            bucket = BUCKETS - 1;
        }
        if (tickStopped && predicted < tickNsec) {
            predicted = toNextTimer;
        }
        int chosen = deepest(predicted, toNextTimer);
        stopTick = true;
        if ((states[chosen].polling() || predicted < tickNsec) && !tickStopped) {
            stopTick = false;
            while (chosen > 0 && states[chosen].targetResidency() > toNextTick) {
                chosen--;
            }
        }
        return chosen;
    }

    private int deepest(long predicted, long toNextTimer) {
        int chosen = 0;
        for (int i = 1; i < states.length; i++) {
            if (states[i].targetResidency() <= predicted) {
                chosen = i;
                continue;
            }
            // rather a real state than polling, if it ends before the next timer
            if (states[chosen].polling() && states[i].targetResidency() <= toNextTimer) {
                chosen = i;
            }
            break;
        }
        return chosen;
    }

    /** Whether the last {@link #select} lets the tick be stopped (other conditions apply). */
    public boolean stopTick() {
        return stopTick;
    }

    /** Tells how long the CPU was idle, in ns without the way out (kernel 7.2: menu_update()). */
    public void reflect(long measured) {
        long factor = correction[bucket] - correction[bucket] / DECAY;
        if (nextTimer > 0 && nextTimer != UNKNOWN && measured < MAX_INTERESTING) {
            factor += RESOLUTION * Math.min(measured, nextTimer) / nextTimer;
        } else {
            factor += RESOLUTION;
        }
        correction[bucket] = Math.max(factor, 1);
        intervals[interval] = Math.min(measured / NS_PER_US, LONGEST_INTERVAL);
        interval = (interval + 1) % INTERVALS;
    }

    private long corrected(long toNextTimer) {
        if (toNextTimer >= MAX_INTERESTING * 100) {
            return toNextTimer;
        }
        return toNextTimer * correction[bucket] / (RESOLUTION * DECAY);
    }

    private static int bucketOf(long ns) {
        long us = ns / NS_PER_US;
        int which = 0;
        for (long limit = 10; which < BUCKETS - 1 && us >= limit; limit *= 10) {
            which++;
        }
        return which;
    }

    /** The usual length of the last idle periods, outliers left out, in ns (kernel 7.2: get_typical_interval()). */
    private long typicalInterval() {
        long threshold = Long.MAX_VALUE;
        while (true) {
            long sum = 0;
            long max = 0;
            int count = 0;
            for (long value : intervals) {
                if (value <= threshold) {
                    sum += value;
                    max = Math.max(max, value);
                    count++;
                }
            }
            if (count == 0) {
                return UNKNOWN;
            }
            long average = sum / count;
            long variance = 0;
            for (long value : intervals) {
                if (value <= threshold) {
                    long off = value - average;
                    variance += off * off;
                }
            }
            variance /= count;
            boolean mostLeft = count * 4 >= INTERVALS * 3;
            if (variance <= 400 || mostLeft && average * average > variance * 36) {
                return average * NS_PER_US;
            }
            if (count * 4 <= INTERVALS * 3) {
                return UNKNOWN;
            }
            threshold = max - 1;
        }
    }
}
