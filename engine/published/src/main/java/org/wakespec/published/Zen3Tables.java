// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.published;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Zen3: hackbench and schbench under the wakeup hints of 2022. Those kernels had CFS and an idle defect; what can be set back is
 * set back, the rest is a warning.
 */
final class Zen3Tables {

    static final String HACKBENCH = "zen3-hackbench";
    static final String SCHBENCH = "zen3-schbench";
    static final String MACHINE = "zen3-2p-128c256t";
    /** Above it a wakeup has waited for another task's slice; usec. */
    static final double PILED_UP = 1_000;

    static final Map<String, String> HINTS = Map.of("wake_affine", "wake-hint-affine", "wake_hold", "wake-hint-hold");
    static final String TIP = "linux-7.2";

    private static final Kernel ERA = Kernel.LINUX_7_2.of2022();
    private static final int[] GROUPS = {1, 2, 4, 8, 16};
    private static final int[] WORKERS = {1, 2, 4, 8, 16, 32, 64, 128, 256, 512};
    private static final double HACKBENCH_NOISE = 3.5;
    private static final double SCHBENCH_NOISE = 7.8;
    private static final double SIZE_MARK = 4;
    private static final double TIP_MARK = 25;
    private static final int FIRST_JUDGED = 16;
    private static final int OVERLOAD = 512;
    private static final int BUSY_GROUPS = 8;
    private static final int WORK_US = 30_000;
    private static final double HEIGHT = 3;
    private static final String C_STATES = "depends on C-states: the same box gave 22 and 37 us within two months";
    private static final String CFS = "height of an overload under CFS: one engine with EEVDF cannot match it";

    private final Scale scale;
    private final Table hackbench;
    private final Table schbench;

    Zen3Tables(Figures figures, Scale scale) {
        this.scale = scale;
        hackbench = new Table(HACKBENCH, figures);
        schbench = new Table(SCHBENCH, figures);
    }

    List<Cell> cells() {
        hackbench();
        for (int workers : WORKERS) {
            schbench(workers);
        }
        List<Cell> all = new ArrayList<>(hackbench.cells());
        all.addAll(schbench.cells());
        return all;
    }

    private Experiment messaging(int groups, String policy) {
        return new Experiment(MACHINE, policy, scale.messaging(groups, false), ERA, 1);
    }

    private void hackbench() {
        Map<Integer, Cell> tips = new HashMap<>();
        Cell[] reference = new Cell[1];
        for (int groups : GROUPS) {
            boolean busy = groups >= BUSY_GROUPS;
            Cell tip = hackbench.add("Z3-HB-" + groups + "-tip", messaging(groups, TIP), Program.SECONDS, b -> {
                b.mark(new Mark.Within(TIP_MARK));
                if (reference[0] == null) {
                    return b.role(Role.TWIN, "sets the unit of the table: the loop count is not stated");
                }
                b.reference(reference[0]);
                return busy ? b.role(Role.UNKNOWABLE, CFS) : b;
            });
            if (reference[0] == null) {
                reference[0] = tip;
                tip = tip.withReference(tip);
                hackbench.cells().set(0, tip);
            }
            tips.put(groups, tip);
            hackbench.without("Z3-HB-" + groups + "-no-hint", Role.TWIN, "no hint is set: the same placement as tip");
            for (String hint : List.of("wake_affine", "wake_hold")) {
                hackbench.add(
                        "Z3-HB-" + groups + "-" + hint,
                        messaging(groups, HINTS.get(hint)),
                        Program.SECONDS,
                        b -> b.reference(reference[0])
                                .base(tips.get(groups), HACKBENCH_NOISE)
                                .mark(new Mark.ChangeWithin(SIZE_MARK)));
            }
        }
    }

    /** A run of the schbench of 2022 with 30 ms of work and of sleep. */
    static Experiment schbench(Scale scale, String machine, int workers, String policy) {
        // few workers give few samples: they run longer, which costs little
        int ms = workers <= BUSY_GROUPS ? scale.schMs() * 2 : scale.schMs();
        return new Experiment(machine, policy, new Program.Sch(true, 1, workers, ms, WORK_US, WORK_US), ERA, 1);
    }

    private void schbench(int workers) {
        boolean judged = workers >= FIRST_JUDGED;
        Cell tip = schbench.add(
                "Z3-SB-" + workers + "-tip",
                schbench(scale, MACHINE, workers, TIP),
                "p99",
                b -> steady(b.mark(new Mark.Within(TIP_MARK)), workers));
        schbench.without("Z3-SB-" + workers + "-no-hint", Role.TWIN, "no hint is set: the same placement as tip");
        Mark affine = new Mark.Threshold(PILED_UP, judged, HEIGHT);
        schbench.add(
                "Z3-SB-" + workers + "-wake_affine",
                schbench(scale, MACHINE, workers, HINTS.get("wake_affine")),
                "p99",
                b -> b.mark(affine).base(tip, SCHBENCH_NOISE));
        schbench.add(
                "Z3-SB-" + workers + "-wake_hold",
                schbench(scale, MACHINE, workers, HINTS.get("wake_hold")),
                "p99",
                b -> steady(b.mark(new Mark.Within(TIP_MARK)), workers).base(tip, SCHBENCH_NOISE));
    }

    private static Table.Builder steady(Table.Builder b, int workers) {
        if (workers < FIRST_JUDGED) {
            return b.role(Role.UNKNOWABLE, C_STATES);
        }
        return workers == OVERLOAD ? b.role(Role.UNKNOWABLE, CFS) : b;
    }
}
