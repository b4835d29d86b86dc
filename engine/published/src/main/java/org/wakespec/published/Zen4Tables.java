// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.published;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Zen4: pipe and messaging, with and without sync. The unit of messaging is unknown: its loop count is not stated; nor is the
 * model, and threads are read on the author's other system, too.
 */
final class Zen4Tables {

    static final String PIPE = "zen4-pipe";
    static final String MESSAGING = "zen4-messaging";

    static final String MACHINE = "zen4-1p-96c192t";
    private static final String TWO_SOCKETS = "zen4-2p-256c512t";
    private static final String TIP = "linux-7.2";
    private static final String NO_SYNC = "no-sync";
    private static final String[] KINDS = {"threads", "processes"};
    private static final int[] GROUPS = {1, 2, 4, 8, 16};
    /** Where the two systems differ, and what they are compared with. */
    private static final int[] MANY_GROUPS = {4, 8, 16};

    private static final int FLAT_GROUPS = 4;
    private static final double SIZE_MARK = 4;
    private static final double EQUAL_MARK = 3;
    private static final double NOISE = 3;

    private final Scale scale;
    private final Table pipe;
    private final Table messaging;

    Zen4Tables(Figures figures, Scale scale) {
        this.scale = scale;
        pipe = new Table(PIPE, figures);
        messaging = new Table(MESSAGING, figures);
    }

    List<Cell> cells() {
        pipes();
        messages();
        List<Cell> all = new ArrayList<>(pipe.cells());
        all.addAll(messaging.cells());
        return all;
    }

    private void pipes() {
        Experiment tip = new Experiment(MACHINE, TIP, new Program.Pipe(scale.pipeLoops(), ""), Kernel.LINUX_7_2, 1);
        Cell base = pipe.add("Z4-PIPE-tip", tip, Program.USECS_PER_OP, Table.Builder::calibrated);
        pipe.add("Z4-PIPE-no_sync", tip.policy(NO_SYNC), Program.USECS_PER_OP, b -> b.calibrated()
                .base(base, 2));
    }

    private Experiment run(String kind, int groups, String policy) {
        return new Experiment(MACHINE, policy, scale.messaging(groups, kind.equals("threads")), Kernel.LINUX_7_2, 1);
    }

    private static String id(String kind, int groups, String variant) {
        return "Z4-MSG-" + kind + "-" + groups + "-" + variant;
    }

    private void messages() {
        Cell reference = messaging.add(
                id("threads", FLAT_GROUPS, NO_SYNC.replace('-', '_')),
                run("threads", FLAT_GROUPS, NO_SYNC),
                Program.SECONDS,
                b -> b.calibrated().note("sets the unit of the table"));
        Cell scaled = reference.withReference(reference);
        messaging.cells().set(0, scaled);
        Map<String, Cell> noSync = new HashMap<>();
        noSync.put(scaled.id(), scaled);
        Map<String, Cell> tip = new HashMap<>();
        for (String kind : KINDS) {
            for (int groups : GROUPS) {
                cells(kind, groups, scaled, noSync, tip);
            }
        }
        if (scale.whole()) {
            twoSockets(scaled, noSync, tip);
        }
    }

    private void twoSockets(Cell reference, Map<String, Cell> noSync, Map<String, Cell> tip) {
        Cell unit = elsewhere(reference, null, null);
        unit = messaging.add(unit.withReference(unit));
        for (int groups : MANY_GROUPS) {
            Cell plain = noSync.get(id("threads", groups, "no_sync"));
            Cell base = plain == reference ? unit : messaging.add(elsewhere(plain, unit, null));
            messaging.add(elsewhere(tip.get(id("threads", groups, "tip")), unit, base));
        }
    }

    private static Cell elsewhere(Cell cell, Cell reference, Cell base) {
        return cell.otherwise(" two sockets", cell.experiment().machine(TWO_SOCKETS), reference, base);
    }

    private void cells(String kind, int groups, Cell reference, Map<String, Cell> noSync, Map<String, Cell> tips) {
        String plain = id(kind, groups, "no_sync");
        boolean few = groups <= FLAT_GROUPS;
        if (!noSync.containsKey(plain)) {
            boolean fitted = plain.equals("Z4-MSG-threads-16-no_sync");
            noSync.put(plain, messaging.add(plain, run(kind, groups, NO_SYNC), Program.SECONDS, b -> b.role(
                            fitted ? Role.CALIBRATED : Role.PREDICTED, "")
                    .reference(reference)
                    .mark(new Mark.Within(SIZE_MARK))));
        }
        Cell base = noSync.get(plain);
        Cell tip = messaging.add(
                id(kind, groups, "tip"), run(kind, groups, TIP), Program.SECONDS, b -> b.reference(reference)
                        .base(base, NOISE)
                        .mark(new Mark.ChangeWithin(few ? SIZE_MARK : EQUAL_MARK)));
        tips.put(tip.id(), tip);
        if (scale.whole() && kind.equals("threads") && few) {
            messaging.add(tip.otherwise(
                    " cache-aware off", tip.experiment().kernel(Kernel.LINUX_7_2.schedCache(false)), reference, base));
        }
    }
}
