// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.workloads;

import static org.assertj.core.api.Assertions.assertThat;
import static org.wakespec.workloads.Sims.MS;
import static org.wakespec.workloads.Sims.S;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.wakespec.simulator.Simulation;
import org.wakespec.simulator.cost.Cost;
import org.wakespec.simulator.cost.CostModel;
import org.wakespec.simulator.cost.MachineFamily;
import org.wakespec.simulator.ipc.CpuLocks;
import org.wakespec.simulator.ipc.Epoll;
import org.wakespec.simulator.ipc.Futex;
import org.wakespec.simulator.ipc.InterruptLine;
import org.wakespec.simulator.ipc.Notification;
import org.wakespec.simulator.ipc.Pipe;
import org.wakespec.simulator.ipc.Program;
import org.wakespec.simulator.ipc.SimTask;
import org.wakespec.simulator.ipc.StreamSocket;
import org.wakespec.simulator.ipc.TaskApi;
import org.wakespec.simulator.ipc.UserMutex;
import org.wakespec.simulator.runqueue.KernelConfig;
import org.wakespec.simulator.task.SchedPolicy;
import org.wakespec.simulator.task.Task;
import org.wakespec.simulator.topology.CpuMask;
import org.wakespec.simulator.wakeup.PlacementPolicy;
import org.wakespec.simulator.wakeup.PolicyInfo;
import org.wakespec.simulator.wakeup.Selection;
import org.wakespec.simulator.wakeup.WakeFlags;

/** Who is woken by what, with which flags, and when somebody blocks. */
class KernelObjectsTest {

    /** Passes on to the mainline policy and notes what it was asked. */
    private static final class Spy implements PlacementPolicy {

        private final PlacementPolicy mainline = Sims.policy("linux-7.2");
        private final List<String> asked = new ArrayList<>();

        @Override
        public PolicyInfo info() {
            return mainline.info();
        }

        @Override
        public int selectTaskRq(Selection s, Task p, int prevCpu, int wakeFlags) {
            asked.add(s.current.comm + ">" + p.comm + " " + WakeFlags.names(wakeFlags) + (s.inTask ? "" : " irq"));
            return mainline.selectTaskRq(s, p, prevCpu, wakeFlags);
        }
    }

    /** One operation after the other, then exit. */
    static Program script(Program... steps) {
        int[] next = new int[1];
        return task -> {
            if (next[0] == steps.length) {
                task.exit();
            } else {
                steps[next[0]++].step(task);
            }
        };
    }

    private final Spy spy = new Spy();
    private Simulation sim = Simulation.on(Sims.smp(4), spy).build();

    private SimTask start(String name, int cpu, Program program) {
        SimTask t = sim.task(name, program);
        sim.start(t, cpu);
        return t;
    }

    private void runUntilDone(SimTask t) {
        sim.runUntilDone(t, sim.now() + 10 * S);
    }

    // ---- pipes ----

    @Test
    void aPipeWriteWakesOnlyOnTheEmptyEdgeAndSynchronously() {
        Pipe pipe = new Pipe("p").openRead().openWrite();
        SimTask reader = start("reader", 1, script(t -> t.read(pipe, 1), t -> t.sleep(MS), t -> t.read(pipe, 100)));
        sim.runFor(MS);
        start(
                "writer",
                0,
                script(t -> t.write(pipe, 1), t -> t.compute(MS / 2), t -> t.write(pipe, 7), t -> t.write(pipe, 8)));
        runUntilDone(reader);
        assertThat(reader.operations).isEqualTo(4);
        assertThat(spy.asked).containsExactly("writer>reader [WF_TTWU, WF_SYNC]", "swapper/1>reader [WF_TTWU] irq");
    }

    @Test
    void sixteenPagesOfMergedMessagesFillAPipe() {
        Pipe pipe = new Pipe("p").openRead().openWrite();
        int[] written = new int[1];
        start("writer", 0, t -> {
            written[0]++;
            t.write(pipe, 100);
        });
        sim.runFor(20 * MS);
        // forty messages of 100 bytes a page; the 641st does not fit
        assertThat(written[0]).isEqualTo(641);
        assertThat(pipe.isFull()).isTrue();
        assertThat(pipe.available()).isEqualTo(64_000);
    }

    @Test
    void aWriterThatHasSleptTakesAPageOfItsOwn() {
        Pipe pipe = new Pipe("p").openRead().openWrite();
        start("filler", 0, script(t -> t.write(pipe, 16 * Pipe.PAGE)));
        sim.runFor(MS);
        // both sleep; a page gets free, and the second one woken finds 100 bytes in the last page
        SimTask a = start("a", 1, script(t -> t.write(pipe, 100)));
        SimTask b = start("b", 2, script(t -> t.write(pipe, 100)));
        sim.runFor(MS);
        SimTask reader = start("reader", 3, script(t -> t.read(pipe, 2 * Pipe.PAGE)));
        runUntilDone(reader);
        runUntilDone(a);
        runUntilDone(b);
        assertThat(pipe.available()).isEqualTo(14 * Pipe.PAGE + 200);
        assertThat(pipe.isFull()).as("two pages for 200 bytes").isTrue();
    }

    @Test
    void aWriterThatFindsRoomAtOnceSharesTheLastPage() {
        Pipe pipe = new Pipe("p").openRead().openWrite();
        start("filler", 0, script(t -> t.write(pipe, 14 * Pipe.PAGE)));
        sim.runFor(MS);
        runUntilDone(start("a", 1, script(t -> t.write(pipe, 100), t -> t.write(pipe, 100))));
        assertThat(pipe.available()).isEqualTo(14 * Pipe.PAGE + 200);
        assertThat(pipe.isFull()).as("one page for 200 bytes").isFalse();
    }

    /** A writer of whole pipes beside a hog that takes its CPU in the middle of transfers, or nobody, and a reader elsewhere. */
    private long mutexSleeps(boolean crowded) {
        // slow copying: a transfer of 60000 bytes holds the mutex for 1.2 ms
        sim = Sims.on(Sims.smp(4))
                .costs(CostModel.of(MachineFamily.INTEL).with(Cost.COPY_KIB, 20_000))
                .build();
        Pipe pipe = new Pipe("p").openRead().openWrite();
        int[] written = new int[1];
        SimTask writer = sim.task(
                "writer",
                t -> {
                    if (written[0]++ == 100) {
                        t.exit();
                    } else {
                        t.write(pipe, 60_000);
                    }
                },
                CpuMask.of(4, 0));
        sim.start(writer, 0);
        long[] read = new long[1];
        SimTask reader = sim.task(
                "reader",
                t -> {
                    read[0] += t.result();
                    if (read[0] == 100L * 60_000) {
                        t.exit();
                    } else {
                        t.read(pipe, 700);
                    }
                },
                CpuMask.of(4, 1));
        sim.start(reader, 1);
        if (crowded) {
            new Hog("hog", CpuMask.of(4, 0)).start(sim);
            sim.setScheduler(writer, SchedPolicy.NORMAL, 0, 100_000);
        }
        runUntilDone(reader);
        // beside the hog the writer may still be on its way out
        sim.runFor(100 * MS);
        assertThat(writer.state).isEqualTo(SimTask.DEAD);
        assertThat(read[0]).isEqualTo(100L * 60_000);
        return sim.counters().pipeMutexSleeps;
    }

    @Test
    void whoComesWhileTheMutexIsHeldByATaskThatDoesNotRunSleeps() {
        assertThat(mutexSleeps(true)).isPositive();
    }

    @Test
    void whoComesWhileTheOwnerRunsSpins() {
        assertThat(mutexSleeps(false)).isZero();
    }

    @Test
    void aReaderWakesAWriterOnlyWhenAWholePageGotFree() {
        Pipe pipe = new Pipe("p").openRead().openWrite();
        int[] written = new int[1];
        start("writer", 0, t -> {
            written[0]++;
            t.write(pipe, 100);
        });
        int[] read = new int[1];
        SimTask reader = start("reader", 1, script(t -> t.sleep(20 * MS), t -> t.read(pipe, 3_900)));
        runUntilDone(reader);
        sim.runFor(MS);
        assertThat(written[0]).isEqualTo(641);
        SimTask second = start("second", 2, script(t -> t.read(pipe, 100)));
        runUntilDone(second);
        sim.runFor(MS);
        assertThat(written[0]).isEqualTo(641 + 40);
        assertThat(spy.asked).contains("second>writer [WF_TTWU, WF_SYNC]");
        assertThat(read[0]).isZero();
    }

    @Test
    void whoSpinsForAPipeFetchesItsLinesFromWhoHadItBefore() {
        CostModel costs = CostModel.of(MachineFamily.AMD);
        sim = Simulation.on(Sims.smp(4), spy).costs(costs).build();
        Pipe pipe = new Pipe("p").openRead().openWrite().openWrite();
        Program writer = script(
                Collections.nCopies(300, (Program) t -> t.write(pipe, 100)).toArray(new Program[0]));
        Program other = script(
                Collections.nCopies(300, (Program) t -> t.write(pipe, 100)).toArray(new Program[0]));
        start("writer0", 0, writer);
        SimTask last = start("writer1", 1, other);
        runUntilDone(last);
        // two that always contend take turns: every write but the first finds the pipe in the other's cache
        assertThat(sim.counters().lines).isGreaterThanOrEqualTo(590 * costs.of(Cost.OBJECT_LINES));
    }

    private static long readTime(boolean sibling) {
        // one line takes 0.1 ms to come over, and a busy sibling halves the speed
        CostModel costs = CostModel.of(MachineFamily.AMD)
                .with(Cost.LINE_LLC, 100_000)
                .with(Cost.OBJECT_LINES, 1)
                .with(Cost.SMT_SPEED, 512);
        Simulation sim = Sims.on(Sims.smt(2)).costs(costs).build();
        Pipe pipe = new Pipe("p").openRead().openWrite();
        SimTask writer = sim.task("writer", script(t -> t.write(pipe, 1)), CpuMask.of(4, 0));
        sim.start(writer, 0);
        sim.runUntilDone(writer, sim.now() + S);
        if (sibling) {
            SimTask hog = sim.task("hog", t -> t.compute(S), CpuMask.of(4, 3));
            sim.start(hog, 3);
        }
        sim.runFor(MS);
        long[] times = new long[2];
        SimTask reader = sim.task(
                "reader",
                script(t -> t.compute(1), t -> times[0] = readAt(t, pipe), t -> {
                    times[1] = t.now();
                    t.compute(1);
                }),
                CpuMask.of(4, 2));
        sim.start(reader, 2);
        sim.runUntilDone(reader, sim.now() + S);
        return times[1] - times[0];
    }

    private static long readAt(TaskApi t, Pipe pipe) {
        t.read(pipe, 1);
        return t.now();
    }

    @Test
    void aBusySiblingDoesNotLengthenTheWaitForALine() {
        long alone = readTime(false);
        long shared = readTime(true);
        assertThat(alone).isGreaterThanOrEqualTo(100_000);
        // only what the read executes takes twice as long
        assertThat(shared).isGreaterThan(alone).isLessThan(alone + 2_000);
    }

    private static double linesAWrite(boolean threads) {
        Simulation sim =
                Sims.on(Sims.smp(4)).costs(CostModel.of(MachineFamily.AMD)).build();
        Pipe pipe = new Pipe("p").openRead().openWrite().openWrite();
        List<SimTask> writers = new ArrayList<>();
        for (int cpu = 1; cpu <= 2; cpu++) {
            Program writer = script(
                    Collections.nCopies(300, (Program) t -> t.write(pipe, 100)).toArray(new Program[0]));
            writers.add(sim.task("writer" + cpu, writer, CpuMask.of(4, cpu)));
        }
        SimTask main = sim.task(
                "main",
                script(
                        t -> create(t, writers.get(0), threads),
                        t -> create(t, writers.get(1), threads),
                        t -> join(t, writers.get(0), threads),
                        t -> join(t, writers.get(1), threads)),
                CpuMask.of(4, 0));
        sim.start(main, 0);
        sim.runUntilDone(main, sim.now() + S);
        return sim.counters().lines / 600.0;
    }

    private static void create(TaskApi t, SimTask child, boolean thread) {
        if (thread) {
            t.createThread(child);
        } else {
            t.fork(child);
        }
    }

    private static void join(TaskApi t, SimTask child, boolean thread) {
        if (thread) {
            t.join(child);
        } else {
            t.waitChild();
        }
    }

    @Test
    void threadsCountReferencesToTheOpenFileInALineTheyShare() {
        assertThat(linesAWrite(true)).isBetween(linesAWrite(false) + 0.4, linesAWrite(false) + 2.1);
    }

    @Test
    void aPipeWithoutWritersReadsAsTheEndOfFile() {
        Pipe pipe = new Pipe("p").openRead().openWrite();
        long[] result = {-1};
        SimTask reader = start("reader", 1, script(t -> t.read(pipe, 1), t -> {
            result[0] = t.result();
            t.nop();
        }));
        pipe.closeWrite();
        runUntilDone(reader);
        assertThat(result[0]).isZero();
    }

    @Test
    void oneWriteWakesAllPollers() {
        Pipe go = new Pipe("go").openRead().openWrite();
        SimTask a = start("a", 1, script(t -> t.poll(go)));
        SimTask b = start("b", 2, script(t -> t.poll(go)));
        sim.runFor(MS);
        start("main", 0, script(t -> t.write(go, 1)));
        runUntilDone(a);
        runUntilDone(b);
        assertThat(spy.asked).containsExactlyInAnyOrder("main>a [WF_TTWU, WF_SYNC]", "main>b [WF_TTWU, WF_SYNC]");
        assertThat(go.available()).isEqualTo(1);
    }

    // ---- sockets ----

    @Test
    void oneByteOnASocketWakesAllPollersTheNewestFirst() {
        StreamSocket go = StreamSocket.unix("go");
        SimTask a = start("a", 1, script(t -> t.poll(go)));
        sim.runFor(MS);
        SimTask b = start("b", 2, script(t -> t.poll(go)));
        sim.runFor(MS);
        start("main", 0, script(t -> t.send(go, 1)));
        runUntilDone(a);
        runUntilDone(b);
        assertThat(spy.asked).containsExactly("main>b [WF_TTWU, WF_SYNC]", "main>a [WF_TTWU, WF_SYNC]");
        assertThat(go.available()).isEqualTo(1);
        runUntilDone(start("c", 3, script(t -> t.poll(go))));
    }

    @Test
    void aUnixSenderBlocksWhenTheBufferIsChargedFullAndIsWokenAtAQuarter() {
        StreamSocket socket = StreamSocket.unix("s");
        int[] sent = new int[1];
        start("sender", 0, t -> {
            sent[0]++;
            t.send(socket, 100);
        });
        sim.runFor(5 * MS);
        int blockedAt = sent[0] - 1;
        assertThat(blockedAt).isBetween(225, 245);
        int[] received = new int[1];
        int[] receivedAtWakeup = new int[1];
        boolean[] compute = new boolean[1];
        start("receiver", 1, t -> {
            if (sent[0] - 1 > blockedAt && receivedAtWakeup[0] == 0) {
                receivedAtWakeup[0] = received[0];
            }
            compute[0] = !compute[0];
            if (compute[0]) {
                t.compute(20_000);
            } else {
                received[0]++;
                t.receive(socket, 100);
            }
        });
        sim.runFor(20 * MS);
        int left = blockedAt - receivedAtWakeup[0];
        assertThat(left).isBetween(50, 62);
        assertThat(spy.asked).contains("receiver>sender [WF_TTWU, WF_SYNC]");
    }

    @Test
    void tcpOverLoopbackWakesFromSoftirqOnTheSendersCpu() {
        StreamSocket socket = StreamSocket.tcp("s");
        SimTask receiver = start("receiver", 1, script(t -> t.receive(socket, 100)));
        sim.runFor(MS);
        start("sender", 0, script(t -> t.send(socket, 100)));
        runUntilDone(receiver);
        assertThat(spy.asked).containsExactly("sender>receiver [WF_TTWU, WF_SYNC] irq");
    }

    private void oneEpollEvent(KernelConfig config) {
        sim = Simulation.on(Sims.smp(4), spy).config(config).build();
        StreamSocket socket = StreamSocket.tcp("s");
        Epoll epoll = new Epoll("ep", 8);
        epoll.add(socket, 17);
        int[] tag = new int[1];
        SimTask server = start("server", 1, script(t -> t.epollWait(epoll), t -> {
            tag[0] = epoll.event(0);
            t.tryReceive(socket, 100);
        }));
        sim.runFor(MS);
        start("client", 0, script(t -> t.send(socket, 100)));
        runUntilDone(server);
        assertThat(tag[0]).isEqualTo(17);
        assertThat(socket.available()).isZero();
    }

    @Test
    void epollPassesTheSyncFlagOn() {
        oneEpollEvent(KernelConfig.DEFAULT);
        assertThat(spy.asked).containsExactly("client>server [WF_TTWU, WF_SYNC] irq");
    }

    @Test
    void epollBefore613DidNotPassTheSyncFlagOn() {
        oneEpollEvent(KernelConfig.DEFAULT.withEpollPassesSync(false));
        assertThat(spy.asked).containsExactly("client>server [WF_TTWU] irq");
    }

    @Test
    void aBusyEpollUserCostsNoWakeup() {
        StreamSocket socket = StreamSocket.tcp("s");
        Epoll epoll = new Epoll("ep", 8);
        epoll.add(socket, 1);
        SimTask server =
                start("server", 1, script(t -> t.compute(MS), t -> t.epollWait(epoll), t -> t.receive(socket, 500)));
        start("client", 0, script(t -> t.send(socket, 100), t -> t.send(socket, 100)));
        runUntilDone(server);
        assertThat(spy.asked).isEmpty();
    }

    // ---- futexes ----

    @Test
    void aFutexWakeupIsNeverSynchronous() {
        Futex futex = new Futex("f");
        SimTask waiter = start("waiter", 1, script(t -> t.futexWait(futex, 0)));
        sim.runFor(MS);
        start("waker", 0, script(t -> t.futexWake(futex, 1)));
        runUntilDone(waiter);
        assertThat(spy.asked).containsExactly("waker>waiter [WF_TTWU]");
    }

    @Test
    void aFutexWithAnotherValueDoesNotBlock() {
        Futex futex = new Futex("f");
        futex.value = 3;
        SimTask waiter = start("waiter", 1, script(t -> t.futexWait(futex, 0)));
        runUntilDone(waiter);
        assertThat(waiter.switchesIn).isEqualTo(1);
    }

    @Test
    void aMutexIsHeldByOneAtATime() {
        UserMutex mutex = new UserMutex("m");
        int[] inside = new int[1];
        int[] most = new int[1];
        SimTask[] tasks = new SimTask[3];
        for (int i = 0; i < 3; i++) {
            int[] round = new int[1];
            tasks[i] = start("t" + i, i, task -> {
                switch (round[0]++ % 4) {
                    case 0 -> task.lock(mutex);
                    case 1 -> {
                        inside[0]++;
                        most[0] = Math.max(most[0], inside[0]);
                        task.compute(10_000);
                    }
                    case 2 -> {
                        inside[0]--;
                        task.unlock(mutex);
                    }
                    default -> {
                        if (round[0] > 400) {
                            task.exit();
                        } else {
                            task.compute(500);
                        }
                    }
                }
            });
        }
        for (SimTask t : tasks) {
            runUntilDone(t);
        }
        assertThat(most[0]).isEqualTo(1);
        assertThat(inside[0]).isZero();
        assertThat(mutex.owner()).isNull();
    }

    @Test
    void aConditionHandsTheMutexBack() {
        UserMutex mutex = new UserMutex("m");
        Futex condition = new Futex("c");
        SimTask[] ownerAfter = new SimTask[1];
        SimTask waiter = start("waiter", 1, script(t -> t.lock(mutex), t -> t.conditionWait(condition, mutex), t -> {
            ownerAfter[0] = mutex.owner();
            t.unlock(mutex);
        }));
        sim.runFor(MS);
        assertThat(mutex.owner()).isNull();
        start(
                "signaller",
                0,
                script(
                        t -> t.lock(mutex),
                        t -> t.futexWake(condition, 1),
                        t -> t.compute(50_000),
                        t -> t.unlock(mutex)));
        runUntilDone(waiter);
        assertThat(ownerAfter[0]).isSameAs(waiter);
    }

    // ---- the rest ----

    @Test
    void aNotificationInSyncModeAsksForTheWakersCpu() {
        Notification notification = new Notification("n", true);
        SimTask supervisor = start("supervisor", 1, new Program() {
            private boolean answer;

            @Override
            public void step(TaskApi task) {
                answer = !answer;
                if (answer) {
                    task.receiveNotification(notification);
                } else {
                    task.answerNotification(notification);
                }
            }
        });
        sim.runFor(MS);
        SimTask caller = start("caller", 0, script(t -> t.notifySupervisor(notification)));
        runUntilDone(caller);
        assertThat(spy.asked).first().isEqualTo("caller>supervisor [WF_TTWU, WF_CURRENT_CPU]");
        assertThat(supervisor.task.cpu).isZero();
    }

    @Test
    void aDeviceInterruptWakesOnItsCpu() {
        InterruptLine line = new InterruptLine("nic", 3);
        sim.interrupts(line, MS, 0);
        SimTask driver = start("driver", 0, script(t -> t.waitInterrupt(line)));
        runUntilDone(driver);
        assertThat(spy.asked).containsExactly("swapper/3>driver [WF_TTWU] irq");
        assertThat(sim.now()).isBetween(Simulation.START + MS, Simulation.START + MS + 400_000);
    }

    @Test
    void thePerCpuLockIsOfTheCpuOneIsOn() {
        CpuLocks locks = new CpuLocks(4);
        SimTask holder =
                start("holder", 0, script(t -> t.lockThisCpu(locks), t -> t.sleep(2 * MS), t -> t.unlockCpu(locks)));
        sim.runFor(MS / 2);
        SimTask other = sim.task("other", script(t -> t.lockThisCpu(locks), t -> t.unlockCpu(locks)), CpuMask.of(4, 0));
        sim.start(other, 0);
        runUntilDone(other);
        assertThat(holder.operations).isGreaterThanOrEqualTo(3);
        assertThat(other.task.sumExecRuntime).isGreaterThan(MS);
    }
}
