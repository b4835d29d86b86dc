// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.benchmarks;

import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;
import org.wakespec.simulator.topology.DomainBuilder;
import org.wakespec.simulator.topology.HardwareFacts;
import org.wakespec.simulator.topology.HardwareFacts.Architecture;
import org.wakespec.simulator.topology.Machine;
import org.wakespec.simulator.topology.SchedTopology;

/** How long building the domains of a machine takes: two packages, eight NUMA nodes, SMT, eight cores per LLC. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Warmup(iterations = 3, time = 2)
@Measurement(iterations = 5, time = 2)
@Fork(1)
public class DomainBuilderBenchmark {

    @Param({"512", "4096"})
    int cpus;

    private Machine machine;

    @Setup
    public void describe() {
        int cores = cpus / 2;
        HardwareFacts facts = new HardwareFacts(Architecture.X86, cpus);
        for (int cpu = 0; cpu < cpus; cpu++) {
            int core = cpu % cores;
            facts.core(cpu, core)
                    .llc(cpu, core / 8)
                    .packageId(cpu, core / (cores / 2))
                    .node(cpu, core / (cores / 8));
        }
        int[][] distance = new int[8][8];
        for (int i = 0; i < 8; i++) {
            for (int j = 0; j < 8; j++) {
                distance[i][j] = i == j ? 10 : i / 4 == j / 4 ? 12 : 32;
            }
        }
        Machine.Builder builder = Machine.builder("big-" + cpus, cpus);
        facts.applyTo(builder);
        machine = builder.nodeDistance(distance).build();
    }

    @Benchmark
    public SchedTopology build() {
        return DomainBuilder.build(machine);
    }
}
