// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.simulator.runqueue;

/** A switch of the fair class, with its default in Linux 7.2 (kernel: features.h, debugfs sched/features). */
public enum SchedFeature {
    /** A task that was away keeps its lag when it is placed on a queue that is not empty. */
    PLACE_LAG(true),
    /** A new task's first deadline is half a slice away. */
    PLACE_DEADLINE_INITIAL(true),
    /** A task that is moved or changed while runnable keeps its distance to its deadline. */
    PLACE_REL_DEADLINE(true),
    /** The running task is protected for the shortest slice on the queue; off: for the unscaled base slice. */
    RUN_TO_PARITY(true),
    /** A wakee with a shorter slice may end the protection of the running task. */
    PREEMPT_SHORT(true),
    /** Every wakee that may preempt becomes the buddy. */
    NEXT_BUDDY(false),
    /** An eligible buddy is picked before anything else. */
    PICK_BUDDY(true),
    /** The balancer treats buddies as cache hot. */
    CACHE_HOT_BUDDY(true),
    /** A task that blocks while ineligible stays queued. */
    DELAY_DEQUEUE(true),
    /** A delayed task cannot gain positive lag. */
    DELAY_ZERO(true),
    /**
     * Guards the sums of virtual times against overflow; recorded traces do not reach it and the model does not have
     * it.
     */
    PARANOID_AVG(false),
    WAKEUP_PREEMPTION(true),
    /**
     * Slices end by a high-resolution timer. The kernel's default is on for x86, riscv, s390 and loongarch, off
     * elsewhere.
     */
    HRTICK(false),
    NONTASK_CAPACITY(true),
    /** Remote wakeups go through the wake list. */
    TTWU_QUEUE(true),
    SIS_UTIL(true),
    LB_MIN(false),
    /** A task that comes back to the fair class is aged before it is attached. */
    ATTACH_AGE_LOAD(true),
    WA_IDLE(true),
    WA_WEIGHT(true),
    WA_BIAS(true),
    UTIL_EST(true),
    LATENCY_WARN(false),
    NI_RANDOM(true),
    NI_RATE(true),
    RT_RUNTIME_SHARE(false),
    RT_PUSH_IPI(false);

    private final boolean kernelDefault;

    SchedFeature(boolean kernelDefault) {
        this.kernelDefault = kernelDefault;
    }

    /** Whether Linux 7.2 has it switched on at boot. */
    public boolean kernelDefault() {
        return kernelDefault;
    }
}
