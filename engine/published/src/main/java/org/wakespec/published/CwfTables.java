// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.published;

import java.util.ArrayList;
import java.util.List;

/** Clearwater Forest: memcached with memtier, and the wait for a CPU of openresty. */
final class CwfTables {

    static final String MEMTIER = "cwf-memtier";
    static final String OPENRESTY = "cwf-openresty";

    static final String MACHINE = "cwf-snc3-288";
    static final String BASE = "linux-7.2";
    static final String RFC = "llc-overcommit-rfc";
    /** The report does not state them: as many as a node has CPUs, for both loads; see the documentation. */
    static final int SERVERS = 96;

    static final String NODE_0 = "0-95";

    private static final int CLIENTS = 32;
    /** The machine is idle between the start of memcached and of memtier; see the documentation. */
    private static final int DELAY_MS = 560;
    /** worker_processes auto: one for each CPU. */
    private static final int WORKERS = 288;

    private static final int CONNECTIONS = 16 * WORKERS;
    private static final int REQUESTS_PER_SECOND = 1_200_000;
    private static final int SERVICE_US = 100;
    private static final int NETWORK_US = 60;
    private static final String[] PERCENTILES = {"p50", "p75", "p90", "p99", "p99.9", "p99.99"};
    private static final double BASE_MARK = 25;
    private static final double SAME = 8;

    private final Figures figures;
    private final Scale scale;
    private final Table memtier;
    private final Table openresty;

    CwfTables(Figures figures, Scale scale) {
        this.figures = figures;
        this.scale = scale;
        memtier = new Table(MEMTIER, figures);
        openresty = new Table(OPENRESTY, figures);
    }

    List<Cell> cells() {
        load(64);
        load(96);
        waits();
        List<Cell> all = new ArrayList<>(memtier.cells());
        all.addAll(openresty.cells());
        return all;
    }

    /** A run with so many client threads. */
    static Experiment run(Scale scale, int threads, String policy, Kernel kernel) {
        return new Experiment(MACHINE, policy, program(scale, threads, NODE_0), kernel, 1);
    }

    /** Measured over the same time for every load and policy, after the first pass of the balancer over the nodes. */
    static Program program(Scale scale, int threads, String clientCpus) {
        return new Program.KeyValue(
                threads, CLIENTS, SERVERS, DELAY_MS, scale.memtierWarmUpMs(), scale.memtierMs(), clientCpus);
    }

    /** openresty, with receive queues on the CPUs. */
    static Program web(Scale scale, String receiveCpus) {
        return new Program.Web(
                WORKERS, CONNECTIONS, REQUESTS_PER_SECOND, SERVICE_US, NETWORK_US, scale.webMs(), receiveCpus);
    }

    private void load(int threads) {
        boolean fitted = threads == 64;
        Cell base = rate(threads, "base", BASE, null, fitted);
        rate(threads, "rfc", RFC, base, false);
        for (String percentile : PERCENTILES) {
            Cell before = latency(threads, percentile, "base", BASE, null, fitted && percentile.equals("p50"));
            latency(threads, percentile, "rfc", RFC, before, false);
        }
    }

    private static String id(int threads, String metric, String variant) {
        return "CWF-MT-" + threads + "x32-" + metric + "-" + variant;
    }

    private Cell rate(int threads, String variant, String policy, Cell base, boolean fitted) {
        Mark mark = base == null ? new Mark.Within(BASE_MARK) : new Mark.ChangeBetween(-SAME, fitted ? SAME : 2);
        return cell(threads, "ops/sec", variant, policy, Program.PER_SECOND, 1e-6, base, fitted, mark);
    }

    private Cell latency(int threads, String percentile, String variant, String policy, Cell base, boolean fitted) {
        Mark mark = new Mark.Within(BASE_MARK);
        if (base != null) {
            mark = threads == 64 ? new Mark.ChangeBetween(-SAME, SAME) : changeAt96(percentile);
        }
        return cell(threads, percentile, variant, policy, percentile, 1, base, fitted, mark);
    }

    /** Where the analysis gives a range it is taken; otherwise the value has to be met as the base has. */
    private static Mark changeAt96(String percentile) {
        return switch (percentile) {
            case "p50" -> new Mark.ChangeBetween(25, 60);
            case "p99" -> new Mark.ChangeBetween(-75, -40);
            default -> new Mark.Within(BASE_MARK);
        };
    }

    private Cell cell(
            int threads,
            String metric,
            String variant,
            String policy,
            String measure,
            double factor,
            Cell base,
            boolean fitted,
            Mark mark) {
        Experiment run = run(scale, threads, policy, Kernel.LINUX_7_2);
        Cell cell = memtier.add(id(threads, metric, variant), run, measure, b -> {
            b.factor(factor).mark(mark).role(fitted ? Role.CALIBRATED : Role.PREDICTED, "");
            return base == null ? b : b.base(base, noise(base.figure(), figures.byId(id(threads, metric, variant))));
        });
        if (scale.whole() && threads == 96 && (metric.equals("p50") || metric.equals("p99"))) {
            memtier.add(cell.otherwise(" cache-aware off", run.kernel(Kernel.LINUX_7_2.schedCache(false)), null, base));
        }
        return cell;
    }

    /** Two standard deviations of a difference, in percent of the base. */
    private static double noise(Figure base, Figure other) {
        return 200 * Math.hypot(base.stddev(), other.stddev()) / base.value();
    }

    /** The load is unknown: only the shape can be compared. */
    private void waits() {
        Experiment run = new Experiment(MACHINE, BASE, web(scale, NODE_0), Kernel.LINUX_7_2, 1);
        Cell base = new Table.Builder(OPENRESTY, share("before", longShare("before")), run, Outcome.WAIT_64)
                .factor(100)
                .role(
                        Role.UNKNOWABLE,
                        "the load is unknown: one was chosen that overloads the node of the receive queues")
                .build();
        openresty.add(base);
        openresty.add(new Table.Builder(OPENRESTY, share("after", longShare("after")), run.policy(RFC), Outcome.WAIT_64)
                .factor(100)
                .base(base, 0)
                .mark(new Mark.ChangeBetween(-100, -50))
                .note("the load is unknown: only the direction counts, a fall by half or more")
                .build());
    }

    private static Figure share(String variant, double percent) {
        return new Figure(
                "CWF-RUNQ-64us-" + variant,
                "cwf-openresty-runq",
                "openresty",
                "",
                "share of waits of 64 us or more",
                "percent",
                variant,
                percent,
                Double.NaN,
                "computed from the histogram");
    }

    /** Share of samples in buckets from 64 us on. */
    private double longShare(String variant) {
        double all = 0;
        double longOnes = 0;
        for (Figure figure : figures.all()) {
            if (figure.table().equals("cwf-openresty-runq") && figure.variant().equals(variant)) {
                if (Double.isNaN(figure.value())) {
                    continue;
                }
                all += figure.value();
                longOnes += from(figure.parameter()) >= 64 ? figure.value() : 0;
            }
        }
        return 100 * longOnes / all;
    }

    /** Lower end of a bucket, of a text such as "bucket [2;4) us (lo=2; hi=4)". */
    private static long from(String bucket) {
        int at = bucket.indexOf("lo=") + 3;
        return Long.parseLong(bucket.substring(at, bucket.indexOf(';', at)));
    }
}
