// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.steps.runtime;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.wakespec.report.DecisionJson;
import org.wakespec.report.LadderText;
import org.wakespec.report.MachineJson;
import org.wakespec.simulator.record.SimObserver;
import org.wakespec.simulator.runqueue.Scheduler;
import org.wakespec.simulator.task.Task;
import org.wakespec.simulator.topology.CpuMask;
import org.wakespec.simulator.wakeup.Decision;
import org.wakespec.steps.Pictures;
import org.wakespec.steps.TimedScene;

/** Where the tasks were placed that a scenario wants to know about, by which rules; and the last ladders. */
final class PlacementLog implements SimObserver {

    /** Ladders kept for reports. */
    private static final int KEPT = 20;

    private final Set<String> names = new LinkedHashSet<>();
    /** The common names of copies; only looked up. */
    private final Map<Task, String> copies = new IdentityHashMap<>();
    /** By name of a task, or of the copies together: how many decisions a rule made. */
    private final Map<String, Map<String, Long>> rules = new LinkedHashMap<>();

    private final Map<String, Decision> latest = new LinkedHashMap<>();
    private final Deque<Kept> last = new ArrayDeque<>();
    private Scheduler scheduler;

    /** A decision and the CPUs that were idle when it was made. */
    private record Kept(Decision decision, CpuMask idle) {}

    /** Where to look which CPUs are idle; before time passes. */
    void watch(Scheduler watched) {
        scheduler = watched;
    }

    /** Listens for a task, or all copies of it. */
    void record(String name) {
        names.add(name);
    }

    boolean records(String name) {
        return names.contains(name);
    }

    void reset() {
        rules.clear();
        latest.clear();
        last.clear();
    }

    /** From now on a task goes by the name it shares with other copies. */
    void copy(Task task, String name) {
        copies.put(task, name);
    }

    /** The name a scenario calls the task by; null: nobody asked for it. */
    private String name(Task task) {
        String name = copies.getOrDefault(task, task.comm);
        return names.contains(name) ? name : null;
    }

    @Override
    public boolean wantsDecisions() {
        return !names.isEmpty();
    }

    @Override
    public boolean wantsLadder(Task task) {
        return name(task) != null;
    }

    @Override
    public void onDecision(long now, Decision decision) {
        String name = name(decision.task());
        if (name == null) {
            return;
        }
        rules.computeIfAbsent(name, n -> new LinkedHashMap<>()).merge(rule(decision), 1L, Long::sum);
        latest.put(name, decision);
        CpuMask idle = last.size() == KEPT ? last.removeFirst().idle() : new CpuMask(scheduler.topology.nrCpus);
        idle.clear();
        CpuMask active = scheduler.topology.active;
        for (int cpu = active.first(); cpu >= 0; cpu = active.next(cpu + 1)) {
            if (scheduler.rq[cpu].idleCpu()) {
                idle.set(cpu);
            }
        }
        last.add(new Kept(decision, idle));
    }

    /** The rule that decided the CPU, without the affine comparison before it. */
    static String rule(Decision decision) {
        return decision.by().substring(decision.by().lastIndexOf('|') + 1);
    }

    /** Decisions about the task by rule, in the order the rules were first met. */
    Map<String, Long> rules(String name) {
        return rules.getOrDefault(name, Map.of());
    }

    /** The latest decision about the task; null: there was none. */
    Decision latest(String name) {
        return latest.get(name);
    }

    List<Decision> last() {
        return last.stream().map(Kept::decision).toList();
    }

    /** The machine, with the CPUs that were busy at each of the {@linkplain #last() last} decisions. */
    String machine() {
        return MachineJson.of(scheduler.topology, last.stream().map(Kept::idle).toList());
    }

    /** The machine at the latest decision. */
    String picture() {
        Kept latestKept = last.getLast();
        return Pictures.svg(latestKept.decision(), scheduler.topology, latestKept.idle());
    }

    String json(MachineRun run) {
        return DecisionJson.of(run.policy(), run.scene().machine().name(), last(), List.of());
    }

    String text() {
        StringBuilder text = new StringBuilder();
        for (Decision decision : last()) {
            text.append(text.length() == 0 ? "" : "\n").append(LadderText.of(decision));
        }
        return text.toString();
    }

    /** Decisions are only there if they were asked for before time passed. */
    void check(String name) {
        if (!records(name)) {
            throw TimedScene.bad("the placements of " + name + " were not recorded: say first 'Given the placements of "
                    + name + " are recorded'");
        }
    }
}
