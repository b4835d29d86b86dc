// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.benchmarks;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.openjdk.jmh.infra.IterationParams;
import org.openjdk.jmh.results.BenchmarkResult;
import org.openjdk.jmh.results.IterationResult;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.Options;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;
import org.wakespec.conformance.LoadedDecision;
import org.wakespec.policies.PolicyRegistry;
import org.wakespec.simulator.wakeup.PlacementPolicy;

/**
 * Measures decisions over the golden wakeups and prints the mean for each machine and over all, the allocation of a
 * decision and the cost of the first decision after a state was loaded.
 *
 * <p>Arguments: policy (default linux-7.2), milliseconds per record (default 2).
 */
public final class DecisionBenchmarkMain {

    private static final int WARM_UP_RECORDS = 500;
    private static final int FIRST_TOUCHES = 10;

    private DecisionBenchmarkMain() {}

    /** Runs the benchmark; prints to standard output. */
    public static void main(String[] args) throws RunnerException {
        String policy = args.length > 0 ? args[0] : "linux-7.2";
        int millis = args.length > 1 ? Integer.parseInt(args[1]) : 2;
        Vectors vectors = new Vectors();
        Map<String, List<Double>> byMachine = backToBack(policy, millis, vectors);

        System.out.printf(
                "%nDecisionBenchmark: %s, %d wakeups, each asked back to back for %d ms%n",
                policy, vectors.size(), millis);
        System.out.printf("%-24s %8s %12s %12s%n", "machine", "records", "mean ns/op", "median ns/op");
        List<Double> all = new ArrayList<>();
        byMachine.forEach((machine, scores) -> {
            line(machine, scores);
            all.addAll(scores);
        });
        line("all", all);

        PlacementPolicy asked = PolicyRegistry.standard().create(policy);
        System.out.printf("allocation: %.3f B/op%n", bytesPerDecision(vectors, asked));
        System.out.printf("first touch after loading a state: %.0f ns%n", firstTouch(vectors, asked));
    }

    private static Map<String, List<Double>> backToBack(String policy, int millis, Vectors vectors)
            throws RunnerException {
        Options options = new OptionsBuilder()
                .include(DecisionBenchmark.class.getName())
                .param("policy", policy)
                .forks(1)
                .warmupIterations(WARM_UP_RECORDS)
                .warmupTime(TimeValue.milliseconds(millis))
                .measurementIterations(vectors.size())
                .measurementTime(TimeValue.milliseconds(millis))
                .jvmArgsAppend(properties())
                .verbosity(VerboseMode.SILENT)
                .build();
        Collection<RunResult> runs = new Runner(options).run();
        Map<String, List<Double>> byMachine = new LinkedHashMap<>();
        for (RunResult run : runs) {
            for (BenchmarkResult result : run.getBenchmarkResults()) {
                IterationParams warmUp = result.getParams().getWarmup();
                int i = warmUp.getCount();
                for (IterationResult iteration : result.getIterationResults()) {
                    byMachine
                            .computeIfAbsent(vectors.machine(i++), m -> new ArrayList<>())
                            .add(iteration.getPrimaryResult().getScore());
                }
            }
        }
        return byMachine;
    }

    private static String[] properties() {
        return System.getProperties().stringPropertyNames().stream()
                .filter(name -> name.startsWith("wakespec."))
                .map(name -> "-D" + name + "=" + System.getProperty(name))
                .toArray(String[]::new);
    }

    private static void line(String name, List<Double> scores) {
        double[] sorted =
                scores.stream().mapToDouble(Double::doubleValue).sorted().toArray();
        System.out.printf(
                "%-24s %8d %12.1f %12.1f%n",
                name, sorted.length, Arrays.stream(sorted).average().orElse(Double.NaN), sorted[sorted.length / 2]);
    }

    /** The first pass loads classes; the second is what a decision costs. */
    private static double bytesPerDecision(Vectors vectors, PlacementPolicy policy) {
        measureBytes(vectors, policy);
        return measureBytes(vectors, policy);
    }

    private static double measureBytes(Vectors vectors, PlacementPolicy policy) {
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        long bytes = 0;
        long decisions = 0;
        for (int i = 0; i < vectors.size(); i++) {
            LoadedDecision decision = vectors.load(i);
            threads.getCurrentThreadAllocatedBytes();
            long before = threads.getCurrentThreadAllocatedBytes();
            for (int repeat = 0; repeat < 10; repeat++) {
                decision.ask(policy, null);
                decision.undo();
            }
            bytes += threads.getCurrentThreadAllocatedBytes() - before;
            decisions += 10;
        }
        return (double) bytes / decisions;
    }

    /** Of each record the best of some first decisions, so that an interruption does not count; the clock taken off. */
    private static double firstTouch(Vectors vectors, PlacementPolicy policy) {
        long[] best = new long[vectors.size()];
        Arrays.fill(best, Long.MAX_VALUE);
        long clock = Long.MAX_VALUE;
        for (int pass = 0; pass < FIRST_TOUCHES; pass++) {
            for (int i = 0; i < best.length; i++) {
                LoadedDecision decision = vectors.load(i);
                long start = System.nanoTime();
                decision.ask(policy, null);
                long end = System.nanoTime();
                best[i] = Math.min(best[i], end - start);
                clock = Math.min(clock, System.nanoTime() - end);
                decision.undo();
            }
        }
        return Arrays.stream(best).average().orElse(Double.NaN) - clock;
    }
}
