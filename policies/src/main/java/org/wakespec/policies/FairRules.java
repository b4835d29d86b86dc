// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.policies;

import org.wakespec.simulator.wakeup.Rule;

/** The branches by which mainline decides; the labels are those of the golden vectors. */
public final class FairRules {

    public static final Rule AFFINE_CACHE_IDLE = new Rule(
            "wake_affine_idle:cache-idle",
            "the waker's CPU is idle and shares the cache: the previous CPU if idle, else the waker's");
    public static final Rule AFFINE_SYNC =
            new Rule("wake_affine_idle:sync", "sync, and the waker runs alone: its CPU will be free");
    public static final Rule AFFINE_PREV_IDLE = new Rule("wake_affine_idle:prev-idle", "the previous CPU is idle");
    public static final Rule AFFINE_SYNC_LOAD =
            new Rule("wake_affine_weight:sync-load", "sync, and the waker's load exceeds its queue's load");
    public static final Rule AFFINE_THIS = new Rule("wake_affine_weight:this", "the waker's CPU would be less loaded");
    public static final Rule AFFINE_PREV =
            new Rule("wake_affine_weight:prev", "the previous CPU would not be more loaded");

    public static final Rule CURRENT_CPU = new Rule("current-cpu", "the caller asked for the waker's CPU");
    public static final Rule SYNC_PAIR =
            new Rule("sync-pair", "reciprocal sync pair, and the waker runs alone: its CPU");

    public static final Rule TARGET_IDLE = new Rule("sis:target-idle", "the target is idle");
    public static final Rule PREV_IDLE =
            new Rule("sis:prev-idle", "the previous CPU is idle and shares the target's cache");
    public static final Rule KTHREAD_STACK =
            new Rule("sis:kthread-stack", "woken by a per-CPU kthread that is alone: it stays on this CPU");
    public static final Rule RECENT =
            new Rule("sis:recent", "the recently used CPU is idle and shares the target's cache");
    public static final Rule ASYM_FIT = new Rule("sis:asym-fit", "an idle CPU that fits the task");
    public static final Rule ASYM_BEST = new Rule("sis:asym-best", "no idle CPU fits: the best of them, or the target");
    public static final Rule ASYM_SCAN_LIMIT =
            new Rule("sis:asym-scan-limit", "scan budget used up: the best so far, or the target");
    public static final Rule ASYM_OVERLOADED = new Rule("sis:asym-overloaded", "scan budget 0: the target");
    public static final Rule NO_LLC = new Rule("sis:no-llc", "the target has no LLC domain: the target");
    public static final Rule SMT = new Rule("sis:smt", "an idle sibling of the previous CPU");
    public static final Rule IDLE_CORE = new Rule("sis:idle-core", "an idle core of the target's LLC");
    public static final Rule IDLE_CORE_CLUSTER =
            new Rule("sis:idle-core-cluster", "an idle core of the target's cluster");
    public static final Rule CORE_SCAN_IDLE_CPU =
            new Rule("sis:core-scan-idle-cpu", "no idle core, but an idle thread seen while looking for one");
    public static final Rule CPU_SCAN = new Rule("sis:cpu-scan", "an idle CPU of the target's LLC");
    public static final Rule CPU_SCAN_CLUSTER = new Rule("sis:cpu-scan-cluster", "an idle CPU of the target's cluster");

    public static final Rule SLOW_PATH = new Rule("slow-path", "idlest CPU of the idlest group");
    public static final Rule SLOW_PATH_NONE_ALLOWED =
            new Rule("slow-path:none-allowed", "no CPU of the domain is allowed: the previous CPU");
    public static final Rule NO_BALANCE = new Rule("no-balance", "no domain to balance in: the previous CPU");

    /** Why select_idle_cpu() came back without a CPU. */
    enum Miss {
        OVERLOADED("overloaded", "scan budget 0"),
        SCAN_LIMIT("scan-limit", "scan budget used up"),
        NONE_IDLE("none-idle", "no idle CPU"),
        NONE_ALLOWED("none-allowed", "no CPU of the LLC is allowed");

        final Rule target;
        final Rule prevCluster;
        final Rule recentCluster;
        final String words;

        Miss(String label, String words) {
            this.words = words;
            target = new Rule("sis:target-fallback:" + label, words + ": the target, busy as it is");
            prevCluster = new Rule(
                    "sis:prev-cluster-fallback:" + label, words + ": the idle previous CPU of another cluster");
            recentCluster = new Rule(
                    "sis:recent-cluster-fallback:" + label, words + ": the idle recent CPU of another cluster");
        }
    }

    private FairRules() {}
}
