// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.policies;

import org.wakespec.simulator.wakeup.Rung;

/** The questions mainline asks, named after the function (or the step inside one) that asks them. */
public final class FairRungs {

    public static final Rung SELECT_TASK_RQ_FAIR = new Rung("select_task_rq_fair", 0, "where does the task go?");
    public static final Rung RECORD_WAKEE = new Rung("record_wakee", 1, "does the waker switch between wakees?");
    public static final Rung CURRENT_CPU = new Rung("WF_CURRENT_CPU", 1, "did the caller ask for the waker's CPU?");
    public static final Rung WAKE_WIDE = new Rung("wake_wide", 1, "is this a many-to-many relation?");
    public static final Rung WANT_AFFINE = new Rung("want_affine", 1, "may the waker's CPU be considered?");
    public static final Rung WAKE_AFFINE = new Rung("wake_affine", 1, "waker's CPU or previous CPU as target?");
    public static final Rung WAKE_AFFINE_IDLE =
            new Rung("wake_affine_idle", 2, "is one of the two CPUs about to be free?");
    public static final Rung WAKE_AFFINE_WEIGHT =
            new Rung("wake_affine_weight", 2, "which of the two CPUs is less loaded?");

    public static final Rung FIND_DST_CPU =
            new Rung("sched_balance_find_dst_cpu", 1, "which CPU of the domain is idlest?");
    public static final Rung FIND_DST_GROUP = new Rung("sched_balance_find_dst_group", 2, "which group is idlest?");
    public static final Rung FIND_DST_GROUP_CPU =
            new Rung("sched_balance_find_dst_group_cpu", 2, "which CPU of the group is idlest?");

    public static final Rung SELECT_IDLE_SIBLING =
            new Rung("select_idle_sibling", 1, "is there an idle CPU near the target?");
    public static final Rung SIS_TARGET = new Rung("sis_target", 2, "is the target idle?");
    public static final Rung SIS_PREV =
            new Rung("sis_prev", 2, "is the previous CPU idle, and does it share the target's cache?");
    public static final Rung SIS_KTHREAD =
            new Rung("sis_kthread", 2, "did a per-CPU kthread that is about to sleep wake it here?");
    public static final Rung SIS_RECENT = new Rung("sis_recent", 2, "is the recently used CPU idle and near?");
    public static final Rung SELECT_IDLE_CAPACITY =
            new Rung("select_idle_capacity", 2, "is there an idle CPU big enough for the task?");
    public static final Rung TEST_IDLE_CORES =
            new Rung("test_idle_cores", 2, "does the target's LLC advertise an idle core?");
    public static final Rung SELECT_IDLE_SMT = new Rung("select_idle_smt", 2, "is a sibling of the previous CPU idle?");
    public static final Rung SELECT_IDLE_CPU =
            new Rung("select_idle_cpu", 2, "is there an idle CPU in the target's LLC?");
    public static final Rung SELECT_IDLE_CORE = new Rung("select_idle_core", 3, "is the whole core idle?");
    public static final Rung SIS_FALLBACK =
            new Rung("sis_fallback", 2, "which CPU is left when the search found nothing?");

    /** Names of what {@link #WAKE_AFFINE_WEIGHT} saw: the results of task_h_load(). */
    public static final String WAKERS_LOAD = "waker's load";

    public static final String WAKEES_LOAD = "wakee's load";

    private FairRungs() {}
}
