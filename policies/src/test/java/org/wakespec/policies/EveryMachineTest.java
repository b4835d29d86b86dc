// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.policies;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.wakespec.simulator.runqueue.KernelConfig;
import org.wakespec.simulator.runqueue.RunQueue;
import org.wakespec.simulator.runqueue.Scheduler;
import org.wakespec.simulator.task.SchedPolicy;
import org.wakespec.simulator.task.Task;
import org.wakespec.simulator.topology.CpuMask;
import org.wakespec.simulator.topology.CpusetPartition;
import org.wakespec.simulator.topology.DomainBuilder;
import org.wakespec.simulator.topology.Machine;
import org.wakespec.simulator.topology.SchedDomainShared;
import org.wakespec.simulator.topology.SchedTopology;
import org.wakespec.simulator.wakeup.Ladder;
import org.wakespec.simulator.wakeup.PlacementPolicy;
import org.wakespec.simulator.wakeup.Selection;
import org.wakespec.simulator.wakeup.TaskPlacement;
import org.wakespec.simulator.wakeup.WakeFlags;

/** Every policy answers, on every kind of machine and in every state, and answers the same whether or not it is watched. */
class EveryMachineTest {

    private static final int STATES = 60;
    private static final PolicyRegistry REGISTRY = PolicyRegistry.standard();

    static List<Machine> machines() {
        List<Machine> machines = new ArrayList<>();
        machines.add(Machine.builder("one CPU", 1).build());
        machines.add(Machine.builder("two CPUs without a common cache", 2)
                .coregroup(blocks(2, 1))
                .build());
        machines.add(ring("1024 CPUs of 8 nodes in a ring", 1024, 8).build());
        machines.add(ring("mesh of 4 nodes", 32, 4)
                .nodeDistance(new int[][] {{10, 20, 30, 30}, {20, 10, 30, 30}, {30, 30, 10, 20}, {30, 30, 20, 10}})
                .build());
        Machine.Builder clusters =
                Machine.builder("clusters", 16).cluster(blocks(16, 4)).coregroup(blocks(16, 8));
        machines.add(clusters.build());
        machines.add(clusters.name("clusters, some CPUs unplugged")
                .offline(CpuMask.parse(16, "0,5-7,12"))
                .build());
        machines.add(Fixture.smt(8).toBuilder()
                .name("isolated and unplugged threads")
                .isolated(CpuMask.parse(16, "3,7,12"))
                .offline(CpuMask.parse(16, "0,9,12"))
                .build());
        machines.add(ring("partitions", 32, 4)
                .partition(new CpusetPartition("root", CpuMask.parse(32, "4-9"), false))
                .partition(new CpusetPartition("isolated", CpuMask.parse(32, "16-24"), true))
                .build());
        machines.add(Machine.builder("big.LITTLE, two caches", 8)
                .coregroup(blocks(8, 4))
                .capacity(CpuMask.range(8, 0, 3), 446)
                .build());
        machines.add(Fixture.smt(8).toBuilder()
                .name("asymmetric threads, a big core isolated")
                .capacity(CpuMask.parse(16, "4-7,12-15"), 512)
                .isolated(CpuMask.parse(16, "0,8"))
                .build());
        return machines;
    }

    private static List<CpuMask> blocks(int n, int size) {
        List<CpuMask> blocks = new ArrayList<>();
        for (int first = 0; first < n; first += size) {
            blocks.add(CpuMask.range(n, first, first + size - 1));
        }
        return blocks;
    }

    /** Nodes of equal size, each a package and an LLC, cores of two threads that are next to each other. */
    private static Machine.Builder ring(String name, int n, int nodes) {
        int[][] distance = new int[nodes][nodes];
        for (int a = 0; a < nodes; a++) {
            for (int b = 0; b < nodes; b++) {
                int hops = Math.min(Math.floorMod(a - b, nodes), Math.floorMod(b - a, nodes));
                distance[a][b] = 10 + 8 * hops;
            }
        }
        List<CpuMask> byNode = blocks(n, n / nodes);
        return Machine.builder(name, n)
                .smt(blocks(n, 2))
                .cluster(blocks(n, 2))
                .coregroup(byNode)
                .packages(byNode)
                .nodes(byNode)
                .nodeDistance(distance);
    }

    @ParameterizedTest
    @MethodSource("machines")
    void everyPolicyAnswersAndTheCoreMakesAUsableCpuOfIt(Machine machine) {
        SchedTopology watched = DomainBuilder.build(machine);
        SchedTopology unwatched = DomainBuilder.build(machine);
        int n = machine.nrCpus();
        for (String id : REGISTRY.ids()) {
            PlacementPolicy policy = REGISTRY.create(id);
            if (policy.getClass().getPackage() != FairPlacement.class.getPackage()) {
                continue;
            }
            for (int seed = 0; seed < STATES; seed++) {
                State state = new State(watched, seed);
                State twin = new State(unwatched, seed);

                int cpu = state.ask(policy, new Ladder());
                int core = twin.core(policy);

                String what = id + ", state " + seed;
                assertThat(cpu).as(what).isBetween(0, n - 1);
                assertThat(state.p.recentUsedCpu).as(what).isBetween(0, n - 1);
                assertThat(core)
                        .as(what)
                        .matches(c -> watched.active.test(c), "active")
                        .matches(c -> twin.p.cpusPtr.test(c), "allowed");
                if (twin.selected >= 0) {
                    assertThat(twin.selected).as(what).isEqualTo(cpu);
                    assertThat(twin.p.recentUsedCpu).as(what).isEqualTo(state.p.recentUsedCpu);
                    assertThat(twin.waker.wakeeFlips).as(what).isEqualTo(state.waker.wakeeFlips);
                }
            }
        }
    }

    @Test
    void theStatesLeadToManyBranches() {
        Map<String, Integer> rules = new TreeMap<>();
        for (Machine machine : machines()) {
            SchedTopology topology = DomainBuilder.build(machine);
            for (int seed = 0; seed < STATES; seed++) {
                State state = new State(topology, seed);
                state.ask(REGISTRY.create("linux-7.2"), new Ladder());
                rules.merge(state.selection.finalRule.label(), 1, Integer::sum);
            }
        }
        assertThat(rules).hasSizeGreaterThan(15);
    }

    /** A random state of a machine; the same for the same seed. */
    private static final class State {

        final Scheduler sched;
        final Selection selection;
        final Task p;
        final Task waker;
        final int thisCpu;
        final int prevCpu;
        final int flags;
        final boolean inTask;
        int selected;

        State(SchedTopology topology, int seed) {
            sched = new Scheduler(topology, KernelConfig.DEFAULT);
            selection = new Selection(sched);
            Random random = new Random(seed);
            int n = sched.nrCpus();
            int busy = random.nextInt(101);
            for (RunQueue rq : sched.rq) {
                if (topology.active.test(rq.cpu) && random.nextInt(100) < busy) {
                    occupy(rq, new Task(100 + rq.cpu, "busy", CpuMask.all(n)), random);
                }
            }
            for (SchedDomainShared shared : topology.sdLlcShared) {
                if (shared != null) {
                    shared.hasIdleCores = random.nextBoolean();
                    shared.nrIdleScan = random.nextInt(5) * n / 4;
                    shared.nrBusyCpus = random.nextInt(n + 1);
                }
            }
            int active = topology.active.first();
            for (int i = random.nextInt(topology.active.weight()); i > 0; i--) {
                active = topology.active.next(active + 1);
            }
            thisCpu = active;
            prevCpu = random.nextBoolean() ? thisCpu : random.nextInt(n);
            inTask = random.nextInt(4) > 0;
            p = new Task(2, "B", CpuMask.all(n));
            RunQueue rq = sched.rq[thisCpu];
            if (rq.curr == rq.idle && inTask) {
                occupy(rq, new Task(1, "A", CpuMask.all(n)), random);
            }
            waker = rq.curr;
            waker.kthread |= random.nextInt(5) == 0;
            if (waker.kthread) {
                waker.nrCpusAllowed = 1;
            }
            if (random.nextInt(3) == 0) {
                p.setCpusAllowed(some(n, random));
            }
            p.cpu = prevCpu;
            p.wakeCpu = prevCpu;
            p.recentUsedCpu = random.nextInt(n);
            p.avg.lastUpdateTime = random.nextInt(2);
            p.avg.loadAvg = random.nextInt(1025);
            p.avg.utilAvg = random.nextInt(1025);
            p.policy = random.nextInt(6) == 0 ? SchedPolicy.IDLE : SchedPolicy.NORMAL;
            p.durAvg = 50_000;
            waker.durAvg = 50_000;
            if (random.nextBoolean()) {
                p.lastWakee = waker;
                waker.lastWakee = p;
            }
            waker.wakeeFlips = random.nextInt(10) == 0 ? -1 : random.nextInt(9);
            p.wakeeFlips = random.nextInt(10) == 0 ? -1 : random.nextInt(9);
            int kind = random.nextInt(6);
            flags = kind == 0
                    ? WakeFlags.WF_FORK
                    : kind == 1
                            ? WakeFlags.WF_EXEC
                            : WakeFlags.WF_TTWU | (random.nextBoolean() ? WakeFlags.WF_SYNC : 0);
        }

        private static void occupy(RunQueue rq, Task task, Random random) {
            rq.curr = task;
            task.cpu = rq.cpu;
            task.onCpu = true;
            task.onRq = true;
            rq.nrRunning = 1 + random.nextInt(3);
            rq.cfs.hNrQueued = rq.nrRunning;
            rq.cfs.hNrRunnable = 1 + random.nextInt(rq.nrRunning);
            rq.cfs.hNrIdle = random.nextInt(4) == 0 ? rq.nrRunning : 0;
            rq.cfs.avg.loadAvg = random.nextInt(3000);
            rq.cfs.avg.utilAvg = random.nextInt(1025);
            rq.cfs.avg.runnableAvg = random.nextInt(3000);
        }

        private static CpuMask some(int n, Random random) {
            CpuMask mask = CpuMask.of(n, random.nextInt(n));
            for (int cpu = 0; cpu < n; cpu++) {
                if (random.nextInt(3) == 0) {
                    mask.set(cpu);
                }
            }
            return mask;
        }

        int ask(PlacementPolicy policy, Ladder ladder) {
            selection.begin(thisCpu, waker, inTask, ladder);
            return policy.selectTaskRq(selection, p, prevCpu, flags);
        }

        /** What the core makes of the answer. */
        int core(PlacementPolicy policy) {
            TaskPlacement placement = new TaskPlacement(sched, policy, selection);
            int cpu = placement.selectTaskRq(p, prevCpu, thisCpu, waker, inTask, flags, null);
            selected = placement.selectedCpu();
            return cpu;
        }
    }
}
