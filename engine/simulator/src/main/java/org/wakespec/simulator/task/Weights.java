// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.simulator.task;

/** Load weights of the fair class (kernel 7.2: sched_prio_to_weight, scale_load, scale_load_down). */
public final class Weights {

    public static final int MIN_NICE = -20;
    public static final int MAX_NICE = 19;

    /** Bits by which a stored weight is larger than the table value on a 64-bit kernel. */
    public static final int SCHED_FIXEDPOINT_SHIFT = 10;

    /** Weight of a nice-0 task (kernel: NICE_0_LOAD). */
    public static final long NICE_0_LOAD = 1L << 20;

    /** Table weight of a SCHED_IDLE task (kernel: WEIGHT_IDLEPRIO). */
    public static final int WEIGHT_IDLEPRIO = 3;

    private static final int[] SCHED_PRIO_TO_WEIGHT = {
        88761, 71755, 56483, 46273, 36291,
        29154, 23254, 18705, 14949, 11916,
        9548, 7620, 6100, 4904, 3906,
        3121, 2501, 1991, 1586, 1277,
        1024, 820, 655, 526, 423,
        335, 272, 215, 172, 137,
        110, 87, 70, 56, 45,
        36, 29, 23, 18, 15,
    };

    private Weights() {}

    /**
     * Full weight ({@link #NICE_0_LOAD} at nice 0) of a task with this policy and nice value (kernel 7.2:
     * set_load_weight()).
     *
     * @throws IllegalArgumentException if the nice value is outside -20..19
     */
    public static long of(SchedPolicy policy, int nice) {
        if (nice < MIN_NICE || nice > MAX_NICE) {
            throw new IllegalArgumentException("a nice value lies between -20 and 19, not " + nice);
        }
        int table = policy == SchedPolicy.IDLE ? WEIGHT_IDLEPRIO : SCHED_PRIO_TO_WEIGHT[nice - MIN_NICE];
        return (long) table << SCHED_FIXEDPOINT_SHIFT;
    }

    /** The weight load tracking uses: 1024 at nice 0, at least 2 unless 0 (kernel 7.2: scale_load_down()). */
    public static long scaleLoadDown(long weight) {
        return weight == 0 ? 0 : Math.max(2, weight >> SCHED_FIXEDPOINT_SHIFT);
    }
}
