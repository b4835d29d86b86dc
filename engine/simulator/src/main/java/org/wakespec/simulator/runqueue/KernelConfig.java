// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.simulator.runqueue;

/**
 * What a kernel build or a sysctl decides, in one place. What is chosen by CPU selection itself is a policy, not
 * configuration.
 *
 * @param hz ticks a second: 100, 250, 300 or 1000
 * @param fairGroupSched CONFIG_FAIR_GROUP_SCHED: task_h_load() then goes through the root queue's h_load
 * @param preempt the preemption model
 * @param features the feature switches of the fair class
 * @param baseSliceNs the scaled base slice in ns; 0: as the kernel derives it from the number of CPUs
 * @param schedCache CONFIG_SCHED_CACHE: balancing keeps the threads of a process in one last-level cache where there are several
 * @param epollPassesSync ep_poll_callback() hands WF_SYNC of the source on to the waiter (from 6.13)
 * @param socketsPassSync data arriving at a socket wakes its reader with WF_SYNC (sock_def_readable())
 * @param wakeListToIdle an idle CPU that shares the waker's cache enqueues the task itself (ttwu_queue_cond(), from 6.0,
 *     f3dd3f674555)
 */
public record KernelConfig(
        int hz,
        boolean fairGroupSched,
        PreemptModel preempt,
        SchedFeatures features,
        long baseSliceNs,
        boolean schedCache,
        boolean epollPassesSync,
        boolean socketsPassSync,
        boolean wakeListToIdle) {

    /** Base slice in ns before it is scaled by the number of CPUs (kernel: normalized_sysctl_sched_base_slice). */
    public static final long NORMALIZED_BASE_SLICE = 700_000;

    /** The kernel keeps the base slice in 32 bits. */
    private static final long MAX_BASE_SLICE = 0xffff_ffffL;

    /** As distribution kernels are built: HZ=1000, group scheduling on, lazy preemption, cache-aware balancing on. */
    public static final KernelConfig DEFAULT = new KernelConfig(1000, true);

    public KernelConfig {
        if (hz < 1 || hz > 1000) {
            throw new IllegalArgumentException("HZ is between 1 and 1000, not " + hz);
        }
        if (preempt == null || features == null) {
            throw new IllegalArgumentException("the preemption model and the features must be given");
        }
        if (baseSliceNs < 0 || baseSliceNs > MAX_BASE_SLICE) {
            throw new IllegalArgumentException(
                    "the base slice is a number of ns up to " + MAX_BASE_SLICE + ", or 0, not " + baseSliceNs);
        }
    }

    /** Lazy preemption, default features, base slice by the number of CPUs, cache-aware balancing on. */
    public KernelConfig(int hz, boolean fairGroupSched) {
        this(hz, fairGroupSched, PreemptModel.LAZY, SchedFeatures.DEFAULT, 0, true, true, true, true);
    }

    public KernelConfig withHz(int newHz) {
        return new KernelConfig(
                newHz,
                fairGroupSched,
                preempt,
                features,
                baseSliceNs,
                schedCache,
                epollPassesSync,
                socketsPassSync,
                wakeListToIdle);
    }

    public KernelConfig withFairGroupSched(boolean on) {
        return new KernelConfig(
                hz, on, preempt, features, baseSliceNs, schedCache, epollPassesSync, socketsPassSync, wakeListToIdle);
    }

    public KernelConfig withPreempt(PreemptModel model) {
        return new KernelConfig(
                hz,
                fairGroupSched,
                model,
                features,
                baseSliceNs,
                schedCache,
                epollPassesSync,
                socketsPassSync,
                wakeListToIdle);
    }

    public KernelConfig withFeatures(SchedFeatures newFeatures) {
        return new KernelConfig(
                hz,
                fairGroupSched,
                preempt,
                newFeatures,
                baseSliceNs,
                schedCache,
                epollPassesSync,
                socketsPassSync,
                wakeListToIdle);
    }

    public KernelConfig withFeature(SchedFeature feature, boolean on) {
        return withFeatures(features.with(feature, on));
    }

    /** 0: as the kernel derives it from the number of CPUs. */
    public KernelConfig withBaseSliceNs(long newBaseSliceNs) {
        return new KernelConfig(
                hz,
                fairGroupSched,
                preempt,
                features,
                newBaseSliceNs,
                schedCache,
                epollPassesSync,
                socketsPassSync,
                wakeListToIdle);
    }

    public KernelConfig withSchedCache(boolean on) {
        return new KernelConfig(
                hz,
                fairGroupSched,
                preempt,
                features,
                baseSliceNs,
                on,
                epollPassesSync,
                socketsPassSync,
                wakeListToIdle);
    }

    public KernelConfig withEpollPassesSync(boolean on) {
        return new KernelConfig(
                hz, fairGroupSched, preempt, features, baseSliceNs, schedCache, on, socketsPassSync, wakeListToIdle);
    }

    public KernelConfig withSocketsPassSync(boolean on) {
        return new KernelConfig(
                hz, fairGroupSched, preempt, features, baseSliceNs, schedCache, epollPassesSync, on, wakeListToIdle);
    }

    public KernelConfig withWakeListToIdle(boolean on) {
        return new KernelConfig(
                hz, fairGroupSched, preempt, features, baseSliceNs, schedCache, epollPassesSync, socketsPassSync, on);
    }

    /** Length of a tick in ns (kernel: TICK_NSEC). */
    public long tickNsec() {
        return (1_000_000_000L + hz / 2) / hz;
    }

    /**
     * The base slice in ns on a machine with this many online CPUs: 0.70, 1.40, 2.10 or 2.80 ms for 1, 2-3, 4-7 and
     * 8 or more, unless a value is set (kernel 7.2: sched_update_scaling() with tunable scaling "log").
     */
    public long baseSlice(int onlineCpus) {
        if (baseSliceNs != 0) {
            return baseSliceNs;
        }
        int cpus = Math.min(Math.max(onlineCpus, 1), 8);
        return NORMALIZED_BASE_SLICE * (1 + (31 - Integer.numberOfLeadingZeros(cpus)));
    }
}
