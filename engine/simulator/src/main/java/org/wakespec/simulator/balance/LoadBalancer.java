// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.simulator.balance;

import org.wakespec.simulator.balance.BalanceObserver.Elected;
import org.wakespec.simulator.balance.BalanceObserver.Step;
import org.wakespec.simulator.runqueue.RunQueue;
import org.wakespec.simulator.runqueue.Scheduler;
import org.wakespec.simulator.topology.CpuMask;
import org.wakespec.simulator.topology.SchedDomain;
import org.wakespec.simulator.topology.SchedGroup;
import org.wakespec.simulator.topology.SdFlag;

/** One complete balance pass (kernel 7.2: sched_balance_rq()). */
final class LoadBalancer implements BalancePass {

    /** Interval in ms up to which a pass that found everything pinned backs off (kernel: MAX_PINNED_INTERVAL). */
    private static final int MAX_PINNED_INTERVAL = 512;

    private final Balancer balancer;
    private final Scheduler sched;
    private final LbEnv env;
    private final SdLbStats sds = new SdLbStats();
    /** Scratch of {@link #shouldWeBalance} (kernel: should_we_balance_tmpmask). */
    private final CpuMask swbCpus;

    private boolean continueBalancing = true;
    /** Another CPU balances a domain with SD_SERIALIZE (kernel 7.2: sched_balance_running). */
    boolean schedBalanceRunning;

    LoadBalancer(Balancer balancer) {
        this.balancer = balancer;
        sched = balancer.sched;
        env = new LbEnv(sched.nrCpus());
        swbCpus = new CpuMask(sched.nrCpus());
    }

    @Override
    public boolean continueBalancing() {
        return continueBalancing;
    }

    /** Whether this CPU is the one of its group that balances (kernel 7.2: should_we_balance()). */
    boolean shouldWeBalance(LbEnv lb) {
        if (!lb.cpus.test(lb.dstCpu)) {
            return elected(lb, Elected.NOT_IN_SET, false);
        }
        if (lb.idle == CpuIdleType.NEWLY_IDLE) {
            if (lb.dstRq.nrRunning > 0 || lb.dstRq.ttwuPending) {
                return elected(lb, Elected.NEWIDLE_HAS_WORK, false);
            }
            return elected(lb, Elected.NEWIDLE, true);
        }
        SchedGroup local = lb.sd.groups;
        boolean withinCore = lb.sd.has(SdFlag.SD_SHARE_CPUCAPACITY);
        swbCpus.copyFrom(local.sgc.balanceMask);
        int idleSmt = -1;
        for (int cpu = swbCpus.first(); cpu >= 0; cpu = swbCpus.next(cpu + 1)) {
            if (!lb.cpus.test(cpu) || !sched.rq[cpu].idleCpu()) {
                continue;
            }
            if (!withinCore && !balancer.asym.isCoreIdle(cpu)) {
                if (idleSmt < 0) {
                    idleSmt = cpu;
                }
                swbCpus.andNot(sched.topology.smtMask[cpu]);
                continue;
            }
            return elected(lb, Elected.FIRST_IDLE, cpu == lb.dstCpu);
        }
        if (idleSmt >= 0) {
            return elected(lb, Elected.FIRST_IDLE_SMT, idleSmt == lb.dstCpu);
        }
        return elected(lb, Elected.GROUP_FIRST, local.sgc.balanceMask.first() == lb.dstCpu);
    }

    private boolean elected(LbEnv lb, Elected why, boolean mine) {
        if (balancer.observer != null) {
            balancer.observer.elected(lb, why);
        }
        return mine;
    }

    /** Kernel 7.2: sched_balance_rq(). */
    @Override
    public int schedBalanceRq(RunQueue rq, SchedDomain sd, CpuIdleType idle) {
        continueBalancing = true;
        env.begin(sched.topology, sched.rq, sd, rq.cpu, idle);
        boolean locked = false;
        int moved;
        while (true) {
            if (!shouldWeBalance(env)) {
                continueBalancing = false;
                moved = endBalanced(Step.NOT_MINE);
                break;
            }
            if (!locked && sd.has(SdFlag.SD_SERIALIZE)) {
                if (schedBalanceRunning) {
                    moved = endBalanced(Step.SERIALIZED);
                    break;
                }
                schedBalanceRunning = true;
                locked = true;
            }
            SchedGroup group = balancer.busiestGroup.schedBalanceFindSrcGroup(env, sds);
            if (group == null) {
                moved = endBalanced(Step.NO_GROUP);
                break;
            }
            RunQueue busiest = balancer.busiestQueue.schedBalanceFindSrcRq(env, group);
            if (busiest == null) {
                moved = endBalanced(Step.NO_QUEUE);
                break;
            }
            env.setSource(busiest);
            env.set(LbEnv.LBF_ALL_PINNED);
            moved = 0;
            if (busiest.nrRunning > 1) {
                moved = moveTasks(busiest);
                markParent(sd);
                if (env.has(LbEnv.LBF_ALL_PINNED)) {
                    env.cpus.clear(busiest.cpu);
                    if (!env.cpus.isSubsetOf(env.dstGrpmask)) {
                        step(Step.REDO);
                        env.restartLoop();
                        continue;
                    }
                    step(Step.ALL_PINNED);
                    sd.nrBalanceFailed = 0;
                    moved = backOff();
                    break;
                }
            }
            moved = moved > 0 ? endMoved(sd, moved) : nothingMoved(rq, busiest, sd, idle);
            break;
        }
        if (locked) {
            schedBalanceRunning = false;
        }
        return moved;
    }

    /**
     * Detaches and attaches until there is no more to do, going over to other destinations where affinity asks for
     * it.
     */
    private int moveTasks(RunQueue busiest) {
        int moved = 0;
        env.loopMax = Math.min(balancer.tunables.nrMigrate, busiest.nrRunning);
        while (true) {
            balancer.host.updateRqClock(busiest);
            int detached = balancer.tasks.detachTasks(env);
            if (detached > 0) {
                balancer.tasks.attachTasks(env);
                moved += detached;
            }
            if (env.has(LbEnv.LBF_NEED_BREAK)) {
                env.clear(LbEnv.LBF_NEED_BREAK);
                step(Step.BREAK);
                continue;
            }
            if (env.has(LbEnv.LBF_DST_PINNED) && env.imbalance > 0) {
                step(Step.DST_PINNED);
                env.cpus.clear(env.dstCpu);
                env.setDestination(sched.rq[env.newDstCpu]);
                env.clear(LbEnv.LBF_DST_PINNED);
                env.restartLoop();
                continue;
            }
            return moved;
        }
    }

    /** Tells the level above that affinity was in the way. */
    private void markParent(SchedDomain sd) {
        if (sd.parent != null && env.has(LbEnv.LBF_SOME_PINNED) && env.imbalance > 0) {
            sd.parent.groups.sgc.imbalance = 1;
        }
    }

    private int endMoved(SchedDomain sd, int moved) {
        sd.nrBalanceFailed = 0;
        sd.balanceInterval = sd.minInterval;
        step(Step.OUT);
        return moved;
    }

    private int nothingMoved(RunQueue rq, RunQueue busiest, SchedDomain sd, CpuIdleType idle) {
        if (idle != CpuIdleType.NEWLY_IDLE
                && env.migrationType != MigrationType.MISFIT
                && !env.has(LbEnv.LBF_LLC_PINNED)) {
            sd.nrBalanceFailed++;
        }
        boolean started = false;
        if (balancer.active.needActiveBalance(env)) {
            if (!busiest.curr.cpusPtr.test(rq.cpu)) {
                step(Step.ONE_PINNED);
                return backOff();
            }
            env.clear(LbEnv.LBF_ALL_PINNED);
            if (!busiest.activeBalance) {
                busiest.activeBalance = true;
                busiest.pushCpu = rq.cpu;
                started = true;
                if (balancer.observer != null) {
                    balancer.observer.activeBalance(busiest);
                }
                balancer.host.stopOneCpuNowait(busiest);
            }
        }
        if (!started || balancer.active.needActiveBalance(env)) {
            sd.balanceInterval = sd.minInterval;
        }
        step(Step.OUT);
        return 0;
    }

    /** The domain is balanced, or another CPU looks after it. */
    private int endBalanced(Step why) {
        SchedDomain sd = env.sd;
        step(why);
        if (sd.parent != null && !env.has(LbEnv.LBF_ALL_PINNED)) {
            sd.parent.groups.sgc.imbalance = 0;
        }
        sd.nrBalanceFailed = 0;
        return backOff();
    }

    /** Lets the next periodic pass come later. */
    private int backOff() {
        SchedDomain sd = env.sd;
        if (env.idle == CpuIdleType.NEWLY_IDLE || env.migrationType == MigrationType.MISFIT) {
            step(Step.NO_BACKOFF);
            return 0;
        }
        if (env.has(LbEnv.LBF_ALL_PINNED) && sd.balanceInterval < MAX_PINNED_INTERVAL
                || sd.balanceInterval < sd.maxInterval) {
            sd.balanceInterval *= 2;
        }
        return 0;
    }

    private void step(Step step) {
        if (balancer.observer != null) {
            balancer.observer.step(env, step);
        }
    }
}
