// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.published;

import java.util.LinkedHashMap;
import java.util.Map;
import org.HdrHistogram.Histogram;
import org.wakespec.policies.PolicyRegistry;
import org.wakespec.simulator.Simulation;
import org.wakespec.simulator.cost.CostModel;
import org.wakespec.simulator.ipc.SimTask;
import org.wakespec.simulator.record.WaitRecord;
import org.wakespec.simulator.runqueue.KernelConfig;
import org.wakespec.simulator.runqueue.SchedFeature;
import org.wakespec.topologies.MachineCatalog;
import org.wakespec.topologies.MachineDescription;

/**
 * One run of one program on one machine: everything its outcome depends on. Equal experiments have equal outcomes.
 *
 * @param machine name in the catalogue
 * @param policy name in the registry
 * @param program what runs
 * @param kernel what differs from Linux 7.2 as built by distributions
 * @param seed decides tick phase, fork CPUs and the like
 */
record Experiment(String machine, String policy, Program program, Kernel kernel, long seed) {

    private static final long PATIENCE = 1_000_000_000_000L;
    private static final int HZ_2022 = 250;
    private static final long SLICE_2022 = 3_000_000;

    Experiment policy(String other) {
        return new Experiment(machine, other, program, kernel, seed);
    }

    Experiment kernel(Kernel other) {
        return new Experiment(machine, policy, program, other, seed);
    }

    Experiment machine(String other) {
        return new Experiment(other, policy, program, kernel, seed);
    }

    Experiment seed(long other) {
        return new Experiment(machine, policy, program, kernel, other);
    }

    /** What runs where, in words. */
    String words() {
        String differs = kernel.words();
        return program.words() + " on " + machine + ", " + policy + (differs.isEmpty() ? "" : ", " + differs)
                + (seed == 1 ? "" : ", seed " + seed);
    }

    /** Runs it. */
    Outcome run(MachineCatalog machines, PolicyRegistry policies) {
        MachineDescription description = machines.find(machine);
        CostModel costs = description.costModel().with(kernel.costs());
        KernelConfig config = KernelConfig.DEFAULT
                .withFeature(SchedFeature.HRTICK, costs.family().hrtickByDefault() && !kernel.era2022())
                .withSchedCache(kernel.schedCache())
                .withEpollPassesSync(kernel.epollPassesSync())
                .withSocketsPassSync(kernel.socketsPassSync())
                .withWakeListToIdle(kernel.wakeListToIdle());
        if (kernel.era2022()) {
            config = config.withHz(HZ_2022)
                    .withBaseSliceNs(SLICE_2022)
                    .withFeature(SchedFeature.DELAY_DEQUEUE, false)
                    .withFeature(SchedFeature.NI_RANDOM, false);
        }
        Simulation sim = Simulation.on(description.machine(), policies.create(policy))
                .config(config)
                .costs(costs)
                .seed(seed)
                .monitored(false)
                .build();
        Program.Running running = program.start(sim);
        WaitRecord record = new WaitRecord(description.machine().nrCpus());
        for (SimTask t : sim.tasks()) {
            t.record = record;
        }
        sim.runUntilDone(running.main(), sim.now() + PATIENCE);
        Map<String, Double> figures = new LinkedHashMap<>();
        running.figures(figures);
        waits(figures, record.waits);
        return new Outcome(figures, Mechanism.of(sim, record.waits));
    }

    private static void waits(Map<String, Double> figures, Histogram waits) {
        double total = Math.max(1, waits.getTotalCount());
        figures.put(Outcome.WAIT_64, 1 - waits.getCountBetweenValues(0, 63_999) / total);
    }
}
