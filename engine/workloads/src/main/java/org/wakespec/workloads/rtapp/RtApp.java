// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.workloads.rtapp;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.wakespec.simulator.Simulation;
import org.wakespec.simulator.cost.Cost;
import org.wakespec.simulator.ipc.Futex;
import org.wakespec.simulator.ipc.Program;
import org.wakespec.simulator.ipc.SimTask;
import org.wakespec.simulator.ipc.TaskApi;
import org.wakespec.simulator.topology.CpuMask;
import org.wakespec.workloads.Workload;

/**
 * A workload described by an rt-app file. All documented events are executed, duplicate keys in file order; what is not
 * modelled (real-time and deadline policies, utilisation clamps, task groups, memory binding, memory and input/output events)
 * is refused by name and line. Threads that are not forked wait for each other before they start.
 */
public final class RtApp implements Workload {

    /** Lines that the logs of all threads together have room for. */
    static final int MOST_LINES = 2_000_000;

    private final String json;
    private final String file;
    private final Futex startLine = new Futex("start of rt-app");
    private final List<RtThread> threads = new ArrayList<>();
    private RtAppReader reader;
    private Simulation sim;
    private CpuMask everywhere;
    /** Threads that are not forked, and how many of them have come to the start. */
    private int starters;

    private int arrived;
    private long startedAt;
    /** The time that all timers and delays count from; -1: not yet. */
    private long zero = -1;

    private boolean stopping;
    private int lines;

    private RtApp(String json, String file) {
        this.json = json;
        this.file = file;
    }

    /**
     * A workload of a file.
     *
     * @throws IOException if it cannot be read
     */
    public static RtApp read(Path file) throws IOException {
        return new RtApp(Files.readString(file), file.toString());
    }

    /** A workload of a text; {@code file} names it in messages. */
    public static RtApp parse(String json, String file) {
        return new RtApp(json, file);
    }

    /**
     * Starts all threads.
     *
     * @throws RtAppException naming file and line of what is wrong or not modelled
     */
    @Override
    public SimTask start(Simulation simulation) {
        sim = simulation;
        everywhere = new CpuMask(sim.scheduler().topology.active);
        reader = new RtAppReader(file, everywhere);
        reader.read(json);
        long wanted = 1;
        for (TaskSpec spec : reader.tasks.values()) {
            wanted += spec.instances();
        }
        sim.requireRoom(wanted, file);
        List<SimTask> children = new ArrayList<>();
        for (TaskSpec spec : reader.tasks.values()) {
            for (int i = 0; i < spec.instances(); i++) {
                children.add(thread(spec, false));
            }
        }
        starters = children.size();
        SimTask main = sim.task("rt-app", new Main(children.toArray(new SimTask[0])));
        sim.start(main);
        return main;
    }

    /** The threads made so far, and what they measured. */
    public List<RtThread> threads() {
        return List.copyOf(threads);
    }

    /** A new thread of a task, for a fork. */
    SimTask thread(String name) {
        return thread(reader.tasks.get(name), true);
    }

    /** It may run everywhere until it sets its affinity itself. */
    private SimTask thread(TaskSpec spec, boolean forked) {
        RtThread program = new RtThread(this, spec, forked);
        threads.add(program);
        return sim.task(spec.name(), program);
    }

    /** So many microseconds' work in calibration loops; whole seconds are rounded for themselves. */
    long loops(long micros) {
        return micros / 1_000_000 * (1_000_000_000 / reader.loopNs) + micros % 1_000_000 * 1000 / reader.loopNs;
    }

    long loopNs() {
        return reader.loopNs;
    }

    /** Whether one more line may be logged. */
    boolean roomForLine() {
        return lines++ < MOST_LINES;
    }

    boolean cumulativeSlack() {
        return reader.cumulativeSlack;
    }

    /** Time in ns of what a signal takes in user mode if nobody waits for it. */
    long userLockNs() {
        return sim.costs().of(Cost.USER_LOCK);
    }

    CpuMask everywhere() {
        return everywhere;
    }

    boolean stopping() {
        return stopping;
    }

    /** When the main thread began to make threads. */
    long startedAt() {
        return startedAt;
    }

    long zero() {
        return zero;
    }

    /**
     * Waits until all threads that are not forked have come (rt-app: pthread_barrier_wait()); the last one wakes the others.
     *
     * @param first the thread has just come
     * @return false if it may go on
     */
    boolean waitForStart(TaskApi task, boolean first) {
        if (!first) {
            if (startLine.value != 0) {
                return false;
            }
            task.futexWait(startLine, 0);
            return true;
        }
        if (task.self().program == threads.get(0)) {
            zero = task.now();
        }
        if (++arrived < starters) {
            task.futexWait(startLine, 0);
            return true;
        }
        startLine.value = 1;
        if (!startLine.hasWaiters()) {
            return false;
        }
        task.futexWake(startLine, Integer.MAX_VALUE);
        return true;
    }

    private final class Main implements Program {

        private final SimTask[] children;
        private int forked;
        private int reaped;
        private boolean slept;

        Main(SimTask[] children) {
            this.children = children;
        }

        @Override
        public void step(TaskApi task) {
            if (forked == 0) {
                startedAt = task.now();
            }
            if (forked < children.length) {
                task.createThread(children[forked++]);
            } else if (reader.durationNs > 0) {
                if (!slept) {
                    slept = true;
                    task.sleep(reader.durationNs);
                } else {
                    stopping = true;
                    task.exit();
                }
            } else if (reaped < children.length) {
                task.join(children[reaped++]);
            } else {
                task.exit();
            }
        }
    }
}
