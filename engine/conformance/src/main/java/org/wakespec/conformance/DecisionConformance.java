// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.conformance;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.wakespec.simulator.runqueue.KernelConfig;
import org.wakespec.simulator.topology.SchedTopology;
import org.wakespec.simulator.wakeup.Ladder;
import org.wakespec.simulator.wakeup.PlacementPolicy;

/**
 * Compares policies with golden decisions: the CPU, the side effects and the deciding branch of every record.
 *
 * <p>The vectors were made with HZ=1000 and without group scheduling.
 */
public final class DecisionConformance {

    static final KernelConfig CONFIG = KernelConfig.DEFAULT.withHz(1000).withFairGroupSched(false);

    private static final int PROGRESS_STEP = 500;

    private final Function<String, SchedTopology> machines;
    private final Map<String, PlacementPolicy> policies;
    private final Map<String, String> labels;
    private final Map<String, MachineState> states = new LinkedHashMap<>();

    /**
     * @param machines builds the domains of a machine named in a record; called once per machine
     * @param policies the policy to ask, by the name the records use for it
     * @param labels how the report calls each of them
     */
    public DecisionConformance(
            Function<String, SchedTopology> machines,
            Map<String, PlacementPolicy> policies,
            Map<String, String> labels) {
        this.machines = machines;
        this.policies = new LinkedHashMap<>(policies);
        this.labels = Map.copyOf(labels);
    }

    /** Compares every record of the file. */
    public ConformanceReport compare(Path records, ConformanceReport report, Progress progress) {
        policies.keySet().forEach(variant -> report.tally(labels.get(variant)));
        try (RecordReader reader = RecordReader.open(records)) {
            long done = 0;
            for (JsonNode node = reader.next(); node != null; node = reader.next()) {
                compare(load(DecisionRecord.parse(node, reader.where())), report);
                if (++done % PROGRESS_STEP == 0) {
                    progress.at(records.getFileName().toString(), done);
                }
            }
        } catch (UnreadableRecordsException e) {
            report.unreadable(e.getMessage());
        }
        return report;
    }

    /** Loads a record into the machine it names. It stays valid until the next record of that machine is loaded. */
    public LoadedDecision load(DecisionRecord record) {
        MachineState state = states.computeIfAbsent(
                record.topo(), name -> new MachineState(machines.apply(name), CONFIG));
        return new LoadedDecision(record, state);
    }

    /** Reads one decision, to be loaded. */
    public static DecisionRecord read(RecordReader reader) {
        JsonNode node = reader.next();
        return node == null ? null : DecisionRecord.parse(node, reader.where());
    }

    private void compare(LoadedDecision decision, ConformanceReport report) {
        DecisionRecord record = decision.record();
        policies.forEach((variant, policy) -> {
            ConformanceReport.Tally tally = report.tally(labels.get(variant));
            if (record.expectedCpu(variant) < 0) {
                tally.exclude("without an answer for " + variant);
                return;
            }
            int cpu = decision.ask(policy, null);
            List<String> differences = decision.differences(cpu, variant);
            decision.undo();
            if (differences.isEmpty()) {
                tally.match();
            } else {
                tally.difference(() -> explain(decision, policy, variant, differences));
            }
        });
    }

    private static String explain(
            LoadedDecision decision, PlacementPolicy policy, String variant, List<String> differences) {
        DecisionRecord record = decision.record();
        StringBuilder text = new StringBuilder();
        text.append(record.id()).append(" (").append(record.place).append(") ").append(record.describe()).append('\n');
        text.append("  expected CPU ").append(record.expectedCpu(variant));
        if (record.expectedBy(variant) != null) {
            text.append(" by ").append(record.expectedBy(variant));
        }
        text.append('\n');
        differences.forEach(difference -> text.append("  ").append(difference).append('\n'));
        Ladder ladder = new Ladder();
        decision.ask(policy, ladder);
        decision.undo();
        LadderText.of(ladder).lines().forEach(line -> text.append("    ").append(line).append('\n'));
        return text.toString();
    }
}
