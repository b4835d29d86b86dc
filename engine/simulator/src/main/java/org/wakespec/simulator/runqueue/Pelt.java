// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.simulator.runqueue;

import org.wakespec.simulator.task.SchedAvg;

/**
 * Per-entity load tracking, integer-exact (kernel 7.2: pelt.c). Time is counted in units of 1024 ns, a period is 1024
 * units, and a contribution halves in 32 periods. Stateless.
 */
public class Pelt {

    /** The largest sum a permanently active entity reaches, in units of 1024 ns. */
    public static final int LOAD_AVG_MAX = 47742;

    /** The divider at the start of a period (kernel: PELT_MIN_DIVIDER). */
    public static final int PELT_MIN_DIVIDER = LOAD_AVG_MAX - 1024;

    private static final int LOAD_AVG_PERIOD = 32;
    private static final int SCHED_CAPACITY_SHIFT = 10;

    /** Utilisation estimates within this distance of the utilisation are left alone: 1 % of a CPU. */
    private static final int UTIL_EST_MARGIN = 1024 / 100;

    static final Pelt KERNEL = new Pelt();

    /** floor((2^32 - 1) * 2^(-n/32)). */
    private static final long[] RUNNABLE_AVG_YN_INV = new long[LOAD_AVG_PERIOD];

    static {
        for (int n = 0; n < LOAD_AVG_PERIOD; n++) {
            RUNNABLE_AVG_YN_INV[n] = (long) (0xffffffffL * StrictMath.pow(2, -n / (double) LOAD_AVG_PERIOD));
        }
    }

    Pelt() {}

    /** The one instance. */
    public static Pelt kernel() {
        return KERNEL;
    }

    /** {@code value} as it is worth {@code n} periods later (kernel 7.2: decay_load()). */
    public long decayLoad(long value, long n) {
        if (n > LOAD_AVG_PERIOD * 63) {
            return 0;
        }
        int periods = (int) n;
        long halved = value;
        if (periods >= LOAD_AVG_PERIOD) {
            halved >>>= periods / LOAD_AVG_PERIOD;
            periods %= LOAD_AVG_PERIOD;
        }
        long factor = RUNNABLE_AVG_YN_INV[periods];
        return Math.multiplyHigh(halved, factor) << 32 | halved * factor >>> 32;
    }

    /**
     * Worth of an interval that crosses {@code periods} (at least 1) boundaries: {@code d1} units before the first and
     * {@code d3} after the last (kernel 7.2: __accumulate_pelt_segments()).
     */
    public int accumulateSegments(long periods, int d1, int d3) {
        int c1 = (int) decayLoad(d1, periods);
        int c2 = (int) (LOAD_AVG_MAX - decayLoad(LOAD_AVG_MAX, periods) - 1024);
        return c1 + c2 + d3;
    }

    /**
     * Advances the sums to {@code now} (kernel 7.2: ___update_load_sum()).
     *
     * @param now PELT time in ns
     * @param load load during the interval: 0 or 1 for a task, the scaled-down weight for a queue
     * @param runnable number of runnable tasks during the interval
     * @param running whether one was running
     * @return whether a period boundary was crossed, so that the averages are due
     */
    public boolean updateLoadSum(long now, SchedAvg sa, long load, long runnable, boolean running) {
        long delta = now - sa.lastUpdateTime;
        if (delta < 0) {
            sa.lastUpdateTime = now;
            return false;
        }
        delta >>>= 10;
        if (delta == 0) {
            return false;
        }
        sa.lastUpdateTime += delta << 10;
        long total = delta + sa.periodContrib;
        if (total >= 1024) {
            crossBoundaries(sa, total, load, runnable, running);
            return true;
        }
        sa.periodContrib = (int) total;
        if (load != 0) {
            contribute(sa, (int) delta, load, runnable, running);
        }
        return false;
    }

    /** Kernel 7.2: accumulate_sum(), where the interval ends in a later period. */
    private void crossBoundaries(SchedAvg sa, long total, long load, long runnable, boolean running) {
        long periods = total >>> 10;
        sa.loadSum = decayLoad(sa.loadSum, periods);
        sa.runnableSum = decayLoad(sa.runnableSum, periods);
        sa.utilSum = (int) decayLoad(utilSum(sa), periods);
        int rest = (int) (total & 1023);
        if (load != 0) {
            contribute(sa, accumulateSegments(periods, 1024 - sa.periodContrib, rest), load, runnable, running);
        }
        sa.periodContrib = rest;
    }

    private static void contribute(SchedAvg sa, int contrib, long load, long runnable, boolean running) {
        sa.loadSum += load * contrib;
        sa.runnableSum += runnable * contrib << SCHED_CAPACITY_SHIFT;
        if (running) {
            sa.utilSum += contrib << SCHED_CAPACITY_SHIFT;
        }
    }

    /** The utilisation sum as a number (it is unsigned). */
    public static long utilSum(SchedAvg sa) {
        return Integer.toUnsignedLong(sa.utilSum);
    }

    /** What the sums of this averager are divided by (kernel 7.2: get_pelt_divider()). */
    public static int divider(SchedAvg sa) {
        return PELT_MIN_DIVIDER + sa.periodContrib;
    }

    /**
     * Derives the averages from the sums; {@code weight} is the factor of the load (kernel 7.2: ___update_load_avg()).
     */
    public void updateLoadAvg(SchedAvg sa, long weight) {
        long divider = divider(sa);
        sa.loadAvg = weight * sa.loadSum / divider;
        sa.runnableAvg = sa.runnableSum / divider;
        sa.utilAvg = utilSum(sa) / divider;
    }

    /**
     * Advances the averages of a task (kernel 7.2: __update_load_avg_se(), and __update_load_avg_blocked_se() with all
     * inputs
     * off).
     *
     * @param weight its scaled-down weight
     * @return whether the averages were refreshed
     */
    public boolean updateTask(long now, SchedAvg sa, long weight, boolean onRq, boolean runnable, boolean running) {
        if (!updateLoadSum(now, sa, onRq ? 1 : 0, runnable ? 1 : 0, running)) {
            return false;
        }
        updateLoadAvg(sa, weight);
        return true;
    }

    /**
     * Advances the averages of a queue (kernel 7.2: __update_load_avg_cfs_rq(), update_rt_rq_load_avg()).
     *
     * @param load its scaled-down weight
     * @return whether the averages were refreshed
     */
    public boolean updateQueue(long now, SchedAvg sa, long load, long runnable, boolean running) {
        if (!updateLoadSum(now, sa, load, runnable, running)) {
            return false;
        }
        updateLoadAvg(sa, 1);
        return true;
    }

    /** Adds a load to a queue's average and sum (kernel 7.2: enqueue_load_avg()). */
    public void addLoad(SchedAvg queue, long loadAvg, long loadSum) {
        queue.loadAvg += loadAvg;
        queue.loadSum = Math.max(queue.loadSum + loadSum, queue.loadAvg * PELT_MIN_DIVIDER);
    }

    /** Takes a load from a queue, not below 0 (kernel 7.2: dequeue_load_avg()). */
    public void subLoad(SchedAvg queue, long loadAvg, long loadSum) {
        queue.loadAvg = subPositive(queue.loadAvg, loadAvg);
        queue.loadSum = Math.max(subPositive(queue.loadSum, loadSum), queue.loadAvg * PELT_MIN_DIVIDER);
    }

    /** Takes utilisation from a queue, not below 0. */
    void subUtil(SchedAvg queue, long utilAvg, int utilSum) {
        queue.utilAvg = subPositive(queue.utilAvg, utilAvg);
        int left = Integer.compareUnsigned(queue.utilSum, utilSum) < 0 ? 0 : queue.utilSum - utilSum;
        int least = (int) (queue.utilAvg * PELT_MIN_DIVIDER);
        queue.utilSum = Integer.compareUnsigned(left, least) < 0 ? least : left;
    }

    /** Takes runnable time from a queue, not below 0. */
    void subRunnable(SchedAvg queue, long runnableAvg, long runnableSum) {
        queue.runnableAvg = subPositive(queue.runnableAvg, runnableAvg);
        queue.runnableSum = Math.max(subPositive(queue.runnableSum, runnableSum), queue.runnableAvg * PELT_MIN_DIVIDER);
    }

    static long subPositive(long from, long amount) {
        return from < amount ? 0 : from - amount;
    }

    /**
     * Makes a task part of a queue's averages (kernel 7.2: attach_entity_load_avg()).
     *
     * @param weight its scaled-down weight
     */
    public void attach(SchedAvg queue, SchedAvg sa, long weight) {
        int divider = divider(queue);
        sa.lastUpdateTime = queue.lastUpdateTime;
        sa.periodContrib = queue.periodContrib;
        sa.utilSum = (int) (sa.utilAvg * divider);
        sa.runnableSum = sa.runnableAvg * divider;
        long loadSum = sa.loadAvg * divider;
        sa.loadSum = weight < loadSum ? loadSum / weight : 1;
        addLoad(queue, sa.loadAvg, weight * sa.loadSum);
        queue.utilAvg += sa.utilAvg;
        queue.utilSum += sa.utilSum;
        queue.runnableAvg += sa.runnableAvg;
        queue.runnableSum += sa.runnableSum;
    }

    /**
     * Takes a task out of a queue's averages (kernel 7.2: detach_entity_load_avg()).
     *
     * @param weight its scaled-down weight
     */
    public void detach(SchedAvg queue, SchedAvg sa, long weight) {
        subLoad(queue, sa.loadAvg, weight * sa.loadSum);
        subUtil(queue, sa.utilAvg, sa.utilSum);
        subRunnable(queue, sa.runnableAvg, sa.runnableSum);
    }

    /** Takes what tasks left behind when they woke elsewhere or died (kernel 7.2: update_cfs_rq_load_avg()). */
    public void applyRemoved(SchedAvg queue, long removedLoad, long removedUtil, long removedRunnable) {
        long divider = divider(queue);
        subLoad(queue, removedLoad, removedLoad * divider);
        subUtil(queue, removedUtil, (int) (removedUtil * divider));
        subRunnable(queue, removedRunnable, removedRunnable * divider);
    }

    /**
     * The utilisation a new task starts with (kernel 7.2: post_init_entity_util_avg()).
     *
     * @param capacity capacity of its first CPU
     * @param queue averages of that CPU's queue, as stored
     * @param weight the task's scaled-down weight
     */
    public void postInit(SchedAvg sa, long capacity, SchedAvg queue, long weight) {
        long cap = (capacity - queue.utilAvg) / 2;
        if (cap > 0) {
            sa.utilAvg = queue.utilAvg == 0 ? cap : Math.min(queue.utilAvg * weight / (queue.loadAvg + 1), cap);
        }
        sa.runnableAvg = sa.utilAvg;
    }

    /** The estimated utilisation of a task without the flag. */
    public static int utilEst(SchedAvg sa) {
        return sa.utilEst & ~SchedAvg.UTIL_AVG_UNCHANGED;
    }

    /** Counts a task in the queue's estimated utilisation (kernel 7.2: util_est_enqueue()). */
    public void utilEstEnqueue(SchedAvg queue, SchedAvg sa) {
        queue.utilEst += utilEst(sa);
    }

    /** Kernel 7.2: util_est_dequeue(). */
    public void utilEstDequeue(SchedAvg queue, SchedAvg sa) {
        queue.utilEst -= Math.min(queue.utilEst, utilEst(sa));
    }

    /** Moves a task's estimated utilisation when it goes to sleep (kernel 7.2: util_est_update()). */
    public void utilEstUpdate(SchedAvg sa) {
        if ((sa.utilEst & SchedAvg.UTIL_AVG_UNCHANGED) != 0) {
            return;
        }
        sa.utilEst = utilEstNext(utilEst(sa), (int) sa.utilAvg, sa.runnableAvg) | SchedAvg.UTIL_AVG_UNCHANGED;
    }

    int utilEstNext(int ewma, int dequeued, long runnableAvg) {
        if (ewma <= dequeued) {
            return dequeued;
        }
        int diff = ewma - dequeued;
        if (diff < UTIL_EST_MARGIN || dequeued + UTIL_EST_MARGIN < runnableAvg) {
            return ewma;
        }
        return 4 * ewma - diff >> 2;
    }
}
