// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.steps;

import java.util.Collection;
import java.util.Optional;
import org.wakespec.engine.spi.Verdicts;
import org.wakespec.policies.UnknownPolicyException;
import org.wakespec.simulator.cost.CostModel;
import org.wakespec.simulator.runqueue.KernelConfig;
import org.wakespec.simulator.task.SchedPolicy;
import org.wakespec.simulator.topology.CpuMask;
import org.wakespec.simulator.topology.Machine;
import org.wakespec.simulator.wakeup.PlacementPolicy;
import org.wakespec.simulator.wakeup.PolicyInfo;
import org.wakespec.simulator.wakeup.PolicyInfo.Scope;

/**
 * What a scenario in which time passes takes over from the statements that it shares with placement scenarios: the machine,
 * the kernel's configuration, and policy and affinity of tasks. Taking it over makes the scenario one in which time passes.
 */
public final class TimedScene {

    private final World world;

    private TimedScene(World world) {
        this.world = world;
    }

    /**
     * Takes the statements made so far.
     *
     * @throws BadScenarioException if a task was placed already
     */
    public static TimedScene of(World world) {
        world.letTimePass();
        return new TimedScene(world);
    }

    /** No statement about machine or tasks is taken any more. */
    public void close() {
        world.endOfStatements();
    }

    /** Id of the policy the scenario runs on. */
    public String policy() {
        return world.policy();
    }

    /** The second policy that every decision is also asked of, if there is one. */
    public Optional<Comparison> comparison() {
        return world.comparison();
    }

    /**
     * Full id of a policy.
     *
     * @throws BadScenarioException if there is none of that name
     */
    public static String policyId(String name) {
        try {
            return Policies.registry().resolve(name);
        } catch (UnknownPolicyException e) {
            throw new BadScenarioException(e.getMessage(), e);
        }
    }

    /**
     * A new instance of a policy. One that only knows CPU selection is refused by name, as a known gap.
     */
    public static PlacementPolicy newPolicy(String id) {
        PlacementPolicy policy = Policies.registry().create(id);
        PolicyInfo info = policy.info();
        if (info.scope() == Scope.PLACEMENT) {
            throw Verdicts.knownGap(
                    "policy " + info.id() + " (" + info.title()
                            + ") is known only in CPU selection (scope placement): the rest of that kernel is not, so time cannot pass under it");
        }
        return policy;
    }

    /** The machine with what the scenario isolates, unplugs and partitions. */
    public Machine machine() {
        return world.scene().setup().effectiveMachine();
    }

    /** CPUs that are online on that machine. */
    public CpuMask online() {
        CpuMask online = CpuMask.all(machine().nrCpus());
        online.andNot(machine().offline());
        return online;
    }

    /** What everything costs on the machine, by its file. */
    public CostModel costs() {
        return Machines.costs(world.scene().machine());
    }

    public KernelConfig config() {
        return world.scene().setup().config();
    }

    /**
     * CPUs of a step.
     *
     * @throws BadScenarioException if the machine lacks one of them
     */
    public CpuMask cpus(CpuSet set) {
        if (set.others()) {
            throw new BadScenarioException(
                    "'" + set + "': no CPU is said to be busy where time passes; say which CPUs");
        }
        return world.scene().resolve(set);
    }

    /**
     * A CPU of a step.
     *
     * @throws BadScenarioException if the machine lacks it
     */
    public int cpu(CpuNumber cpu) {
        return CpuSet.cpu(world.scene().machine(), cpu.cpu());
    }

    /** CPUs the scenario lets the task of that name run on; null: it says nothing. */
    public CpuMask allowed(String task) {
        for (Actor actor : world.scene().actors()) {
            if (actor.name().equals(task) && actor.affinitySaid) {
                return actor.task.cpusPtr;
            }
        }
        return null;
    }

    /** Scheduling policy the scenario gives the task of that name. */
    public SchedPolicy schedPolicy(String task) {
        for (Actor actor : world.scene().actors()) {
            if (actor.name().equals(task)) {
                return actor.task.policy;
            }
        }
        return SchedPolicy.NORMAL;
    }

    /**
     * Looks for statements that mean nothing where time passes.
     *
     * @param programs names of the tasks that have a program
     * @throws BadScenarioException naming the statement
     */
    public void check(Collection<String> programs) {
        for (Actor actor : world.scene().actors()) {
            String name = actor.name();
            if (!programs.contains(name)) {
                throw new BadScenarioException(
                        "task '" + name + "' was described but does nothing" + Nearest.suggestion(name, programs)
                                + " Give it a program, for example '" + name + " computes for ever'");
            }
            if (actor.loadSaid || actor.utilisationSaid || actor.recentSaid || actor.flipsSaid || actor.lastWakeeSaid) {
                throw new BadScenarioException("averages and wake statistics of " + name
                        + " come from what it does where time passes: they cannot be stated");
            }
            if (actor.state != Actor.State.NOWHERE) {
                throw new BadScenarioException(
                        "where " + name + " runs comes from what it does where time passes: say '" + name
                                + " starts on CPU " + actor.task.cpu + "'");
            }
        }
        for (CpuState cpu : world.scene().cpus()) {
            if (cpu.said()) {
                throw new BadScenarioException("what CPU " + cpu.cpu
                        + " does comes from the tasks where time passes: give a task a program and pin it there");
            }
        }
    }

    /** The failure of a step, ready to be thrown. */
    public static BadScenarioException bad(String message) {
        return new BadScenarioException(message);
    }

    /** The same with what caused it. */
    public static BadScenarioException bad(String message, Throwable cause) {
        return new BadScenarioException(message, cause);
    }

    /** Ends a sentence: with {@code , did you mean A or B?}, or with a full stop if no name is near. */
    public static String nearest(String name, Collection<String> known) {
        return Nearest.suggestion(name, known);
    }
}
