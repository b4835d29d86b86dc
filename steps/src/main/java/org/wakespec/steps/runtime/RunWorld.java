// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.steps.runtime;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.wakespec.steps.RunningScenarios;
import org.wakespec.steps.TimedScene;
import org.wakespec.steps.World;

/**
 * What the steps of one scenario share in which time passes; injected into the step classes. Remembers what was said and done,
 * so that it can be said and done again under another policy.
 */
public final class RunWorld {

    private final World world;
    private final List<Consumer<MachineRun>> history = new ArrayList<>();
    private final Map<String, MachineRun> repetitions = new LinkedHashMap<>();
    private final Set<String> comparedWith = new LinkedHashSet<>();
    private TimedScene scene;
    private MachineRun run;

    /** For injection. */
    public RunWorld(World world) {
        this.world = world;
    }

    private MachineRun run() {
        if (run == null) {
            scene = TimedScene.of(world);
            run = new MachineRun(scene, scene.policy());
            scene.comparison().ifPresent(run::compare);
        }
        return run;
    }

    TimedScene scene() {
        run();
        return scene;
    }

    /** Whether the scenario lets time pass, or says something about it. */
    boolean used() {
        return run != null;
    }

    /** States or does something. */
    void given(Consumer<MachineRun> statement) {
        statement.accept(run());
        history.add(statement);
        repetitions.clear();
    }

    /**
     * What came of it so far.
     *
     * @throws org.wakespec.steps.BadScenarioException if no time has passed
     */
    MachineRun measured() {
        if (run == null || !run.started()) {
            throw TimedScene.bad(
                    "no time has passed yet: a When step such as 'When the machine runs for 100 ms' must come first");
        }
        return run;
    }

    /** For reports; null before anything was said. */
    MachineRun ifUsed() {
        return run;
    }

    /** No time passes any more. */
    void close() {
        RunningScenarios.ended(run);
    }

    /** The same scenario so far, under a policy and on a seed, whatever seed it states; its own run if it is that. */
    MachineRun repeated(String policy, long seed) {
        if (policy.equals(scene().policy()) && seed == run().seed()) {
            return run();
        }
        return repetitions.computeIfAbsent(policy + " " + seed, key -> {
            MachineRun again = new MachineRun(scene(), policy);
            again.repeated(seed);
            try {
                history.forEach(step -> step.accept(again));
            } finally {
                RunningScenarios.ended(again);
            }
            return again;
        });
    }

    /** The same scenario so far, under another policy. */
    MachineRun under(String policy) {
        return repeated(other(policy), run().seed());
    }

    /**
     * The id of another policy, which the scenario is compared with.
     *
     * @throws org.wakespec.steps.BadScenarioException if it is the scenario's own
     */
    String other(String policy) {
        String id = TimedScene.policyId(policy);
        if (id.equals(scene().policy())) {
            throw TimedScene.bad("this scenario runs on " + id
                    + " itself, which cannot be compared with itself: tag it @not-policy:" + id);
        }
        comparedWith.add(id);
        return id;
    }

    /** Whether the scenario itself has compared its policy with this one. */
    boolean isComparedWith(String policy) {
        return comparedWith.contains(policy);
    }
}
