// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.published;

import java.util.ArrayList;
import java.util.List;

/** Rows from outside the four threads: they fit nothing, and test the model where it was not made. */
final class OutsideTables {

    static final String OUTSIDE = "outside";
    static final String ICE_LAKE = "icelake-2p-64c128t";
    static final String ALTRA = "altra-80-slc";

    private static final Kernel ERA = Kernel.LINUX_7_2.of2022();
    private static final double HALF = 12;
    private static final double TBENCH_NOISE = 3;
    private static final double RATIO_MARK = 25;
    private static final double HEIGHT = 3;
    private static final double POLLING_MARK = 5;
    private static final int[] CLIENTS = {1, 64, 256};
    private static final int[] ICE_LAKE_WORKERS = {16, 32, 64, 128};

    private final Figures figures;
    private final Scale scale;
    private final Table table;

    OutsideTables(Figures figures, Scale scale) {
        this.figures = figures;
        this.scale = scale;
        table = new Table(OUTSIDE, figures);
    }

    List<Cell> cells() {
        tbench();
        iceLake();
        schbenchOnAltra();
        polling();
        handOff();
        notModelled();
        return new ArrayList<>(table.cells());
    }

    /** Compared in the published unit: what the load file transfers is known, and nothing of it is fitted. */
    private void tbench() {
        for (int clients : CLIENTS) {
            Experiment sync =
                    new Experiment(Zen3Tables.MACHINE, Zen3Tables.TIP, new Program.Net(clients, scale.netMs()), ERA, 1);
            Cell base = table.add(
                    "X-Z3-TB-" + clients + "-sync", sync, Program.PER_SECOND, b -> b.mark(new Mark.Within(RATIO_MARK)));
            table.add("X-Z3-TB-" + clients + "-nosync", sync.policy("irq-nosync"), Program.PER_SECOND, b -> b.base(
                            base, TBENCH_NOISE)
                    .mark(new Mark.ChangeWithin(HALF)));
        }
    }

    /** The pile-up moves with the size of the cache: 64 CPUs instead of 16. */
    private void iceLake() {
        for (int workers : ICE_LAKE_WORKERS) {
            Experiment tip = Zen3Tables.schbench(scale, ICE_LAKE, workers, Zen3Tables.TIP);
            Cell base = table.add("X-ICX-SB-" + workers + "-tip", tip, "p99", b -> b.mark(new Mark.Within(RATIO_MARK)));
            boolean piled = workers > 64;
            table.add(
                    "X-ICX-SB-" + workers + "-wake_affine",
                    tip.policy(Zen3Tables.HINTS.get("wake_affine")),
                    "p99",
                    b -> b.base(base, 7.8).mark(new Mark.Threshold(Zen3Tables.PILED_UP, piled, HEIGHT)));
        }
    }

    /** The change concerns CPUs that share a cache, so that the cores of this machine must: its system cache is their L3. */
    private void schbenchOnAltra() {
        Program program = new Program.Sch(true, 2, 8, scale.schMs(), 30_000, 30_000);
        Experiment after = new Experiment(ALTRA, Zen3Tables.TIP, program, ERA, 1);
        Experiment before = after.kernel(ERA.wakeListToIdle(false));
        for (String p : List.of("p50", "p99")) {
            Cell base = table.add("X-ALT-SB8-" + p + "-before", before, p, b -> b.mark(new Mark.Within(RATIO_MARK)));
            table.add("X-ALT-SB8-" + p + "-after", after, p, b -> b.mark(new Mark.Within(RATIO_MARK))
                    .base(base, 0));
        }
    }

    /** Pipe of Graviton2 with and without polling: the difference is what interrupt and idle exit cost. */
    private void polling() {
        Experiment wfi = new Experiment(
                "graviton2-64", Zen3Tables.TIP, new Program.Pipe(scale.pipeLoops(), ""), Kernel.LINUX_7_2, 1);
        Cell base = table.add(
                "X-ARM-PIPE-c6g.metal-wfi_idle",
                wfi,
                Program.USECS_PER_OP,
                b -> b.role(Role.TWIN, "sets the unit: clock and build dominate the absolute time"));
        Cell unit = base.withReference(base);
        table.cells().set(table.cells().size() - 1, unit);
        table.add(
                "X-ARM-PIPE-c6g.metal-wfe_poll_idle",
                wfi.machine("graviton2-64-polling"),
                Program.USECS_PER_OP,
                b -> b.reference(base).base(unit, 2).mark(new Mark.ChangeWithin(POLLING_MARK)));
    }

    /** A hand-off on the waker's CPU against a plain wakeup; the machine is not named. */
    private void handOff() {
        Experiment plain = new Experiment(
                Zen3Tables.MACHINE, Zen3Tables.TIP, new Program.Notify(scale.pipeLoops(), false), Kernel.LINUX_7_2, 1);
        Cell base = table.add(
                "X-X86-SECCOMP-async",
                plain,
                Program.USECS_PER_OP,
                b -> b.role(Role.TWIN, "sets the unit: the machine is not named"));
        Cell unit = base.withReference(base);
        table.cells().set(table.cells().size() - 1, unit);
        Experiment direct = new Experiment(
                Zen3Tables.MACHINE, Zen3Tables.TIP, new Program.Notify(scale.pipeLoops(), true), Kernel.LINUX_7_2, 1);
        table.add("X-X86-SECCOMP-sync", direct, Program.USECS_PER_OP, b -> b.reference(base)
                .base(unit, 2)
                .mark(new Mark.ChangeWithin(HALF)));
    }

    private void notModelled() {
        for (Figure figure : figures.all()) {
            if (figure.id().startsWith("X-P11-HB")) {
                table.without(
                        figure.id(),
                        Role.UNKNOWABLE,
                        "standard deviations of 6 to 8 % exceed every change of the table");
            } else if (figure.id().startsWith("X-P11") || figure.id().startsWith("X-P10")) {
                table.without(figure.id(), Role.UNKNOWABLE, "neither program nor machine is described");
            } else if (figure.id().startsWith("X-AMD-FUTEX")) {
                table.without(figure.id(), Role.CALIBRATED, "source of the wake times of the idle states");
            }
        }
    }
}
