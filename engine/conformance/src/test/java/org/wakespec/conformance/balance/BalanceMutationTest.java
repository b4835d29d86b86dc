// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.conformance.balance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Breaks one rule of the balancer at a time: the sample must notice every one of them. */
class BalanceMutationTest {

    private static final JsonNode TOPOLOGIES = BalanceSample.topologies();
    private static final Map<String, List<JsonNode>> RECORDS = new HashMap<>();

    private static Arguments mutant(String rule, String className, String text, String replacement, String file) {
        return arguments(rule, className, text, replacement, file);
    }

    static Stream<Arguments> mutants() {
        return Stream.of(
                mutant(
                        "periodic passes refresh the local capacity always",
                        "GroupStatistics",
                        "env.idle != CpuIdleType.NEWLY_IDLE || sched.jiffies",
                        "sched.jiffies",
                        "groups"),
                mutant(
                        "delayed tasks are not runnable",
                        "GroupStatistics",
                        "sgs.sumHNrRunning += rq.cfs.hNrRunnable;",
                        "sgs.sumHNrRunning += rq.cfs.hNrQueued;",
                        "groups"),
                mutant(
                        "tasks of all classes count",
                        "GroupStatistics",
                        "sgs.sumNrRunning += rq.nrRunning;",
                        "sgs.sumNrRunning += rq.cfs.hNrQueued;",
                        "groups"),
                mutant(
                        "reduced capacity matters with exactly one runnable task",
                        "GroupStatistics",
                        "Loads.schedReducedCapacity(rq, env.sd) && sgs",
                        "Loads.checkCpuCapacity(rq, env.sd) && sgs",
                        "groups"),
                mutant(
                        "only an idle destination looks for reduced capacity",
                        "GroupStatistics",
                        "boolean lookForReduced = !local && !asymCapacity && env.idle.idle();",
                        "boolean lookForReduced = !local && !asymCapacity;",
                        "groups"),
                mutant(
                        "asymmetric packing takes a core with exactly one busy CPU",
                        "GroupStatistics",
                        "sgs.groupWeight - sgs.idleCpus != 1",
                        "sgs.groupWeight - sgs.idleCpus == 0",
                        "groups"),
                mutant(
                        "a core with two tasks is one to relieve",
                        "GroupStatistics",
                        "smtGroup(group) && sgs.sumHNrRunning > 1",
                        "smtGroup(group) && sgs.sumHNrRunning > 2",
                        "groups"),
                mutant(
                        "as many tasks as CPUs are not an overload",
                        "GroupStatistics",
                        "if (sgs.sumNrRunning <= sgs.groupWeight) {",
                        "if (sgs.sumNrRunning < sgs.groupWeight) {",
                        "groups"),
                mutant(
                        "overloaded by utilisation: strictly",
                        "GroupStatistics",
                        "return sgs.groupCapacity * 100 < sgs.groupUtil * imbalancePct",
                        "return sgs.groupCapacity * 100 <= sgs.groupUtil * imbalancePct",
                        "groups"),
                mutant(
                        "capacity left: strictly",
                        "GroupStatistics",
                        "return sgs.groupCapacity * 100 > sgs.groupUtil * imbalancePct;",
                        "return sgs.groupCapacity * 100 >= sgs.groupUtil * imbalancePct;",
                        "groups"),
                mutant(
                        "a misfit needs a core that is idle",
                        "GroupStatistics",
                        "return asym.isCoreIdle(env.dstCpu)\n                && Loads",
                        "return Loads",
                        "groups"),
                mutant(
                        "fewer idle CPUs win",
                        "GroupStatistics",
                        "if (sgs.idleCpus != busiest.idleCpus) {\n            return sgs.idleCpus < busiest.idleCpus;",
                        "if (sgs.idleCpus != busiest.idleCpus) {\n            return sgs.idleCpus > busiest.idleCpus;",
                        "groups"),
                mutant(
                        "equal groups: the first stays",
                        "GroupStatistics",
                        "return sgs.sumNrRunning > busiest.sumNrRunning;",
                        "return sgs.sumNrRunning >= busiest.sumNrRunning;",
                        "groups"),
                mutant(
                        "a fully busy core stays the busiest",
                        "GroupStatistics",
                        "return !smtGroup(sds.busiest) && !",
                        "return !",
                        "groups"),
                mutant(
                        "the smallest CPU of the group is compared",
                        "GroupStatistics",
                        "sgs.groupType.compareTo(GroupType.FULLY_BUSY) <= 0\n                && Loads.capacityGreater(sg.sgc.minCapacity",
                        "Loads.capacityGreater(sg.sgc.maxCapacity",
                        "groups"),
                mutant(
                        "newly-idle passes publish no scan depth",
                        "GroupStatistics",
                        "if (!sisUtil || env.idle == CpuIdleType.NEWLY_IDLE || ",
                        "if (!sisUtil || ",
                        "groups"),
                mutant(
                        "LLC statistics are recorded",
                        "GroupStatistics",
                        "if (balancer.cache.enabled) {\n            balancer.cache.recordSgLlcStats(env, sgs, group);\n        }\n",
                        "",
                        "cache"),
                mutant(
                        "equal types are compared further",
                        "BusiestGroup",
                        "if (local.groupType.compareTo(busiest.groupType) > 0)",
                        "if (local.groupType.compareTo(busiest.groupType) >= 0)",
                        "groups"),
                mutant(
                        "within imbalance_pct: equality is balanced",
                        "BusiestGroup",
                        "100 * busiest.avgLoad <= env.sd.imbalancePct * local.avgLoad",
                        "100 * busiest.avgLoad < env.sd.imbalancePct * local.avgLoad",
                        "groups"),
                mutant(
                        "siblings must differ by more than one",
                        "BusiestGroup",
                        "siblingImbalance(env, sds) > 1)",
                        "siblingImbalance(env, sds) > 0)",
                        "groups"),
                mutant(
                        "one idle CPU more is even",
                        "BusiestGroup",
                        "local.idleCpus <= busiest.idleCpus + 1",
                        "local.idleCpus <= busiest.idleCpus",
                        "groups"),
                mutant(
                        "one runnable task is left alone",
                        "BusiestGroup",
                        "if (busiest.sumHNrRunning == 1) {",
                        "if (busiest.sumNrRunning == 1) {",
                        "groups"),
                mutant(
                        "sibling imbalance rounds",
                        "BusiestGroup",
                        "imbalance = (2 * imbalance + cl + cb) / (cl + cb);",
                        "imbalance = 2 * imbalance / (cl + cb);",
                        "groups"),
                mutant(
                        "half the difference moves",
                        "BusiestGroup",
                        "amount(env, MigrationType.TASK, tasks >> 1);",
                        "amount(env, MigrationType.TASK, tasks);",
                        "groups"),
                mutant(
                        "the NUMA allowance includes its bound",
                        "BusiestGroup",
                        "dstRunning <= imbNumaNr && imbalance <= 2",
                        "dstRunning < imbNumaNr && imbalance <= 2",
                        "groups"),
                mutant(
                        "the amount is computed unsigned",
                        "BusiestGroup",
                        "Long.compareUnsigned(excess, room) < 0",
                        "excess < room",
                        "groups"),
                mutant(
                        "one task for an idle CPU only",
                        "BusiestGroup",
                        "if (env.idle.idle() && env.imbalance == 0) {",
                        "if (env.imbalance == 0) {",
                        "groups"),
                mutant(
                        "a single big task leaves a CPU of reduced capacity",
                        "BusiestQueue",
                        "load > env.imbalance && !Loads.checkCpuCapacity(rq, env.sd)",
                        "load > env.imbalance",
                        "queue"),
                mutant(
                        "by utilisation only from CPUs with two tasks",
                        "BusiestQueue",
                        "if (nrRunning > 1 && util > most) {",
                        "if (util > most) {",
                        "queue"),
                mutant(
                        "time spent waiting counts as use",
                        "BusiestQueue",
                        "balancer.loads.cpuUtilCfsBoost(rq)",
                        "balancer.loads.cpuUtilCfs(rq)",
                        "queue"),
                mutant(
                        "a single task moves only to a noticeably bigger CPU",
                        "BusiestQueue",
                        "if (asymCapacity && !Loads.capacityGreater(env.dstRq.cpuCapacity, capacity))",
                        "if (asymCapacity && Loads.capacityGreater(capacity, env.dstRq.cpuCapacity))",
                        "queue"),
                mutant(
                        "a pending wakeup is work",
                        "LoadBalancer",
                        "if (lb.dstRq.nrRunning > 0 || lb.dstRq.ttwuPending) {",
                        "if (lb.dstRq.nrRunning > 0) {",
                        "queue"),
                mutant(
                        "the balance mask elects, not the span",
                        "LoadBalancer",
                        "local.sgc.balanceMask.first() == lb.dstCpu",
                        "local.span.first() == lb.dstCpu",
                        "queue"),
                mutant(
                        "a balanced pass backs off",
                        "LoadBalancer",
                        "|| sd.balanceInterval < sd.maxInterval",
                        "&& sd.balanceInterval < sd.maxInterval",
                        "detach"),
                mutant(
                        "pinned passes back off up to 512 ms",
                        "LoadBalancer",
                        "MAX_PINNED_INTERVAL = 512",
                        "MAX_PINNED_INTERVAL = 256",
                        "detach"),
                mutant(
                        "misfit passes count no failure",
                        "LoadBalancer",
                        "&& env.migrationType != MigrationType.MISFIT\n                && !env",
                        "&& !env",
                        "detach"),
                mutant(
                        "the interval is reset beside a needed active balance",
                        "LoadBalancer",
                        "if (!started || balancer.active.needActiveBalance(env)) {",
                        "if (!started) {",
                        "detach"),
                mutant(
                        "the mark stays while all is pinned",
                        "LoadBalancer",
                        "if (sd.parent != null && !env.has(LbEnv.LBF_ALL_PINNED)) {",
                        "if (sd.parent != null) {",
                        "detach"),
                mutant(
                        "affinity is tested for the CPU that started the pass",
                        "LoadBalancer",
                        "if (!busiest.curr.cpusPtr.test(rq.cpu)) {",
                        "if (!busiest.curr.cpusPtr.test(env.dstCpu)) {",
                        "detach"),
                mutant(
                        "delayed tasks move by load",
                        "TaskMigration",
                        "if (p.schedDelayed && env.migrationType != MigrationType.LOAD) {",
                        "if (p.schedDelayed) {",
                        "detach"),
                mutant(
                        "ineligible tasks move after a failure",
                        "TaskMigration",
                        "if (env.sd.nrBalanceFailed == 0 && taskIs",
                        "if (taskIs",
                        "detach"),
                mutant(
                        "eligibility matters only on a busy destination",
                        "TaskMigration",
                        "env.dstRq.cfs.hNrQueued != 0 && !balancer",
                        "!balancer",
                        "detach"),
                mutant(
                        "newly-idle passes are not redirected",
                        "TaskMigration",
                        "env.idle != CpuIdleType.NEWLY_IDLE && !env.has(LbEnv.LBF_DST_PINNED",
                        "!env.has(LbEnv.LBF_DST_PINNED",
                        "detach"),
                mutant(
                        "hot: less than the migration cost",
                        "TaskMigration",
                        "env.srcRq.clockTask() - p.execStart < cost",
                        "env.srcRq.clockTask() - p.execStart <= cost",
                        "detach"),
                mutant(
                        "a buddy is hot only if the destination is busy",
                        "TaskMigration",
                        "if (cacheHotBuddy && env.dstRq.nrRunning != 0 && ",
                        "if (cacheHotBuddy && ",
                        "detach"),
                mutant(
                        "hot tasks move after cache_nice_tries failures",
                        "TaskMigration",
                        "env.sd.nrBalanceFailed > env.sd.cacheNiceTries",
                        "env.sd.nrBalanceFailed >= env.sd.cacheNiceTries",
                        "detach"),
                mutant(
                        "nothing is hot within a core",
                        "TaskMigration",
                        "if (env.sd.has(SdFlag.SD_SHARE_CPUCAPACITY)) {",
                        "if (false) {",
                        "detach"),
                mutant(
                        "a load of 0 counts as 1",
                        "TaskMigration",
                        "long load = Math.max(balancer.loads.taskHLoad(p, env.srcRq), 1);",
                        "long load = balancer.loads.taskHLoad(p, env.srcRq);",
                        "detach"),
                mutant(
                        "the whole load is taken off",
                        "TaskMigration",
                        "env.imbalance -= load;",
                        "env.imbalance -= shrBound(load, env.sd.nrBalanceFailed);",
                        "detach"),
                mutant(
                        "newly-idle passes take one task",
                        "TaskMigration",
                        "if (env.idle == CpuIdleType.NEWLY_IDLE || env.imbalance <= 0) {",
                        "if (env.imbalance <= 0) {",
                        "detach"),
                mutant(
                        "a source that is alone is not pinned",
                        "TaskMigration",
                        "env.clear(LbEnv.LBF_ALL_PINNED);\n            return 0;",
                        "return 0;",
                        "detach"),
                mutant(
                        "skipped tasks go to the head",
                        "TaskMigration",
                        "src.cfsTasksMoveToHead(p);\n",
                        "if (verdict != Verdict.HOT) { src.cfsTasksMoveToHead(p); } else { break; }\n",
                        "detach"),
                mutant(
                        "pushed after cache_nice_tries + 3 failures",
                        "ActiveBalance",
                        "lb.sd.nrBalanceFailed > lb.sd.cacheNiceTries + 2",
                        "lb.sd.nrBalanceFailed > lb.sd.cacheNiceTries + 3",
                        "queue"),
                mutant(
                        "the destination must be clearly better",
                        "ActiveBalance",
                        "lb.srcRq.cpuCapacity * lb.sd.imbalancePct < lb.dstRq.cpuCapacity * 100",
                        "lb.srcRq.cpuCapacity < lb.dstRq.cpuCapacity",
                        "queue"),
                mutant("a push resets the failures", "ActiveBalance", "sd.nrBalanceFailed = 0;", "", "detach"),
                mutant(
                        "the CPU itself is not asked",
                        "AsymPacking",
                        "if (c != cpu && !rq[c].idleCpu()) {",
                        "if (!rq[c].idleCpu()) {",
                        "groups"),
                mutant(
                        "priorities count within a core",
                        "AsymPacking",
                        "sd.has(SdFlag.SD_SHARE_CPUCAPACITY) || isCoreIdle(cpu)",
                        "isCoreIdle(cpu)",
                        "groups"),
                mutant(
                        "noticeably greater is 5 percent",
                        "Loads",
                        "a * 1024 > b * 1078",
                        "a * 1024 > b * 1050",
                        "groups"),
                mutant(
                        "one task only",
                        "Loads",
                        "return rq.cfs.hNrRunnable == 1 && checkCpuCapacity(rq, sd);",
                        "return rq.cfs.hNrRunnable >= 1 && checkCpuCapacity(rq, sd);",
                        "groups"),
                mutant(
                        "busy CPUs balance one jiffy earlier",
                        "DomainTiming",
                        "if (cpuBusy) {\n            interval--;\n        }\n",
                        "",
                        "timing"),
                mutant(
                        "the call rate counts",
                        "DomainTiming",
                        "ratio += elapsed >> 22;",
                        "ratio += elapsed >> 21;",
                        "timing"),
                mutant(
                        "costs decay by 253/256",
                        "DomainTiming",
                        "sd.maxNewidleLbCost * 253 / 256",
                        "sd.maxNewidleLbCost * 254 / 256",
                        "timing"),
                mutant(
                        "a pass without cost is not counted",
                        "DomainTiming",
                        "if (cost != 0) {\n",
                        "if (true) {\n",
                        "timing"),
                mutant(
                        "decay after more than a second",
                        "DomainTiming",
                        "sched.jiffies - (sd.lastDecayMaxLbCost + hz()) > 0",
                        "sched.jiffies - (sd.lastDecayMaxLbCost + hz()) >= 0",
                        "timing"),
                mutant(
                        "a draw equal to the ratio runs",
                        "NewlyIdle",
                        "if (draw > weight) {",
                        "if (draw >= weight) {",
                        "timing"),
                mutant(
                        "the weight of a success rounds",
                        "NewlyIdle",
                        "weight = (1024 + weight / 2) / weight;",
                        "weight = 1024 / weight;",
                        "timing"),
                mutant(
                        "costs of lower levels add up",
                        "NewlyIdle",
                        "rq.avgIdle < currCost + sd.maxNewidleLbCost",
                        "rq.avgIdle < sd.maxNewidleLbCost",
                        "timing"),
                mutant(
                        "a pending wakeup ends it at once",
                        "NewlyIdle",
                        "if (rq.ttwuPending) {",
                        "if (false) {",
                        "timing"),
                mutant(
                        "only fair tasks count as pulled",
                        "NewlyIdle",
                        "if (rq.cfs.hNrQueued != 0 && pulled == 0) {",
                        "if (rq.nrRunning != 0 && pulled == 0) {",
                        "timing"),
                mutant(
                        "busy is found out again after a pull",
                        "PeriodicBalance",
                        "busy = busy(rq, idle);\n                }",
                        "}",
                        "timing"),
                mutant(
                        "SCHED_IDLE tasks do not make a CPU busy",
                        "PeriodicBalance",
                        "return !idle.idle() && !rq.schedIdleRq();",
                        "return !idle.idle();",
                        "timing"),
                mutant(
                        "levels above a CPU that is not elected are still visited for the decay",
                        "PeriodicBalance",
                        "if (needDecay) {\n                    continue;\n                }\n                break;",
                        "break;",
                        "timing"),
                mutant(
                        "the floor of the cost",
                        "PeriodicBalance",
                        "Math.max(balancer.tunables.migrationCost, maxCost)",
                        "maxCost",
                        "timing"),
                mutant(
                        "two tasks kick",
                        "NohzBalance",
                        "if (rq.nrRunning >= 2) {",
                        "if (rq.nrRunning >= 3) {",
                        "timing"),
                mutant(
                        "two busy CPUs of an LLC kick",
                        "NohzBalance",
                        "shared != null && shared.nrBusyCpus > 1",
                        "shared != null && shared.nrBusyCpus > 2",
                        "timing"),
                mutant(
                        "the target must be idle",
                        "NohzBalance",
                        "if (cpu != thisCpu && sched.rq[cpu].idleCpu()) {",
                        "if (cpu != thisCpu) {",
                        "timing"),
                mutant(
                        "this CPU comes last",
                        "NohzBalance",
                        "int cpu = thisRq.cpu;",
                        "int cpu = thisRq.cpu - 1;",
                        "timing"),
                mutant(
                        "an average of exactly the migration cost suffices",
                        "NohzBalance",
                        "if (rq.avgIdle < balancer.tunables.migrationCost) {",
                        "if (rq.avgIdle <= balancer.tunables.migrationCost) {",
                        "timing"),
                mutant(
                        "a pending NEWILB does not suppress the interrupt",
                        "NohzBalance",
                        "if ((pending & NOHZ_KICK_MASK) == 0) {",
                        "if (pending == 0) {",
                        "timing"),
                mutant(
                        "statistics are due after next_blocked",
                        "NohzBalance",
                        "sched.jiffies - nextBlocked > 0",
                        "sched.jiffies - nextBlocked >= 0",
                        "timing"),
                mutant(
                        "only CPUs with blocked load are updated",
                        "NohzBalance",
                        "if (!rq.hasBlockedLoad || !idle",
                        "if (!idle",
                        "timing"),
                mutant(
                        "misfit load is cleared before a CPU goes idle",
                        "Misfit",
                        "rq.misfitTaskLoad = content ? 0 :",
                        "rq.misfitTaskLoad = content ? rq.misfitTaskLoad :",
                        "timing"),
                mutant("75 percent without SMT", "CacheAware", "pct = pct * 3 / 2;", "pct = pct * 2;", "cache"),
                mutant(
                        "a preferred LLC is not emptied",
                        "CacheAware",
                        "fitsLlcCapacity(srcUtil, src.capacity) || !utilGreater(srcUtil, dstUtil)",
                        "!utilGreater(srcUtil, dstUtil)",
                        "cache"),
                mutant(
                        "a process that cannot use it loses its preference",
                        "CacheAware",
                        "mm.schedCpu = -1;",
                        "",
                        "cache"),
                mutant(
                        "single-threaded processes are skipped",
                        "CacheAware",
                        "p.signal.nrThreads <= 1 || ",
                        "",
                        "cache"),
                mutant(
                        "noticeably fuller is more than 20 percent",
                        "CacheAware",
                        "a * 100 > b *",
                        "a * 100 >= b *",
                        "cache"),
                mutant(
                        "within one LLC nothing is degraded",
                        "CacheAware",
                        "return !topology.cpusShareCache(env.srcCpu, env.dstCpu)\n                && canMigrate",
                        "return canMigrate",
                        "cache"),
                mutant(
                        "no LLC preference after failures",
                        "CacheAware",
                        "env.sd.nrBalanceFailed >= env.sd.cacheNiceTries + 1",
                        "env.sd.nrBalanceFailed > env.sd.cacheNiceTries + 1",
                        "cache"),
                mutant(
                        "tasks that are there already do not count",
                        "CacheAware",
                        "return topology.sdLlcId[rq.cpu] == topology.sdLlcId[dstCpu] ? 0 : nrPrefDstLlc(rq, dstCpu);",
                        "return nrPrefDstLlc(rq, dstCpu);",
                        "cache"),
                mutant(
                        "the only task stays in its LLC",
                        "CacheAware",
                        "if (env.srcRq.nrRunning <= 1) {\n            return true;\n        }\n",
                        "",
                        "cache"),
                mutant(
                        "a footprint that just fits",
                        "CacheAware",
                        "mm.footprint * PAGE_SIZE > llc.llcBytes",
                        "mm.footprint * PAGE_SIZE >= llc.llcBytes",
                        "cache"),
                mutant(
                        "a source without runnable tasks is not spared",
                        "CacheAware",
                        "preferring == 0 || preferring",
                        "preferring",
                        "cache"));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("mutants")
    void isNoticed(String rule, String className, String text, String replacement, String file)
            throws ReflectiveOperationException {
        assertThat(firstDifference(SourceMutant.probe(className, text, replacement), file))
                .as("the first record of %s that notices a change of: %s", file, rule)
                .isNotNull();
    }

    @Test
    void withoutMutationTheSameProbeNoticesNothing() throws ReflectiveOperationException {
        for (String file : BalanceSample.FILES) {
            assertThat(firstDifference(SourceMutant.unmutated(), file)).as(file).isNull();
        }
    }

    @SuppressWarnings("unchecked")
    private static String firstDifference(Object probe, String file) {
        List<JsonNode> records = RECORDS.computeIfAbsent(file, BalanceSample::records);
        return ((BiFunction<JsonNode, List<JsonNode>, String>) probe).apply(TOPOLOGIES, records);
    }
}
