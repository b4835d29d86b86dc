// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.steps.runtime;

import java.util.List;
import org.wakespec.simulator.Simulation;
import org.wakespec.simulator.ipc.SimTask;

/** A program by its command line, outside of a scenario. */
public final class ProgramLine {

    private final Command command;

    private ProgramLine(Command command) {
        this.command = command;
    }

    /**
     * Reads a command line, for example {@code perf bench sched pipe -l 1000}; {@code taskset -c LIST} may come first.
     *
     * @throws org.wakespec.steps.BadScenarioException naming the program or option that is unknown
     */
    public static ProgramLine parse(String line) {
        return new ProgramLine(Command.parse(line));
    }

    /** Makes the program's tasks and starts it; the program is over when the task returned has ended. */
    public SimTask start(Simulation sim) {
        List<SimTask> before = sim.tasks();
        SimTask main = command.start(sim);
        command.pin(sim, sim.tasks().subList(before.size(), sim.tasks().size()));
        return main;
    }
}
