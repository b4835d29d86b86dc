// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.published;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.apache.commons.statistics.descriptive.Mean;

/** What else was argued for in the threads, run beside what was published. */
final class Alternatives {

    private static final int GROUPS = 4;
    /** As many CPUs as a node has, a third of them on each. */
    private static final String EVERY_NODE = "0-31,96-127,192-223";

    private final Laboratory laboratory;
    private final Scale scale;
    private final Map<String, Map<String, Experiment>> comparisons = new LinkedHashMap<>();

    Alternatives(Laboratory laboratory, Scale scale) {
        this.laboratory = laboratory;
        this.scale = scale;
        stacking();
        smt();
        handOff();
    }

    private Map<String, Experiment> comparison(String title) {
        return comparisons.computeIfAbsent(title, t -> new LinkedHashMap<>());
    }

    private void stacking() {
        Map<String, Experiment> runs =
                comparison("memcached on Clearwater Forest, 96x32: which remedy lowers the tail?");
        remedies(
                runs,
                CwfTables.run(scale, 96, CwfTables.BASE, Kernel.LINUX_7_2),
                "work that arrives on all nodes: a third of the clients on each",
                CwfTables.program(scale, 96, EVERY_NODE));
        Map<String, Experiment> web = comparison(
                "openresty on Clearwater Forest, receive queues on one node: which remedy shortens the waits?");
        remedies(
                web,
                new Experiment(
                        CwfTables.MACHINE, CwfTables.BASE, CwfTables.web(scale, CwfTables.NODE_0), Kernel.LINUX_7_2, 1),
                "receive interrupts spread over the nodes",
                CwfTables.web(scale, EVERY_NODE));
    }

    /** What the thread on overcommitted caches names against stacking. */
    private static void remedies(Map<String, Experiment> runs, Experiment base, String spread, Program spreadOut) {
        runs.put("linux-7.2", base);
        runs.put("the RFC (llc-overcommit-rfc)", base.policy(CwfTables.RFC));
        runs.put("epoll without sync", base.kernel(Kernel.LINUX_7_2.epollPassesSync(false)));
        runs.put(
                "net-flag: non-blocking sockets wake without sync",
                base.kernel(Kernel.LINUX_7_2.socketsPassSync(false)));
        runs.put(spread, new Experiment(base.machine(), base.policy(), spreadOut, base.kernel(), base.seed()));
    }

    private void smt() {
        Map<String, Experiment> runs = comparison(
                "messaging of 4 groups on Zen4: what to do with a sync wakeup where cores have two threads?");
        Program messaging = scale.messaging(GROUPS, false);
        for (String policy : List.of("linux-7.2", "no-sync", "sync-core", "sis-sync")) {
            runs.put(policy, new Experiment(Zen4Tables.MACHINE, policy, messaging, Kernel.LINUX_7_2, 1));
        }
        Map<String, Experiment> pipes = comparison("pipe on Zen4");
        for (String policy : List.of("linux-7.2", "no-sync", "sync-core", "sis-sync")) {
            pipes.put(
                    policy,
                    new Experiment(
                            Zen4Tables.MACHINE, policy, new Program.Pipe(scale.pipeLoops(), ""), Kernel.LINUX_7_2, 1));
        }
    }

    private void handOff() {
        Map<String, Experiment> runs =
                comparison("pipe on Altra: hand over on the waker's CPU, or in select_idle_sibling()?");
        for (String policy : List.of("linux-7.2", "sync-pair-v4", "sis-sync", "sis-current-v8")) {
            runs.put(
                    policy,
                    new Experiment(
                            AltraTables.PAIR, policy, new Program.Pipe(scale.pipeLoops(), ""), Kernel.LINUX_7_2, 1));
        }
    }

    String text() {
        List<Experiment> all = new ArrayList<>();
        comparisons.values().forEach(runs -> all.addAll(runs.values()));
        laboratory.run(new LinkedHashSet<>(all));
        StringBuilder out = new StringBuilder();
        comparisons.forEach((title, runs) -> {
            out.append(title).append('\n');
            Experiment first = runs.values().iterator().next();
            runs.forEach((name, run) -> out.append("  ")
                    .append(name)
                    .append(": ")
                    .append(figures(run, first))
                    .append("\n    why ")
                    .append(laboratory.outcome(run).mechanism())
                    .append('\n'));
            out.append('\n');
        });
        return out.toString();
    }

    /** What was measured, and how it differs from the first run of the comparison: negative means the value went down. */
    private String figures(Experiment run, Experiment first) {
        StringBuilder text = new StringBuilder();
        for (String name : laboratory.outcome(run).figures().keySet()) {
            if (!name.equals("mean")) {
                double value = mean(run, name);
                text.append(text.length() == 0 ? "" : ", ")
                        .append(name)
                        .append(String.format(Locale.ROOT, " %.4g", value));
                double before = mean(first, name);
                // of nothing there is no percentage
                if (!run.equals(first) && before != 0) {
                    text.append(String.format(Locale.ROOT, " (%+.0f %%)", (value / before - 1) * 100));
                }
            }
        }
        return text.toString();
    }

    private double mean(Experiment run, String name) {
        return Mean.of(laboratory.figures(run, name)).getAsDouble();
    }
}
