// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.steps;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.wakespec.simulator.runqueue.Scheduler;
import org.wakespec.simulator.topology.CpuMask;
import org.wakespec.simulator.topology.SchedDomain;
import org.wakespec.simulator.topology.SchedDomainShared;
import org.wakespec.steps.Actor.State;
import org.wakespec.steps.CpuState.Occupation;
import org.wakespec.steps.Scene.LlcStatement;

/** Says which defaults filled in what a scenario left unsaid. */
final class Defaults {

    private final Scene scene;
    private final Scheduler sched;
    private final List<String> lines;

    Defaults(Scene scene, Scheduler sched, List<String> lines) {
        this.scene = scene;
        this.sched = sched;
        this.lines = lines;
    }

    void collect() {
        cpus();
        tasks();
        llcs();
        if (scene.setup().configUntouched()) {
            lines.add("kernel: HZ " + sched.config.hz() + ", group scheduling "
                    + (sched.config.fairGroupSched() ? "on" : "off")
                    + " (all tasks in the root group)");
        }
    }

    private void cpus() {
        CpuMask idle = new CpuMask(sched.nrCpus());
        boolean unnamedBusy = false;
        boolean realTime = false;
        boolean idleDepthUnsaid = false;
        for (CpuState cpu : scene.cpus()) {
            if (!cpu.said() && sched.topology.active.test(cpu.cpu)) {
                idle.set(cpu.cpu);
            }
            unnamedBusy |= cpu.occupation == Occupation.BUSY || cpu.beside > 0;
            realTime |= cpu.occupation == Occupation.REAL_TIME;
            idleDepthUnsaid |= cpu.exitLatencyUs < 0 && cpu.idleForUs < 0;
        }
        if (!idle.isEmpty()) {
            lines.add("idle, as nothing is said about them: CPUs " + idle);
        }
        if (unnamedBusy) {
            lines.add("a busy CPU runs nice-0 tasks of load " + Live.FULL + ", utilisation " + Live.FULL
                    + " together (its capacity where that is less)");
        }
        if (realTime) {
            lines.add("a real-time task leaves the capacity for fair tasks as it is");
        }
        if (idleDepthUnsaid) {
            lines.add("idle CPUs have been idle for " + Live.IDLE_FOR_US / 1_000_000
                    + " s in an idle state of exit latency "
                    + Live.EXIT_LATENCY_US + " us");
        }
    }

    private void tasks() {
        each("alone on its CPU", a -> a.state == State.RUNNING && scene.cpus()[a.task.cpu].queue.size() == 1);
        each("load " + Live.FULL + " (runs without sleeping)", a -> !a.loadSaid && isAwake(a));
        each("load 0 (slept for long)", a -> !a.loadSaid && isAsleep(a));
        each("utilisation " + Live.FULL + " (runs without sleeping)", a -> !a.utilisationSaid && isAwake(a));
        each("utilisation 0 (slept for long)", a -> !a.utilisationSaid && isAsleep(a));
        each("0 wakee flips", a -> !a.flipsSaid && a.state != State.NOWHERE);
        each("last wakee none", a -> !a.lastWakeeSaid && a.state != State.NOWHERE);
        each("recently used CPU = previous CPU", a -> !a.recentSaid && isAsleep(a));
        each("may run on all CPUs", a -> !a.affinitySaid && a.state != State.NOWHERE);
    }

    private void each(String what, Predicate<Actor> which) {
        List<String> names = new ArrayList<>();
        for (Actor actor : scene.actors()) {
            if (which.test(actor)) {
                names.add(actor.name());
            }
        }
        if (!names.isEmpty()) {
            lines.add(String.join(", ", names) + ": " + what);
        }
    }

    private static boolean isAwake(Actor actor) {
        return actor.state == State.RUNNING || actor.state == State.QUEUED;
    }

    private static boolean isAsleep(Actor actor) {
        return actor.state == State.SLEEPING || actor.state == State.SWITCHING_OUT || actor.state == State.DELAYED;
    }

    /** The shared state around the named tasks; that of other LLCs follows the same rules. */
    private void llcs() {
        Map<CpuMask, Integer> llcs = new LinkedHashMap<>();
        for (Actor actor : scene.actors()) {
            SchedDomain llc = actor.task.cpu < 0 ? null : sched.topology.sdLlc[actor.task.cpu];
            if (llc != null) {
                llcs.putIfAbsent(llc.span, actor.task.cpu);
            }
        }
        llcs.forEach((span, cpu) -> {
            SchedDomainShared shared = sched.topology.sdLlcShared[cpu];
            if (shared == null) {
                return;
            }
            List<String> parts = new ArrayList<>();
            if (unsaid(span, LlcStatement.Kind.NR_BUSY)) {
                parts.add(shared.nrBusyCpus == 1 ? "1 CPU counts as busy" : shared.nrBusyCpus + " CPUs count as busy");
            }
            if (unsaid(span, LlcStatement.Kind.IDLE_CORE)) {
                parts.add(
                        sched.topology.sdBalanceShared[cpu].hasIdleCores
                                ? "advertises an idle core"
                                : "advertises no idle core");
            }
            if (unsaid(span, LlcStatement.Kind.SCAN_BUDGET)) {
                parts.add("scan budget " + shared.nrIdleScan);
            }
            if (!parts.isEmpty()) {
                lines.add("LLC of CPUs " + span + ": " + String.join(", ", parts));
            }
        });
    }

    private boolean unsaid(CpuMask span, LlcStatement.Kind kind) {
        return scene.llcStatements().stream().noneMatch(s -> s.kind() == kind && span.test(s.cpu()));
    }
}
