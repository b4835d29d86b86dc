// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.steps.runtime;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.ToLongFunction;
import org.wakespec.simulator.record.Counters;
import org.wakespec.steps.TimedScene;

/** What a scenario can ask of what was counted; the names are those of the steps in lower case. */
enum CounterName {
    SWITCHES(c -> c.switches),
    SWITCHES_TO_IDLE(c -> c.switchesToIdle),
    PREEMPTIONS(c -> c.preemptions),
    WAKINGS(c -> c.wakings),
    WAKEUPS(c -> c.wakeups),
    TTWU_LOCAL(c -> c.ttwuLocal),
    TTWU_RUNNABLE(c -> c.ttwuRunnable),
    TTWU_DELAYED(c -> c.ttwuDelayed),
    TTWU_QUEUED(c -> c.ttwuQueued),
    TTWU_ON_CPU(c -> c.ttwuOnCpu + c.ttwuSpun),
    WAKEUPS_SAME_CPU(c -> c.wakeupsByDistance[0]),
    WAKEUPS_SAME_CORE(c -> c.wakeupsByDistance[1]),
    WAKEUPS_SAME_CLUSTER(c -> c.wakeupsByDistance[2]),
    WAKEUPS_SAME_LLC(c -> c.wakeupsByDistance[3]),
    WAKEUPS_SAME_NODE(c -> c.wakeupsByDistance[4]),
    WAKEUPS_SAME_PACKAGE(c -> c.wakeupsByDistance[5]),
    WAKEUPS_REMOTE(c -> c.wakeupsByDistance[6]),
    SELECTIONS(c -> c.selections),
    CPUS_SCANNED(c -> c.cpusScanned),
    MIGRATIONS(c -> c.migrations),
    WAKEUP_MIGRATIONS(c -> c.wakeupMigrations),
    BALANCE_PASSES(c -> c.balancePasses),
    BALANCE_CPUS_SCANNED(c -> c.balanceScanned),
    BALANCE_MOVED(c -> c.balanceMoved),
    NEWIDLE_PASSES(c -> c.newidlePasses),
    NEWIDLE_PENDING(c -> c.newidlePending),
    NEWIDLE_PULLED(c -> c.newidlePulled),
    CACHE_LOOKS(c -> c.cacheLooks),
    ACTIVE_BALANCES(c -> c.activeBalances),
    FORKS(c -> c.forks),
    EXECS(c -> c.execs),
    EXITS(c -> c.exits),
    TICKS(c -> c.ticks),
    HRTICKS(c -> c.hrticks),
    TICK_STOPS(c -> c.tickStops),
    IDLE_ENTRIES(c -> c.idleEntries),
    INTERRUPTS(c -> c.interrupts),
    IPIS(c -> c.ipis),
    FLAG_WAKEUPS(c -> c.flagWakeups),
    TIMERS(c -> c.timers),
    PIPE_MUTEX_SLEEPS(c -> c.pipeMutexSleeps);

    private final ToLongFunction<Counters> reader;

    CounterName(ToLongFunction<Counters> reader) {
        this.reader = reader;
    }

    long of(Counters counters) {
        return reader.applyAsLong(counters);
    }

    /**
     * The counter of a name.
     *
     * @throws org.wakespec.steps.BadScenarioException if there is none, naming the nearest
     */
    static CounterName named(String name) {
        for (CounterName counter : values()) {
            if (counter.toString().equals(name)) {
                return counter;
            }
        }
        List<String> known = Arrays.stream(values()).map(CounterName::toString).toList();
        throw TimedScene.bad("nothing is counted as '" + name + "'" + TimedScene.nearest(name, known) + " Counters: "
                + String.join(", ", known));
    }

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
