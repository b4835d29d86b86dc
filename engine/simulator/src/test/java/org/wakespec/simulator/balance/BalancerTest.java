// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.simulator.balance;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.wakespec.simulator.runqueue.KernelConfig;
import org.wakespec.simulator.runqueue.RunQueue;
import org.wakespec.simulator.task.SchedPolicy;
import org.wakespec.simulator.task.Task;
import org.wakespec.simulator.topology.CpuMask;
import org.wakespec.simulator.topology.DomainBuilder;
import org.wakespec.simulator.topology.Machine;

/** Balancing over real EEVDF queues; its rules are held to vectors elsewhere. */
class BalancerTest {

    private final TestHost host = new TestHost(TestHost.oneLlc(8));
    private final Balancer balancer = host.balancer;

    @Test
    void aCpuThatRunsOutOfWorkPullsOneTask() {
        for (int i = 0; i < 4; i++) {
            host.start(0);
        }
        Task last = host.start(1);
        host.pass(5_000_000);

        host.block(1);

        RunQueue rq = host.rq(1);
        assertThat(rq.curr).isNotSameAs(rq.idle).isNotSameAs(last);
        assertThat(rq.curr.cpu).isEqualTo(1);
        assertThat(rq.nrRunning).isEqualTo(1);
        assertThat(rq.cfs.hNrRunnable).isEqualTo(1);
        assertThat(rq.idleStamp).isZero();
        assertThat(host.rq(0).nrRunning).isEqualTo(3);
    }

    @Test
    void withoutOverloadNobodyLooksAround() {
        for (int i = 0; i < 4; i++) {
            host.start(0);
        }
        host.start(1);
        host.pass(5_000_000);
        host.rq(1).rd.overloaded = false;

        host.block(1);

        assertThat(host.rq(1).curr).isSameAs(host.rq(1).idle);
        assertThat(host.rq(1).idleStamp).isEqualTo(host.rq(1).clock);
    }

    @Test
    void anIdlePassTakesHalfTheDifference() {
        for (int i = 0; i < 7; i++) {
            host.start(0);
        }
        host.pass(20_000_000);
        host.rq(0).updateClock();

        balancer.periodic.schedBalanceDomains(host.rq(1), CpuIdleType.IDLE);

        assertThat(host.rq(0).nrRunning).isEqualTo(4);
        assertThat(host.rq(1).nrRunning).isEqualTo(3);
        assertThat(host.rq(1).cfsTasksHead.cpu).isEqualTo(1);
        assertThat(host.rq(1).nextBalance).isGreaterThan(host.sched.jiffies);
    }

    @Test
    void onlyTheFirstIdleCpuBalances() {
        for (int i = 0; i < 7; i++) {
            host.start(0);
        }
        host.pass(20_000_000);

        balancer.periodic.schedBalanceDomains(host.rq(1), CpuIdleType.IDLE);
        int left = host.rq(0).nrRunning;
        balancer.periodic.schedBalanceDomains(host.rq(3), CpuIdleType.IDLE);

        assertThat(left).isEqualTo(4);
        assertThat(host.rq(3).nrRunning).isEqualTo(2);
    }

    @Test
    void aTaskThatMayNotMoveStays() {
        CpuMask only = CpuMask.of(8, 0);
        for (int i = 0; i < 4; i++) {
            host.start(0, only);
        }
        host.pass(20_000_000);

        balancer.periodic.schedBalanceDomains(host.rq(1), CpuIdleType.IDLE);

        assertThat(host.rq(0).nrRunning).isEqualTo(4);
        assertThat(host.rq(1).nrRunning).isZero();
    }

    @Test
    void theStopperPushesTheTaskThatWasRunning() {
        Task p = host.start(0);
        host.pass(20_000_000);
        RunQueue source = host.rq(0);
        Task stopper = new Task(99, "migration/0", CpuMask.of(8, 0));
        stopper.policy = SchedPolicy.FIFO;
        source.activateTask(stopper, 0);
        source.schedule();
        source.pushCpu = 5;

        assertThat(balancer.activeLoadBalanceCpuStop(source))
                .as("not asked for")
                .isNull();
        source.activeBalance = true;
        host.sched.topology.sd[5].nrBalanceFailed = 4;

        assertThat(balancer.activeLoadBalanceCpuStop(source)).isSameAs(p);
        assertThat(source.activeBalance).isFalse();
        assertThat(p.cpu).isEqualTo(5);
        assertThat(host.rq(5).cfsTasksHead).isSameAs(p);
        assertThat(host.sched.topology.sd[5].nrBalanceFailed).isZero();
    }

    @Test
    void stoppedTicksAreCountedOnceAndLeftAtTheFirstBusyTick() {
        int busy = host.sched.topology.sdLlcShared[2].nrBusyCpus;

        balancer.nohz.nohzBalanceEnterIdle(host.rq(2));
        balancer.nohz.nohzBalanceEnterIdle(host.rq(2));
        assertThat(host.sched.topology.sdLlcShared[2].nrBusyCpus).isEqualTo(busy - 1);
        assertThat(balancer.nohz.idleCpusMask).hasToString("2");
        assertThat(balancer.nohz.needsUpdate).isTrue();

        host.start(2);
        assertThat(host.sched.topology.sdLlcShared[2].nrBusyCpus).isEqualTo(busy - 1);
        balancer.periodic.tick(host.rq(2));
        assertThat(host.sched.topology.sdLlcShared[2].nrBusyCpus).isEqualTo(busy);
        assertThat(balancer.nohz.idleCpusMask.isEmpty()).isTrue();
    }

    @Test
    void aBusyTickKicksAStoppedCpuWhichPullsForItself() {
        for (int i = 0; i < 7; i++) {
            host.start(0);
        }
        balancer.nohz.nohzBalanceEnterIdle(host.rq(4));
        host.pass(20_000_000);

        balancer.periodic.tick(host.rq(0));
        assertThat(host.ipis).isEqualTo(1);
        RunQueue kicked = host.rq(4);
        assertThat(kicked.nohzFlags & NohzBalance.NOHZ_BALANCE_KICK).isNotZero();

        balancer.nohz.nohzCsdFunc(kicked);
        assertThat(kicked.nohzFlags).isZero();
        assertThat(host.softirqs).isPositive();

        balancer.periodic.schedBalanceSoftirq(kicked);
        assertThat(kicked.nrRunning + host.rq(0).nrRunning).isEqualTo(7);
        assertThat(kicked.nrRunning).isEqualTo(3);
    }

    @Test
    void anIsolatedCpuDoesNotOverloadTheOthers() {
        Machine machine =
                TestHost.oneLlc(4).toBuilder().isolated(CpuMask.of(4, 3)).build();
        TestHost isolated = new TestHost(machine);

        isolated.start(3);
        isolated.start(3);
        assertThat(isolated.rq(3).rd.overloaded).isTrue();
        assertThat(isolated.rq(0).rd.overloaded).isFalse();

        isolated.start(0);
        isolated.start(0);
        assertThat(isolated.rq(1).rd.overloaded).isTrue();
    }

    @Test
    void theAverageIdleTimeIsBounded() {
        RunQueue rq = host.rq(0);
        rq.idleStamp = rq.clock - 10_000_000;

        balancer.newidle.updateRqAvgIdle(rq);

        assertThat(rq.avgIdle).isEqualTo(2 * rq.maxIdleBalanceCost);
        assertThat(rq.idleStamp).isZero();
        rq.idleStamp = rq.clock;
        balancer.newidle.updateRqAvgIdle(rq);
        assertThat(rq.avgIdle).isEqualTo(875_000);
    }

    @Test
    void cacheAwareBalancingNeedsSeveralLlcsAndTheSwitch() {
        assertThat(KernelConfig.DEFAULT.schedCache()).isTrue();
        assertThat(balancer.schedCacheEnabled()).isFalse();
        Machine machine = Machine.builder("two-llcs", 8)
                .coregroup(List.of(CpuMask.range(8, 0, 3), CpuMask.range(8, 4, 7)))
                .build();
        assertThat(new TestHost(machine).balancer.schedCacheEnabled()).isTrue();
        assertThat(DomainBuilder.build(machine).cachePresent).isTrue();
    }

    /** Passes that move tasks to and fro, tick decisions and softirqs allocate nothing. */
    @Test
    void balancingAllocatesNothing() {
        for (int i = 0; i < 24; i++) {
            host.start(i % 2);
        }
        balancer.nohz.nohzBalanceEnterIdle(host.rq(7));
        Runnable work = () -> {
            for (int i = 0; i < 20_000; i++) {
                host.pass(20_000_000);
                int cpu = i % 7;
                host.sched.thisCpu = cpu;
                RunQueue rq = host.rq(cpu);
                if (rq.resched != 0) {
                    rq.schedule();
                }
                balancer.periodic.tick(rq);
                balancer.periodic.schedBalanceSoftirq(rq);
                if (i % 3 == 0 && rq.curr != rq.idle) {
                    Task p = rq.curr;
                    host.block(cpu);
                    host.sched.core.ttwuActivate(p, i % 2, 0);
                }
            }
        };
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        int[] moves = {0};
        balancer.observe(new BalanceObserver() {
            @Override
            public void attached(RunQueue rq, Task p) {
                moves[0]++;
            }
        });
        work.run();
        assertThat(moves[0]).as("tasks moved while measuring").isGreaterThan(1000);
        long before = threads.getCurrentThreadAllocatedBytes();
        work.run();
        long bytes = threads.getCurrentThreadAllocatedBytes() - before;

        assertThat(bytes).as("bytes in 20,000 rounds").isLessThan(4096);
    }
}
