// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.simulator.record;

/** What was counted in a simulation (kernel: schedstat and more). Plain numbers; a copy is a snapshot. */
public final class Counters {

    public long switches;
    /** Switches to the idle task among them. */
    public long switchesToIdle;

    public long wakings;
    public long wakeups;
    /** Wakeups that found the task awake: nothing happened. */
    public long wakeupsTooLate;
    /** Wakeups onto the waker's own CPU (kernel: ttwu_local). */
    public long ttwuLocal;
    /** Wakeups of a task still on its queue, delayed or on its way out. */
    public long ttwuRunnable;
    /** Delayed tasks among them: requeued without CPU selection. */
    public long ttwuDelayed;
    /** Wakeups handed over by wake list. */
    public long ttwuQueued;
    /** Wake lists of a CPU that was still switching away from the task. */
    public long ttwuOnCpu;
    /** Wakeups that waited until the task's CPU had switched away from it. */
    public long ttwuSpun;
    /** Wakeups by distance of the wakee's CPU from the waker's: same CPU, core, cluster, LLC, node, package, machine. */
    public final long[] wakeupsByDistance = new long[7];
    /** CPUs whose idleness CPU selection examined, for wakeups, forks and execs. */
    public long cpusScanned;
    /** Calls of CPU selection. */
    public long selections;

    public long forks;
    public long execs;
    public long exits;
    public long migrations;
    /** Migrations done by CPU selection of a wakeup. */
    public long wakeupMigrations;

    public long ticks;
    public long hrticks;
    public long interrupts;
    /** Interrupts sent between CPUs, and wakeups by a flag in their stead. */
    public long ipis;

    public long flagWakeups;
    public long timers;
    public long idleEntries;
    public long tickStops;
    /** Passes over one domain. */
    public long balancePasses;
    /** CPUs that passes looked at: the span of the domain, each time. */
    public long balanceScanned;
    /** Passes among them that a newly idle CPU made. */
    public long newidlePasses;
    /** Times a newly idle CPU did not look for work because a wakeup was pending for it already. */
    public long newidlePending;
    /** Tasks moved by the balancer, and those of them that a newly idle CPU pulled. */
    public long balanceMoved;

    public long newidlePulled;
    public long activeBalances;
    /** Times a task slept for a pipe's mutex, because its owner was off its CPU. */
    public long pipeMutexSleeps;
    /** Times a thread looked in which last-level cache its process runs, for cache-aware balancing. */
    public long cacheLooks;
    /** Preemptions: switches from a task that stayed runnable. */
    public long preemptions;

    /** Dependent cache lines that moved between CPUs. */
    public long lines;

    public Counters() {}

    /** Events as the speed figures count them: switches, wakings, wakeups, migrations, ticks and balance passes. */
    public long events() {
        return switches + wakings + wakeups + migrations + ticks + balancePasses;
    }
}
