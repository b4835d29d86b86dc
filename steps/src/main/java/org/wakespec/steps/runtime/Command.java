// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.steps.runtime;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.DoubleSupplier;
import java.util.function.DoubleUnaryOperator;
import java.util.function.LongSupplier;
import org.HdrHistogram.Histogram;
import org.wakespec.engine.spi.Verdicts;
import org.wakespec.report.MeasuredJson;
import org.wakespec.simulator.Simulation;
import org.wakespec.simulator.ipc.SimTask;
import org.wakespec.simulator.topology.CpuMask;
import org.wakespec.steps.TimedScene;
import org.wakespec.workloads.LatencyBuckets;
import org.wakespec.workloads.Memtier;
import org.wakespec.workloads.OpenResty;
import org.wakespec.workloads.PerfMessaging;
import org.wakespec.workloads.PerfPipe;
import org.wakespec.workloads.Schbench;
import org.wakespec.workloads.SeccompNotify;
import org.wakespec.workloads.Tbench;
import org.wakespec.workloads.Workload;
import org.wakespec.workloads.rtapp.RtApp;
import org.wakespec.workloads.rtapp.RtLogLine;
import org.wakespec.workloads.rtapp.RtThread;

/** A program as its command line starts it, and the figures it prints. */
final class Command {

    private static final List<String> PROGRAMS = List.of(
            "perf bench sched pipe",
            "perf bench sched messaging",
            "perf bench sched seccomp-notify",
            "schbench",
            "tbench",
            "memtier_benchmark",
            "openresty");

    private static final double[] PERCENTS = {50, 90, 99, 99.9};
    private static final double NS_PER_US = 1_000;
    /** Runs with one CPU, where selection does nothing, differ by so much between two builds. */
    private static final double PIPE_NOISE = 2;

    private static final double MESSAGING_NOISE = 3;

    private final String line;
    private final Deque<String> words;
    private String taskset;
    private String receiveCpus;
    private CpuMask each;
    private Workload workload;
    /** The task that measures; null before the start. */
    private SimTask main;

    private DoubleSupplier usecsPerOp;
    private LongSupplier totalNs;
    private DoubleUnaryOperator latencyUs;
    private LongSupplier latencySamples;
    private DoubleSupplier perSecond;
    private LatencyBuckets wakeups;
    private LatencyBuckets requests;
    private Histogram latency;

    private Command(String line) {
        this.line = line;
        words = new ArrayDeque<>(Arrays.asList(line.strip().split("\\s+")));
    }

    /**
     * Reads a command line; {@code taskset -c LIST} may come first.
     *
     * @throws org.wakespec.steps.BadScenarioException naming the program or option that is unknown
     */
    static Command parse(String line) {
        Command command = new Command(line);
        try {
            command.parse();
        } catch (IllegalArgumentException e) {
            throw TimedScene.bad("\"" + line + "\": " + e.getMessage(), e);
        }
        return command;
    }

    /** An rt-app workload. */
    static Command rtApp(String json, String file) {
        Command command = new Command("rt-app " + file);
        command.workload = RtApp.parse(json, file);
        return command;
    }

    private void parse() {
        if ("taskset".equals(words.peek())) {
            words.poll();
            String option = words.poll();
            if (!"-c".equals(option) || words.isEmpty()) {
                throw new IllegalArgumentException("taskset is written 'taskset -c CPUS PROGRAM'");
            }
            taskset = words.poll();
        }
        String program = String.valueOf(words.poll());
        if (program.equals("perf")) {
            program += " " + words.poll() + " " + words.poll() + " " + words.poll();
        }
        switch (program) {
            case "perf bench sched pipe" -> pipe();
            case "perf bench sched messaging" -> messaging();
            case "perf bench sched seccomp-notify" -> seccompNotify();
            case "schbench" -> schbench();
            case "tbench" -> tbench();
            case "memtier_benchmark" -> memtier();
            case "openresty" -> openResty();
            default ->
                throw new IllegalArgumentException("there is no model of '" + program + "'"
                        + TimedScene.nearest(program, PROGRAMS) + " Programs: " + String.join(", ", PROGRAMS));
        }
    }

    private IllegalArgumentException unknown(String option, String known) {
        return new IllegalArgumentException("option '" + option + "' is not modelled; options: " + known);
    }

    private int number(String option) {
        return number(option, words.poll());
    }

    private static int number(String option, String word) {
        try {
            return Integer.parseInt(String.valueOf(word));
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException(
                    option + " takes a number up to " + Integer.MAX_VALUE + ", not "
                            + (word == null ? "nothing" : "'" + word + "'"),
                    e);
        }
    }

    private void pipe() {
        PerfPipe pipe = new PerfPipe();
        while (!words.isEmpty()) {
            String option = words.poll();
            pipe = switch (option) {
                case "-l", "--loop" -> pipe.loops(number(option));
                case "-T", "--threaded" -> pipe.threads();
                default -> throw unknown(option, "-l LOOPS, -T");
            };
        }
        PerfPipe made = pipe;
        workload = made;
        usecsPerOp = made::usecsPerOp;
        totalNs = made::totalNs;
    }

    private void messaging() {
        PerfMessaging messaging = new PerfMessaging();
        while (!words.isEmpty()) {
            String option = words.poll();
            messaging = switch (option) {
                case "-g", "--group" -> messaging.groups(number(option));
                case "-l", "--nr_loops" -> messaging.loops(number(option));
                case "-p", "--pipe" -> messaging.pipes();
                case "-t", "--thread" -> messaging.threads();
                default -> throw unknown(option, "-g GROUPS, -l LOOPS, -p, -t");
            };
        }
        PerfMessaging made = messaging;
        workload = made;
        totalNs = made::totalNs;
        usecsPerOp = () -> made.totalNs() / 1000.0 / made.messages();
    }

    private void seccompNotify() {
        int loops = 1_000_000;
        boolean sync = false;
        while (!words.isEmpty()) {
            String option = words.poll();
            switch (option) {
                case "-l", "--loop" -> loops = number(option);
                case "-s", "--sync-mode" -> sync = true;
                default -> throw unknown(option, "-l LOOPS, -s");
            }
        }
        SeccompNotify made = new SeccompNotify(loops, sync);
        workload = made;
        usecsPerOp = made::usecsPerOp;
    }

    private void schbench() {
        Schbench bench = Schbench.current();
        while (!words.isEmpty()) {
            String option = words.poll();
            switch (option) {
                case "--old" -> bench = Schbench.old();
                case "-m" -> bench.messageThreads(number(option));
                case "-t" -> bench.workers(number(option));
                case "-r" -> bench.runtime(number(option) * 1_000_000_000L);
                case "-s" -> bench.sleep(number(option) * 1_000L);
                case "-c" -> bench.work(number(option) * 1_000L);
                case "-F", "--cache_footprint" -> bench.footprint(number(option));
                case "-n", "--operations" -> bench.operations(number(option));
                case "-L", "--no-locking" -> bench.noLocking();
                case "-R", "--rps" -> bench.requestsPerSecond(number(option));
                case "-A", "--auto-rps" -> bench.autoRate(number(option));
                case "-p", "--pipe" -> bench.pipe(number(option));
                default ->
                    throw unknown(
                            option,
                            "--old (first), -m MESSENGERS, -t WORKERS, -r SECONDS, -s SLEEP_US, -F KIB, -n OPERATIONS,"
                                    + " -c WORK_US instead of both, -L, -R REQUESTS, -A PERCENT, -p BYTES");
            }
        }
        workload = bench;
        wakeups = bench.wakeupLatency();
        latencyUs = bench.wakeupLatency()::percentile;
        latencySamples = bench.wakeupLatency()::samples;
        requests = bench.requestLatency();
        Schbench made = bench;
        perSecond = () -> made.transferBytes() > 0 ? made.transfersPerSecond() : made.requestsPerSecond();
    }

    private void tbench() {
        int clients = 1;
        int seconds = 1;
        while (!words.isEmpty()) {
            String option = words.poll();
            if (option.equals("-t")) {
                seconds = number(option);
            } else if (option.matches("\\d+")) {
                clients = number("CLIENTS", option);
            } else {
                throw unknown(option, "CLIENTS, -t SECONDS");
            }
        }
        Tbench made = new Tbench(clients, seconds * 1_000_000_000L);
        workload = made;
        perSecond = () -> made.megabytesPerSecond() * 1e6;
    }

    private void memtier() {
        int threads = 4;
        int clients = 50;
        int servers = 4;
        int ms = 1_000;
        int delay = 0;
        int warmUp = 0;
        while (!words.isEmpty()) {
            String option = words.poll();
            switch (option) {
                case "-t" -> threads = number(option);
                case "-c" -> clients = number(option);
                case "--server-threads" -> servers = number(option);
                case "--test-time-ms" -> ms = number(option);
                case "--delay-ms" -> delay = number(option);
                case "--warm-up-ms" -> warmUp = number(option);
                default ->
                    throw unknown(
                            option,
                            "-t THREADS, -c CLIENTS, --server-threads N, --test-time-ms MS, --delay-ms MS after memcached's"
                                    + " start, --warm-up-ms MS before measuring");
            }
        }
        Memtier made = new Memtier(threads, clients)
                .serverThreads(servers)
                .delay(delay * 1_000_000L)
                .warmUp(warmUp * 1_000_000L)
                .duration(ms * 1_000_000L);
        workload = made;
        perSecond = made::throughput;
        latencyUs = percent -> made.latency().getValueAtPercentile(percent) / NS_PER_US;
        latency = made.latency();
        latencySamples = made.latency()::getTotalCount;
    }

    private void openResty() {
        int workers = 8;
        int connections = 64;
        int rate = 10_000;
        int serviceUs = 100;
        int networkUs = 50;
        int ms = 1_000;
        while (!words.isEmpty()) {
            String option = words.poll();
            switch (option) {
                case "--workers" -> workers = number(option);
                case "--connections" -> connections = number(option);
                case "--rate" -> rate = number(option);
                case "--service-us" -> serviceUs = number(option);
                case "--network-us" -> networkUs = number(option);
                case "--receive-cpus" -> receiveCpus = String.valueOf(words.poll());
                case "--test-time-ms" -> ms = number(option);
                default ->
                    throw unknown(
                            option,
                            "--workers N, --connections N, --rate REQUESTS a second, --service-us US of a worker and"
                                    + " --network-us US of the network stack for each, --receive-cpus CPUS of the"
                                    + " receive queues, --test-time-ms MS");
            }
        }
        OpenResty made = new OpenResty(workers, connections)
                .rate(rate)
                .service(serviceUs * 1_000L)
                .network(networkUs * 1_000L)
                .duration(ms * 1_000_000L);
        workload = made;
        perSecond = made::throughput;
        latencyUs = percent -> made.latency().getValueAtPercentile(percent) / NS_PER_US;
        latency = made.latency();
        latencySamples = made.latency()::getTotalCount;
    }

    /** Pins the two tasks of perf bench sched pipe, one to each CPU. */
    Command oneEach(CpuMask cpus) {
        if (!(workload instanceof PerfPipe)) {
            throw TimedScene.bad("\"" + line + "\": one CPU each is for the two tasks of perf bench sched pipe");
        }
        each = cpus;
        return this;
    }

    SimTask start(Simulation sim) {
        main = startMain(sim);
        return main;
    }

    private SimTask startMain(Simulation sim) {
        try {
            if (each != null) {
                PerfPipe pinned = ((PerfPipe) workload).oneEach(each);
                workload = pinned;
                usecsPerOp = pinned::usecsPerOp;
                totalNs = pinned::totalNs;
                return workload.start(sim);
            }
            if (taskset != null && workload instanceof PerfPipe pipe) {
                // the affinity is there before the program is, so that its first task starts inside
                PerfPipe pinned = pipe.taskset(cpus(sim));
                workload = pinned;
                usecsPerOp = pinned::usecsPerOp;
                totalNs = pinned::totalNs;
            }
            if (taskset != null && workload instanceof Memtier memtier) {
                // the benchmark is bound, the server it measures is not
                memtier.clientCpus(cpus(sim));
            }
            if (receiveCpus != null && workload instanceof OpenResty web) {
                web.receiveCpus(CpuMask.parse(sim.scheduler().nrCpus(), receiveCpus));
            }
            return workload.start(sim);
        } catch (IllegalArgumentException e) {
            throw TimedScene.bad("\"" + line + "\": " + e.getMessage(), e);
        }
    }

    private CpuMask cpus(Simulation sim) {
        return CpuMask.parse(sim.scheduler().nrCpus(), taskset);
    }

    /** What taskset does to the tasks of programs that do not know about it. */
    void pin(Simulation sim, List<SimTask> tasks) {
        if (taskset != null && !(workload instanceof PerfPipe) && !(workload instanceof Memtier)) {
            CpuMask cpus = cpus(sim);
            tasks.forEach(t -> sim.setAffinity(t, cpus));
        }
    }

    /** Everything it measured. */
    void measured(MeasuredJson document) {
        if (usecsPerOp != null) {
            figure(document, "us per operation", usecsPerOp.getAsDouble(), true);
        }
        if (totalNs != null) {
            figure(document, "total time in s", totalNs.getAsLong() / 1e9, true);
        }
        if (perSecond != null) {
            figure(
                    document,
                    workload instanceof Tbench ? "bytes per second" : "operations per second",
                    perSecond.getAsDouble(),
                    false);
        }
        histogram(document, "wakeup latency", wakeups);
        histogram(document, "request latency", requests);
    }

    /** A program that has not ended yet has no figure. */
    private static void figure(MeasuredJson document, String name, double value, boolean lessIsBetter) {
        if (Double.isFinite(value) && value > 0) {
            document.figure(name, value, lessIsBetter);
        }
    }

    private void histogram(MeasuredJson document, String what, LatencyBuckets measured) {
        if (measured == null || measured.samples() == 0) {
            return;
        }
        List<long[]> buckets = new ArrayList<>();
        measured.forEach((from, to, count) -> buckets.add(new long[] {from, to, count}));
        Map<String, Long> percentiles = new LinkedHashMap<>();
        for (String percent : List.of("50", "90", "99", "99.9")) {
            double rest = 100 - Double.parseDouble(percent);
            if (measured.samples() * rest >= 100 - 1e-6) {
                percentiles.put(percent, measured.percentile(Double.parseDouble(percent)));
            }
        }
        percentiles.put("100", measured.max());
        document.histogram(what + ", as the program prints it", "us", buckets, percentiles);
    }

    /** What an rt-app workload has logged, at most {@code most} lines of each thread; empty: another program. */
    String log(int most) {
        StringBuilder text = new StringBuilder();
        if (workload instanceof RtApp app) {
            for (RtThread thread : app.threads()) {
                text.append(thread.task()).append('\n').append(RtLogLine.HEADER).append('\n');
                thread.log().stream().limit(most).forEach(line -> text.append(line)
                        .append('\n'));
            }
        }
        return text.toString();
    }

    double usecsPerOp() {
        if (usecsPerOp == null) {
            throw measuresNot("the time of an operation");
        }
        ended("the time of an operation");
        return usecsPerOp.getAsDouble();
    }

    /** What it prints at its end is not there before. */
    private void ended(String what) {
        if (main == null || main.state != SimTask.DEAD) {
            throw Verdicts.undecided("\"" + line + "\" has not ended yet: " + what + " is not measured");
        }
    }

    long totalNs() {
        if (totalNs == null) {
            throw measuresNot("the time it takes");
        }
        ended("the time it takes");
        return totalNs.getAsLong();
    }

    double perSecond() {
        if (perSecond == null) {
            throw measuresNot("a rate");
        }
        ended("its rate");
        return perSecond.getAsDouble();
    }

    LatencyBuckets wakeups() {
        if (wakeups == null) {
            throw measuresNot("a wakeup latency");
        }
        return wakeups;
    }

    LatencyBuckets requests() {
        if (requests == null) {
            throw measuresNot("a request latency");
        }
        return requests;
    }

    /** A percentile of the latency it prints, in us; undecided if there are too few samples for it. */
    double latencyUs(Percentile percentile) {
        if (latencyUs == null) {
            throw measuresNot("a latency");
        }
        ended("its latency");
        Measured.enough(latencySamples.getAsLong(), percentile, "the latency of \"" + line + "\"");
        return latencyUs.applyAsDouble(percentile.percent());
    }

    /** Percent of change that means nothing, by what was published of such programs. */
    double noisePercent() {
        return workload instanceof PerfMessaging ? MESSAGING_NOISE : PIPE_NOISE;
    }

    private RuntimeException measuresNot(String what) {
        return TimedScene.bad("\"" + line + "\" does not measure " + what);
    }

    /** The figures it prints, by name, latencies in us; only those it measures. */
    Map<String, Double> figures() {
        Map<String, Double> figures = new LinkedHashMap<>();
        if (usecsPerOp != null) {
            figures.put("usec/op", usecsPerOp.getAsDouble());
        }
        if (totalNs != null) {
            figures.put("seconds", totalNs.getAsLong() / 1e9);
        }
        if (perSecond != null) {
            figures.put("per second", perSecond.getAsDouble());
        }
        percentiles(figures, "wakeup latency", wakeups);
        percentiles(figures, "request latency", requests);
        if (latency != null) {
            for (double percent : PERCENTS) {
                if (tells(latency.getTotalCount(), percent)) {
                    figures.put("latency" + name(percent), latency.getValueAtPercentile(percent) / 1000.0);
                }
            }
        }
        return figures;
    }

    private static void percentiles(Map<String, Double> figures, String what, LatencyBuckets buckets) {
        if (buckets != null) {
            for (double percent : PERCENTS) {
                if (tells(buckets.samples(), percent)) {
                    figures.put(what + name(percent), (double) buckets.percentile(percent));
                }
            }
        }
    }

    private static boolean tells(long samples, double percent) {
        // a percentile with fewer samples beyond it is one of the largest samples, not a figure
        return samples * (100 - percent) >= 100;
    }

    private static String name(double percent) {
        return " p" + (percent == Math.rint(percent) ? Long.toString((long) percent) : Double.toString(percent));
    }

    @Override
    public String toString() {
        return line;
    }
}
