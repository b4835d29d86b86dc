// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.features;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/**
 * Negative control of the run-time features: one rule of the simulator is broken at a time, and a scenario that documents the rule
 * must fail. A few in every build, all with {@code -Dwakespec.extended=true}.
 */
class RuntimeMutationTest {

    /**
     * One broken rule.
     *
     * @param always in every build
     * @param rule the rule that is broken
     * @param file source file below the simulator's package
     * @param feature feature of the run-time suite
     * @param scenario expression found in the names of the scenarios that document the rule
     */
    private record Mutant(
            boolean always,
            String rule,
            String file,
            String text,
            String replacement,
            String feature,
            String scenario) {}

    private static Mutant always(
            String rule, String file, String text, String replacement, String feature, String scenario) {
        return new Mutant(true, rule, file, text, replacement, feature, scenario);
    }

    private static Mutant extended(
            String rule, String file, String text, String replacement, String feature, String scenario) {
        return new Mutant(false, rule, file, text, replacement, feature, scenario);
    }

    private static List<Mutant> mutants() {
        return List.of(
                // ---- lag and delayed dequeue ----
                always(
                        "lag is kept over sleep",
                        "runqueue/FairQueue",
                        "se.vruntime = average - lag;",
                        "se.vruntime = average;",
                        "lag",
                        "owed as much"),
                extended(
                        "the lag is inflated so that it is kept when the average moves",
                        "runqueue/FairQueue",
                        "return se.vlag * (others + se.weight) / Math.max(others, 1);",
                        "return se.vlag;",
                        "lag",
                        "After a second run"),
                always(
                        "a task that owes time is delayed",
                        "runqueue/FairQueue",
                        "delayDequeue && !entityEligible(se)",
                        "delayDequeue && false",
                        "lag",
                        "After a second run"),
                extended(
                        "a delayed task that is picked keeps nothing",
                        "runqueue/FairQueue",
                        "return delayZero ? Math.min(best, 0) : best;",
                        "return best;",
                        "lag",
                        "it has paid"),
                extended(
                        "lag stands for the same service when the weight changes",
                        "runqueue/FairLoad",
                        "se.vlag = se.vlag * se.weight / newWeight;",
                        "",
                        "lag",
                        "that is reniced"),
                extended(
                        "a woken task is looked for on its old queue",
                        "WakeupPath",
                        "counters.ttwuDelayed++;",
                        "counters.ttwuSpun++;",
                        "lag",
                        "more than its half"),
                // ---- slices and protection ----
                always(
                        "the running slice is protected",
                        "runqueue/FairQueue",
                        "return se.vruntime - se.vprot < 0;",
                        "return false;",
                        "slices",
                        "Two hogs with the default slice"),
                extended(
                        "a wakee that did not win shortens the protection",
                        "runqueue/FairQueue",
                        "se.vprot = earlier(se.vprot, se.vruntime + calcDeltaFair(minSlice(), se));",
                        "",
                        "preemption",
                        "beside two hogs"),
                extended(
                        "a new task starts with half a slice",
                        "runqueue/FairQueue",
                        "vslice /= 2;",
                        "vslice /= 1;",
                        "slices",
                        "A child beside its parent"),
                extended(
                        "the base slice grows with the CPUs",
                        "runqueue/KernelConfig",
                        "return NORMALIZED_BASE_SLICE * (1 + (31 - Integer.numberOfLeadingZeros(cpus)));",
                        "return NORMALIZED_BASE_SLICE;",
                        "slices",
                        "Base slices"),
                always(
                        "HRTICK ends the request, not later",
                        "runqueue/FairClass",
                        "rq.hrtickStart(p.weight * vdelta >> 20);",
                        "rq.hrtickStart(p.weight * vdelta >> 19);",
                        "slices",
                        "Two hogs with slices of their own"),
                extended(
                        "the end of a slice asks for the switch",
                        "runqueue/FairQueue",
                        "return served || !protectSlice(se);",
                        "return false;",
                        "slices",
                        "The same with ticks only"),
                extended(
                        "a yielding task gives up its request",
                        "runqueue/FairClass",
                        "return cfs.entityEligible(curr);",
                        "return false;",
                        "shares",
                        "yields often"),
                // ---- wakeup preemption ----
                extended(
                        "a wakee with the better claim preempts",
                        "runqueue/FairClass",
                        "return picked == p;",
                        "return false;",
                        "preemption",
                        "A light task beside a hog, with HRTICK"),
                always(
                        "a shorter slice preempts a protected one",
                        "runqueue/FairClass",
                        "return p.slice < curr.slice;",
                        "return false;",
                        "preemption",
                        "beside two hogs"),
                extended(
                        "SCHED_BATCH does not preempt",
                        "runqueue/FairClass",
                        "return p.policy == SchedPolicy.NORMAL;",
                        "return true;",
                        "preemption",
                        "SCHED_BATCH never"),
                always(
                        "a running SCHED_IDLE task is preempted",
                        "runqueue/FairClass",
                        "if (currIdle && !wakeeIdle) {",
                        "if (currIdle && wakeeIdle) {",
                        "preemption",
                        "A SCHED_BATCH wakee does so"),
                extended(
                        "a lazy request from afar brings no interrupt",
                        "runqueue/RunQueue",
                        "setResched(lazyPreemption ? RESCHED_LAZY : RESCHED_IMMEDIATE);",
                        "setResched(RESCHED_IMMEDIATE);",
                        "preemption",
                        "A wakee on a busy CPU"),
                // ---- load tracking ----
                extended(
                        "a new task starts with half of what is left",
                        "runqueue/Pelt",
                        "long cap = (capacity - queue.utilAvg) / 2;",
                        "long cap = capacity - queue.utilAvg;",
                        "pelt",
                        "On an idle CPU"),
                extended(
                        "the estimate is updated when a task sleeps",
                        "runqueue/Pelt",
                        "sa.utilEst = utilEstNext(utilEst(sa), (int) sa.utilAvg, sa.runnableAvg) | SchedAvg.UTIL_AVG_UNCHANGED;",
                        "",
                        "pelt",
                        "A sleeper's estimate"),
                // ---- idle ----
                always(
                        "nr_busy_cpus goes down when the tick stops",
                        "balance/NohzBalance",
                        "llc.shared.nrBusyCpus--;",
                        "",
                        "idle",
                        "Three hogs"),
                extended(
                        "nr_busy_cpus goes up at the first busy tick only",
                        "balance/NohzBalance",
                        "llc.shared.nrBusyCpus++;",
                        "",
                        "idle",
                        "One hog, shortly"),
                extended(
                        "an idle period with one state keeps its first tick",
                        "IdleLoop",
                        "c.governor.select(toTimer, toTick, c.tickStopped, c.tickedWhileIdle)",
                        "c.governor.select(toTimer, toTick, c.tickStopped, true)",
                        "idle",
                        "first idle round"),
                // ---- wake lists ----
                always(
                        "an idle CPU of the LLC gets a wake list",
                        "wakeup/TaskPlacement",
                        "return cpu != thisCpu && sched.rq[cpu].nrRunning == 0;",
                        "return false;",
                        "wake-lists",
                        "Wakeups from CPU 0"),
                extended(
                        "a CPU that watches its flag needs no interrupt",
                        "WakeupPath",
                        "if (target.rq.polling) {",
                        "if (!target.rq.polling) {",
                        "wake-lists",
                        "100 wakeups"),
                extended(
                        "the exit from the idle state is waited for",
                        "IdleLoop",
                        "time += state.wakeNs(Math.min(k.now - c.idleReady, allAsleep));",
                        "time += 0;",
                        "wake-lists",
                        "takes <exit> to wake|that takes"),
                extended(
                        "a task still on its CPU is put on that CPU's wake list",
                        "WakeupPath",
                        "if (placement.ttwuQueueCond(p, p.cpu, c.cpu)) {",
                        "if (false) {",
                        "wake-lists",
                        "wake B again and again"),
                extended(
                        "a pending wakeup ends newly idle balancing before the idle stamp",
                        "balance/NewlyIdle",
                        "if (rq.ttwuPending) {",
                        "if (false) {",
                        "wake-lists",
                        "is on its way"),
                // ---- balancing ----
                always(
                        "a newly idle CPU pulls one task",
                        "balance/TaskMigration",
                        "env.idle == CpuIdleType.NEWLY_IDLE || env.imbalance <= 0",
                        "env.imbalance <= 0",
                        "balancing",
                        "Four waiting"),
                always(
                        "a pair may stay on its node",
                        "balance/BusiestGroup",
                        "return dstRunning <= imbNumaNr && imbalance <= 2 ? 0 : imbalance;",
                        "return imbalance;",
                        "balancing",
                        "hogs on one node of two"),
                extended(
                        "half of the difference is moved",
                        "balance/BusiestGroup",
                        "amount(env, MigrationType.TASK, tasks >> 1);",
                        "amount(env, MigrationType.TASK, tasks);",
                        "balancing",
                        "Four hogs on one of two CPUs"),
                always(
                        "running tasks are spread over cores after some failures",
                        "balance/ActiveBalance",
                        "lb.sd.nrBalanceFailed > lb.sd.cacheNiceTries + 2;",
                        "lb.sd.nrBalanceFailed > lb.sd.cacheNiceTries + 20_000;",
                        "balancing",
                        "both threads of two cores"),
                always(
                        "a task too big for its CPU is marked",
                        "balance/Misfit",
                        "rq.misfitTaskLoad = content ? 0 :",
                        "rq.misfitTaskLoad = content || !content ? 0 :",
                        "balancing",
                        "A hog on a little CPU"),
                extended(
                        "the stopper pushes what will not move",
                        "Stoppers",
                        "Task moved = k.balancing.balancer().activeLoadBalanceCpuStop(rq);",
                        "Task moved = null;",
                        "balancing",
                        "A hog on a little CPU"),
                extended(
                        "a balancing CPU obeys affinity",
                        "balance/TaskMigration",
                        "if (p.kthreadIsPerCpu) {",
                        "if (!p.kthreadIsPerCpu) {",
                        "balancing",
                        "Eight hogs"),
                extended(
                        "a process comes to prefer the cache it runs in",
                        "balance/CacheOccupancy",
                        "mm.schedCpu = mostCpu;",
                        "mm.schedCpu = -1;",
                        "cache-aware",
                        "Three threads"),
                extended(
                        "a process of too many threads prefers no cache",
                        "balance/CacheAware",
                        "return !Loads.fitsCapacity(mm.nrRunningAvg * smt, topology.sdLlcSize[cpu]);",
                        "return false;",
                        "cache-aware",
                        "Twelve busy threads"));
    }

    @Test
    void thereAreAtLeastTwentyAndEachIsAnother() {
        assertThat(mutants()).hasSizeGreaterThanOrEqualTo(20);
        assertThat(mutants().stream().map(Mutant::rule)).doesNotHaveDuplicates();
    }

    @Test
    void theUnbrokenSimulatorPassesInTheSameSetting() throws ReflectiveOperationException {
        assertThat(MutatedSimulator.unmutated().run("runtime/lag.feature", "owed as much|After a second run"))
                .containsExactly(2, 0);
    }

    @TestFactory
    Stream<DynamicTest> aScenarioNoticesTheBrokenRule() {
        boolean all = Boolean.getBoolean("wakespec.extended");
        return mutants().stream()
                .filter(mutant -> all || mutant.always())
                .map(mutant -> DynamicTest.dynamicTest(mutant.rule(), () -> {
                    long[] counts = MutatedSimulator.with(mutant.file(), mutant.text(), mutant.replacement())
                            .run("runtime/" + mutant.feature() + ".feature", mutant.scenario());
                    assertThat(counts[0]).as("scenarios that document it").isPositive();
                    assertThat(counts[1]).as("scenarios that did not pass").isPositive();
                }));
    }
}
