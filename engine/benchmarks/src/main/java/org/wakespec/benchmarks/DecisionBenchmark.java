// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.benchmarks;

import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.wakespec.conformance.LoadedDecision;
import org.wakespec.policies.PolicyRegistry;
import org.wakespec.simulator.wakeup.PlacementPolicy;

/**
 * One decision, again and again: the state of a golden wakeup is loaded, the policy is asked back to back, and its side
 * effects are undone each time. Every iteration takes the next record, so the mean over as many iterations as there are
 * records is the mean over the vectors; {@link DecisionBenchmarkMain} runs exactly that many and splits them by
 * machine.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class DecisionBenchmark {

    private static final int WARM_PASSES = 30;

    /** Policy to measure. */
    @Param("linux-7.2")
    public String policy;

    private PlacementPolicy asked;
    private Vectors vectors;
    private LoadedDecision decision;
    private int next;

    /** Asks every record some times, so that the code is compiled for all of them and not for one. */
    @Setup(Level.Trial)
    public void warm() {
        asked = PolicyRegistry.standard().create(policy);
        vectors = new Vectors();
        int sum = 0;
        for (int pass = 0; pass < WARM_PASSES; pass++) {
            for (int i = 0; i < vectors.size(); i++) {
                LoadedDecision loaded = vectors.load(i);
                for (int repeat = 0; repeat < 4; repeat++) {
                    sum += loaded.ask(asked, null);
                    loaded.undo();
                }
            }
        }
        if (sum == 0) {
            throw new IllegalStateException("every decision was CPU 0");
        }
        next = 0;
    }

    @Setup(Level.Iteration)
    public void loadNext() {
        decision = vectors.load(next++);
    }

    /** One decision. */
    @Benchmark
    public int decide() {
        int cpu = decision.ask(asked, null);
        decision.undo();
        return cpu;
    }
}
