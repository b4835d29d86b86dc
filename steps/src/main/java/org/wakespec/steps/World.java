// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.steps;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.wakespec.engine.spi.Variant;
import org.wakespec.simulator.wakeup.PlacementPolicy;

/**
 * What the steps of one scenario share; one for each scenario and policy, injected into the step classes. Remembers
 * what was said and done, so that it can be said and done again under another policy.
 */
public final class World {

    private final String policy;
    private final List<Consumer<Scene>> history = new ArrayList<>();
    /** The second policy that is asked beside this one. */
    private final Optional<Comparison> comparison;

    private Scene scene;
    /** Time passes in this scenario: nothing is placed by hand. */
    private boolean timed;
    /** The machine runs: statements come too late. */
    private boolean running;

    /** The world of the scenario that runs on this thread. */
    public World() {
        policy = Variant.current().name();
        comparison = Comparison.configured(policy);
    }

    /** Id of the policy the scenario runs on. */
    String policy() {
        return policy;
    }

    Scene scene() {
        if (scene == null) {
            PlacementPolicy own = Policies.registry().create(policy);
            scene = new Scene(comparison.map(second -> second.beside(own)).orElse(own));
        }
        return scene;
    }

    /** The second policy that every decision is also asked of, if there is one. */
    Optional<Comparison> comparison() {
        return comparison;
    }

    private static Scene newScene(String policy) {
        return new Scene(Policies.registry().create(policy));
    }

    /** States something. */
    void given(Consumer<Scene> statement) {
        if (running) {
            throw new BadScenarioException(
                    "the machine runs already: say this before the first step in which time passes, or use a"
                            + " step that changes a task, such as 'B is moved to CPU 3' or 'B becomes SCHED_IDLE'");
        }
        statement.accept(scene());
        history.add(statement);
    }

    /** Does something; the scheduler comes to be with the first action. */
    void act(Consumer<Live> action) {
        if (timed) {
            throw new BadScenarioException(
                    "tasks are woken by programs in a scenario in which time passes, not by a step: for example"
                            + " 'A computes 1 ms and wakes B in turn'");
        }
        given(s -> action.accept(s.live()));
    }

    /** Whether the scenario speaks of a machine at all. */
    boolean used() {
        return scene != null && scene.setup().known();
    }

    /** Whether time passes in the scenario: then what happens is not placements. */
    boolean timed() {
        return timed;
    }

    void letTimePass() {
        if (started()) {
            throw new BadScenarioException(
                    "a task has been placed already: in one scenario either steps wake tasks or time passes");
        }
        timed = true;
    }

    void endOfStatements() {
        running = true;
    }

    boolean started() {
        return scene != null && scene.started();
    }

    /** Everything placed so far, in order. */
    List<Placement> placements() {
        return started() ? scene.live().placements() : List.of();
    }

    /**
     * The last placement.
     *
     * @throws BadScenarioException if nothing was placed
     */
    Placement last() {
        List<Placement> all = placements();
        if (all.isEmpty()) {
            throw new BadScenarioException(
                    "nothing has been placed yet: a When step such as 'When A wakes B' must " + "come first");
        }
        return all.get(all.size() - 1);
    }

    /**
     * The last placement of a task.
     *
     * @throws BadScenarioException if the task is unknown or was not placed
     */
    Placement last(String task) {
        last();
        scene.known(task);
        List<Placement> all = placements();
        for (int i = all.size() - 1; i >= 0; i--) {
            if (all.get(i).decision().task().comm.equals(task)) {
                return all.get(i);
            }
        }
        throw new BadScenarioException("task " + task + " has not been placed: placed so far: "
                + String.join(
                        ", ",
                        all.stream()
                                .map(p -> p.decision().task().comm)
                                .distinct()
                                .toList()));
    }

    /** The same scenario so far, under another policy. */
    List<Placement> placementsUnder(String otherPolicy) {
        Scene other = newScene(otherPolicy);
        history.forEach(step -> step.accept(other));
        return other.started() ? other.live().placements() : List.of();
    }

    /** The scenario is over, and its evidence taken. */
    void close() {
        if (started()) {
            scene.live().close();
            scene = null;
        }
    }
}
