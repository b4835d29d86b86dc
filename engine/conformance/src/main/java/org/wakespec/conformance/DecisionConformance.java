// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.conformance;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import org.wakespec.policies.PolicyNames;
import org.wakespec.policies.PolicyRegistry;
import org.wakespec.simulator.runqueue.KernelConfig;
import org.wakespec.simulator.topology.Machine;
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
    private static final List<String> PUBLISHED = List.of(
            "tip",
            "sync-pair-v1",
            "sync-pair-v2",
            "sync-pair-v3",
            "sync-pair-v4",
            "llc-overcommit-rfc",
            "wake-hint-affine",
            "wake-hint-hold",
            "no-sync");

    private final Function<String, SchedTopology> machines;
    private final Map<String, PlacementPolicy> policies;
    private final Map<String, String> labels;
    private final Map<String, MachineState> states = new LinkedHashMap<>();
    /** Asked for policies of variants that only the records name; null if the caller chose the policies. */
    private final PolicyRegistry more;

    /** Paths of fields that records have and nobody reads, and variants without a policy, with the number of records. */
    private final Map<String, Long> unread = new TreeMap<>();

    private final Map<String, Long> unknownVariants = new TreeMap<>();

    /**
     * @param machines builds the domains of a machine named in a record; called once per machine
     * @param policies the policy to ask, by the name the records use for it
     * @param labels how the report calls each of them
     */
    public DecisionConformance(
            Function<String, SchedTopology> machines,
            Map<String, PlacementPolicy> policies,
            Map<String, String> labels) {
        this(machines, policies, labels, null);
    }

    private DecisionConformance(
            Function<String, SchedTopology> machines,
            Map<String, PlacementPolicy> policies,
            Map<String, String> labels,
            PolicyRegistry more) {
        this.machines = machines;
        this.policies = new LinkedHashMap<>(policies);
        this.labels = new HashMap<>(labels);
        this.more = more;
    }

    /**
     * Builds the machines of a {@code topologies.json}, plain or compressed, as 7.2 does.
     *
     * @throws UnreadableRecordsException if it cannot be read
     */
    public static Function<String, SchedTopology> machines(Path topologies) {
        Map<String, Machine> machines = RecordedTopologies.machines(topologies);
        return name -> RecordedTopologies.build(machines, name, topologies.toString());
    }

    /**
     * The usual comparison: registered policies, on the machines of a {@code topologies.json}.
     *
     * @param names policies by id, alias or the name the records use; empty: every variant the records know
     * @throws IllegalArgumentException if a policy is unknown
     * @throws UnreadableRecordsException if the machines cannot be read
     */
    public static DecisionConformance standard(PolicyRegistry registry, Path topologies, List<String> names) {
        Map<String, PlacementPolicy> policies = new LinkedHashMap<>();
        Map<String, String> labels = new LinkedHashMap<>();
        for (String name : names.isEmpty() ? PUBLISHED : names) {
            String id = registry.resolve(PolicyNames.id(name));
            String variant = PUBLISHED.stream()
                    .filter(known -> registry.knows(PolicyNames.id(known)))
                    .filter(known -> registry.resolve(PolicyNames.id(known)).equals(id))
                    .findFirst()
                    .orElse(id);
            policies.put(variant, registry.create(id));
            labels.put(variant, id);
        }
        return new DecisionConformance(machines(topologies), policies, labels, names.isEmpty() ? registry : null);
    }

    /** Compares every record of the file. */
    public ConformanceReport compare(Path records, ConformanceReport report, Progress progress) {
        policies.keySet().forEach(variant -> report.tally(labels.get(variant)));
        try (RecordReader reader = RecordReader.open(records)) {
            long done = 0;
            for (JsonNode node = reader.next(); node != null; node = reader.next()) {
                DecisionFields.unread(node, path -> unread.merge(path, 1L, Long::sum));
                DecisionRecord record = DecisionRecord.parse(node, reader.where());
                meet(record.variants());
                compare(load(record), report);
                if (++done % PROGRESS_STEP == 0) {
                    progress.at(records.getFileName().toString(), done);
                }
            }
        } catch (UnreadableRecordsException e) {
            report.unreadable(e.getMessage());
        }
        unread.forEach((path, n) -> report.note(
                "the field '" + path + "' (" + n + " times) is unknown, so it was neither loaded nor compared"));
        unknownVariants.forEach((variant, n) ->
                report.note("the records answer for '" + variant + "' (" + n + " times), but there is no such policy"));
        return report;
    }

    /** Takes a policy in for every variant that the record answers, unless the caller chose the policies. */
    private void meet(List<String> variants) {
        if (more == null) {
            return;
        }
        for (String variant : variants) {
            if (policies.containsKey(variant)) {
                continue;
            }
            String id = PolicyNames.id(variant);
            if (more.knows(id)) {
                labels.put(variant, more.resolve(id));
                policies.put(variant, more.create(id));
            } else {
                unknownVariants.merge(variant, 1L, Long::sum);
            }
        }
    }

    /** Loads a record into the machine it names. It stays valid until the next record of that machine is loaded. */
    public LoadedDecision load(DecisionRecord record) {
        MachineState state = states.get(record.topo());
        if (state == null) {
            state = new MachineState(build(record), CONFIG);
            states.put(record.topo(), state);
        }
        return new LoadedDecision(record, state);
    }

    private SchedTopology build(DecisionRecord record) {
        try {
            return machines.apply(record.topo());
        } catch (UnreadableRecordsException e) {
            throw new UnreadableRecordsException(record.place + " (" + record.id() + "): " + e.getMessage(), e);
        }
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
        text.append(record.id())
                .append(" (")
                .append(record.place)
                .append(") ")
                .append(record.describe())
                .append('\n');
        text.append("  expected CPU ").append(record.expectedCpu(variant));
        if (record.expectedBy(variant) != null) {
            text.append(" by ").append(record.expectedBy(variant));
        }
        text.append('\n');
        differences.forEach(difference -> text.append("  ").append(difference).append('\n'));
        Ladder ladder = new Ladder();
        decision.ask(policy, ladder);
        decision.undo();
        RungLines.of(ladder)
                .lines()
                .forEach(line -> text.append("    ").append(line).append('\n'));
        return text.toString();
    }
}
