// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.workloads.rtapp;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.wakespec.simulator.Simulation;
import org.wakespec.simulator.ipc.Futex;
import org.wakespec.simulator.ipc.Program;
import org.wakespec.simulator.ipc.SimTask;
import org.wakespec.simulator.ipc.TaskApi;
import org.wakespec.simulator.task.SchedPolicy;
import org.wakespec.workloads.Workload;

/**
 * A workload described by an rt-app file. All documented events are executed, duplicate keys in file order; what is not
 * modelled (real-time and deadline policies, utilisation clamps, task groups, memory binding, memory and input/output events)
 * is refused by name and line. Threads that are not forked start together.
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
        reader = new RtAppReader(file, sim.scheduler().nrCpus());
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

    private SimTask thread(TaskSpec spec, boolean forked) {
        RtThread program = new RtThread(this, spec, forked);
        threads.add(program);
        String name = spec.name();
        return spec.cpus() == null
                ? sim.task(name, new Setup(program, spec))
                : sim.task(name, new Setup(program, spec), spec.cpus());
    }

    long loopNs() {
        return reader.loopNs;
    }

    /** Whether one more line may be logged. */
    boolean roomForLine() {
        return lines++ < MOST_LINES;
    }

    boolean stopping() {
        return stopping;
    }

    /** Waits for the start signal; returns false once it was given. */
    boolean waitForStart(TaskApi task) {
        if (startLine.value != 0) {
            return false;
        }
        task.futexWait(startLine, 0);
        return true;
    }

    /** Sets policy, nice and slice as the first thing a thread does. */
    private final class Setup implements Program {

        private final RtThread thread;
        private final TaskSpec spec;
        private boolean done;

        Setup(RtThread thread, TaskSpec spec) {
            this.thread = thread;
            this.spec = spec;
        }

        @Override
        public void step(TaskApi task) {
            if (!done) {
                done = true;
                if (spec.policy() != SchedPolicy.NORMAL || spec.nice() != 0 || spec.sliceNs() != 0) {
                    task.setScheduler(spec.policy(), spec.nice(), spec.sliceNs());
                    return;
                }
            }
            thread.step(task);
        }
    }

    private final class Main implements Program {

        private final SimTask[] children;
        private int forked;
        private int reaped;
        private int step;

        Main(SimTask[] children) {
            this.children = children;
        }

        @Override
        public void step(TaskApi task) {
            if (forked < children.length) {
                task.createThread(children[forked++]);
            } else if (step == 0) {
                step = 1;
                startLine.value = 1;
                task.futexWake(startLine, Integer.MAX_VALUE);
            } else if (reader.durationNs >= 0) {
                if (step == 1) {
                    step = 2;
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
