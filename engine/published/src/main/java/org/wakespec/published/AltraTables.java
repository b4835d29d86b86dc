// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.published;

import java.util.ArrayList;
import java.util.List;

/** Ampere Altra: pipe of the threads on reciprocal pairs, and the claims made without tables. */
final class AltraTables {

    static final String PIPE = "altra-pipe";
    static final String CLAIMS = "altra-claims";

    static final String PAIR = "altra-80-llc2";
    private static final String WHOLE = "altra-80-llc80";
    private static final String BASE = "linux-7.2";
    private static final String OP = Program.USECS_PER_OP;
    private static final double NOISE_V4 = 2;
    private static final double NOISE_V5 = 8;
    private static final double PIPE_MARK = 5;
    private static final String SELECTION_NEVER_RUNS =
            "selection never runs with one CPU: the published change is the noise of the box";
    /** What the claim calls the noise of its ten runs, whichever way its sign is meant. */
    private static final double CLAIMED_NOISE = 3.7;

    private static final double NO_MATERIAL_REGRESSION = 10;

    /** schbench -p in the report has no size; the smallest shows placement most. */
    private static final int TRANSFER = 4;

    private final Figures figures;
    private final Scale scale;
    private final Table pipe;
    private final Table claims;

    AltraTables(Figures figures, Scale scale) {
        this.figures = figures;
        this.scale = scale;
        pipe = new Table(PIPE, figures);
        claims = new Table(CLAIMS, figures);
    }

    List<Cell> cells() {
        v4();
        earlier();
        v5();
        claims();
        List<Cell> all = new ArrayList<>(pipe.cells());
        all.addAll(claims.cells());
        return all;
    }

    private Experiment run(String policy, String cpus, Kernel kernel) {
        return new Experiment(PAIR, policy, new Program.Pipe(scale.pipeLoops(), cpus), kernel, 1);
    }

    private Experiment run(String policy, String cpus) {
        return run(policy, cpus, Kernel.LINUX_7_2);
    }

    private void v4() {
        Cell one = pipe.add("ALT-PIPE-ONE-base-mean", run(BASE, "79"), OP, Table.Builder::calibrated);
        Cell pair = pipe.add("ALT-PIPE-PAIR-base-mean", run(BASE, "78,79"), OP, Table.Builder::calibrated);
        Cell free = pipe.add("ALT-PIPE-FREE-base-mean", run(BASE, ""), OP, b -> b);
        Cell freeV4 = pipe.add("ALT-PIPE-FREE-v4-mean", run("sync-pair-v4", ""), OP, b -> b.calibrated()
                .base(free, NOISE_V4));
        Cell pairV4 = pipe.add("ALT-PIPE-PAIR-v4-mean", run("sync-pair-v4", "78,79"), OP, b -> b.base(pair, NOISE_V4));
        Cell oneV4 = pipe.add("ALT-PIPE-ONE-v4-mean", run("sync-pair-v4", "79"), OP, b -> b.base(one, NOISE_V4)
                .mark(new Mark.Unchanged())
                .note(SELECTION_NEVER_RUNS));
        for (Cell cell : List.of(one, pair, free, freeV4, pairV4, oneV4)) {
            pipe.add(
                    cell.figure().id().replace("mean", "median"),
                    cell.experiment(),
                    OP,
                    b -> b.role(Role.TWIN, "the same runs as the mean"));
        }
        if (scale.whole()) {
            Cell wholeFree =
                    pipe.add(free.otherwise(" llc=80", free.experiment().machine(WHOLE), null, null));
            pipe.add(freeV4.otherwise(" llc=80", freeV4.experiment().machine(WHOLE), null, wholeFree));
            Cell wholePair =
                    pipe.add(pair.otherwise(" llc=80", pair.experiment().machine(WHOLE), null, null));
            pipe.add(pairV4.otherwise(" llc=80", pairV4.experiment().machine(WHOLE), null, wholePair));
            Cell wholeOne = pipe.add(one.otherwise(" llc=80", one.experiment().machine(WHOLE), null, null));
            pipe.add(oneV4.otherwise(" llc=80", oneV4.experiment().machine(WHOLE), null, wholeOne));
        }
    }

    /** Percentages without times: compared as changes of the free run. */
    private void earlier() {
        Cell free = byId("ALT-PIPE-FREE-base-mean");
        percent("ALT-CLAIM-V1-pipe", "sync-pair-v1", free);
        percent("X-ALT-CLAIM-V3-pipe", "sync-pair-v3", free);
    }

    private void percent(String id, String policy, Cell free) {
        Figure claim = figures.byId(id);
        double value = free.figure().value() * (1 - claim.value() / 100);
        Figure time = new Figure(
                id,
                claim.table(),
                claim.workload(),
                claim.parameter(),
                "time per op",
                "usec/op",
                claim.variant(),
                value,
                Double.NaN,
                claim.statistic());
        pipe.add(new Table.Builder(PIPE, time, run(policy, ""), OP)
                .base(free, NOISE_V4)
                .mark(new Mark.ChangeWithin(PIPE_MARK))
                .note("published as " + claim.value() + " % less time")
                .build());
    }

    /** The kernel of v5 is faster on one CPU: only that time is fitted again. */
    private void v5() {
        Kernel faster = Kernel.LINUX_7_2.costs(LaterKernel.costs());
        Cell one = pipe.add("X-ALT-V5-PIPE-ONE-base-mean", run(BASE, "79", faster), OP, Table.Builder::calibrated);
        Cell free = pipe.add("X-ALT-V5-PIPE-FREE-base-mean", run(BASE, "", faster), OP, b -> b);
        Cell pair = pipe.add("X-ALT-V5-PIPE-PAIR-base-mean", run(BASE, "78,79", faster), OP, b -> b);
        Cell freeV5 = pipe.add(
                "X-ALT-V5-PIPE-FREE-v5-mean", run("sync-pair-v5", "", faster), OP, b -> b.base(free, NOISE_V5));
        Cell pairV5 = pipe.add(
                "X-ALT-V5-PIPE-PAIR-v5-mean", run("sync-pair-v5", "78,79", faster), OP, b -> b.base(pair, NOISE_V5));
        pipe.add("X-ALT-V5-PIPE-ONE-v5-mean", run("sync-pair-v5", "79", faster), OP, b -> b.base(one, NOISE_V5)
                .mark(new Mark.Unchanged())
                .note(SELECTION_NEVER_RUNS));
        for (Cell cell : List.of(free, pair, freeV5, pairV5)) {
            pipe.add(
                    cell.figure().id().replace("mean", "median"),
                    cell.experiment(),
                    OP,
                    b -> b.role(Role.TWIN, "the same runs as the mean"));
        }
    }

    private void claims() {
        for (int groups : new int[] {1, 2, 4, 8}) {
            for (boolean threads : new boolean[] {false, true}) {
                Program program = scale.messaging(groups, threads);
                claim(
                        "ALT-HB-" + (threads ? "threads-" : "processes-") + groups,
                        figures.byId("ALT-CLAIM-HB-hi"),
                        program,
                        Program.SECONDS,
                        new Mark.ChangeBetween(-CLAIMED_NOISE, CLAIMED_NOISE));
            }
        }
        for (int workers : new int[] {8, 40, 80, 240}) {
            claim(
                    "ALT-SB-" + workers,
                    figures.byId("ALT-CLAIM-SB-normal"),
                    new Program.Sch(false, 1, workers, scale.schMs() / 4, 16_900, 100),
                    "p99",
                    new Mark.ChangeBetween(-100, NO_MATERIAL_REGRESSION));
        }
        for (int workers : new int[] {1, 2, 4, 8}) {
            claim(
                    "ALT-SBPIPE-" + workers,
                    figures.byId("ALT-CLAIM-SB-pipe"),
                    new Program.SchPipe(workers, scale.netMs(), TRANSFER),
                    Program.PER_SECOND,
                    new Mark.ChangeBetween(-NO_MATERIAL_REGRESSION, 100));
        }
        claims.without("ALT-CLAIM-V1-other", Role.UNKNOWABLE, "names programs without figures or parameters");
    }

    private static Figure claimed(String id, Figure claim) {
        return new Figure(
                id,
                claim.table(),
                claim.workload(),
                claim.parameter(),
                "change",
                "percent",
                claim.variant(),
                1,
                Double.NaN,
                claim.statistic());
    }

    /** A claim that nothing changes: the base counts as 1. */
    private void claim(String id, Figure claim, Program program, String measure, Mark mark) {
        Experiment before = new Experiment(PAIR, BASE, program, Kernel.LINUX_7_2, 1);
        Cell base = new Table.Builder(CLAIMS, claimed(id + "-base", claim), before, measure)
                .role(Role.SHOWN, "what the change is counted from")
                .build();
        Cell reference = base;
        claims.add(new Table.Builder(CLAIMS, claimed(id, claim), before.policy("sync-pair-v4"), measure)
                .reference(reference)
                .base(base.withReference(base), Double.MAX_VALUE)
                .mark(mark)
                .build());
    }

    private Cell byId(String id) {
        return pipe.cells().stream().filter(c -> c.id().equals(id)).findFirst().orElseThrow();
    }
}
