// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.engine;

import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.platform.engine.ExecutionRequest;
import org.junit.platform.engine.TestDescriptor;
import org.junit.platform.engine.support.hierarchical.EngineExecutionContext;
import org.wakespec.engine.gherkin.PlannedScenario;
import org.wakespec.results.ScenarioResult;
import org.wakespec.results.Verdict;

/** One execution of the tree: sessions that run scenarios, and the record of what became of them. */
final class RunContext implements EngineExecutionContext {

    private final ExecutionRequest request;
    private final Map<VariantDescriptor, PlannedScenario> plan = new HashMap<>();
    private final Map<List<String>, SessionGroup> groups = new LinkedHashMap<>();
    private RunRecord record = RunRecord.NONE;
    private AttachmentPublisher publisher;
    private Judge judge;
    private OutcomeTable outcomes = new OutcomeTable(false);
    private Discovery discovery;

    RunContext(ExecutionRequest request) {
        this.request = request;
    }

    void start(WakespecDescriptor root) {
        discovery = root.discovery();
        outcomes = new OutcomeTable(discovery.settings().isSet(Settings.SUMMARY));
        boolean isDryRun = discovery.settings().isSet(Settings.DRY_RUN);
        judge = new Judge(isDryRun);
        publisher = new AttachmentPublisher(request, discovery.attachmentFiles());
        List<VariantDescriptor> leaves = leaves(root, discovery);
        Map<List<String>, List<PlannedScenario>> byGlue = new LinkedHashMap<>();
        for (VariantDescriptor leaf : leaves) {
            List<PlannedScenario> planned =
                    byGlue.computeIfAbsent(leaf.feature().glue(), glue -> new ArrayList<>());
            PlannedScenario scenario = new PlannedScenario(
                    planned.size(), leaf.feature().file().document().orElseThrow(), leaf.element(), leaf.variant());
            planned.add(scenario);
            plan.put(leaf, scenario);
        }
        OutputNames names =
                new OutputNames(discovery.host(), discovery.variants().label());
        byGlue.forEach((glue, planned) ->
                groups.put(glue, new SessionGroup(discovery, names, glue, planned, isDryRun, groups.size())));
        record = RunRecord.open(root, leaves, names, request);
        for (TestDescriptor child : root.getChildren()) {
            if (child instanceof SpecificationContainer container) {
                groupsOf(container).forEach(SessionGroup::expectContainer);
            }
        }
        groups.values().forEach(SessionGroup::start);
    }

    /** In the order of files and lines, whatever the order of the tree. */
    private static List<VariantDescriptor> leaves(WakespecDescriptor root, Discovery discovery) {
        List<VariantDescriptor> leaves = new ArrayList<>();
        for (TestDescriptor descriptor : root.getDescendants()) {
            if (descriptor instanceof VariantDescriptor leaf) {
                leaves.add(leaf);
            }
        }
        leaves.sort(Comparator.comparing(
                        (VariantDescriptor leaf) -> leaf.feature().file().key())
                .thenComparingInt(leaf -> leaf.element().runnable())
                .thenComparingInt(leaf -> discovery.variants().position(leaf.variant()))
                .thenComparing(VariantDescriptor::id));
        return leaves;
    }

    private List<SessionGroup> groupsOf(TestDescriptor container) {
        return container.getDescendants().stream()
                .filter(VariantDescriptor.class::isInstance)
                .map(descriptor ->
                        groups.get(((VariantDescriptor) descriptor).feature().glue()))
                .distinct()
                .toList();
    }

    /** Runs the hooks before all scenarios, unless another container has done so; their failure is the container's. */
    void beforeContainer(SpecificationContainer container) throws Exception {
        for (SessionGroup group : groupsOf(container)) {
            try {
                group.beforeAll();
            } catch (Throwable t) {
                notRun(
                        container,
                        Verdict.FAILED,
                        "a hook before all scenarios, or loading the step classes, failed: " + t);
                throw Sneaky.raise(t);
            }
        }
    }

    /** Runs the hooks after all scenarios once the last container has ended. */
    void afterContainer(SpecificationContainer container) throws Exception {
        for (SessionGroup group : groupsOf(container)) {
            group.containerEnded();
        }
    }

    void run(VariantDescriptor leaf) {
        Evidence evidence = new Evidence(leaf, request.getEngineExecutionListener());
        SessionGroup group = groups.get(leaf.feature().glue());
        long start = System.nanoTime();
        Instant started = Instant.now();
        Judgement judgement = judge.judge(leaf, group.run(plan.get(leaf), evidence));
        publisher.publish(leaf, evidence.attachments(), judgement.verdict());
        record.ran(leaf, judgement, evidence, started, System.nanoTime() - start);
        outcomes.ran(leaf, discovery.variants().position(leaf.variant()), judgement.verdict(), evidence.log());
        if (judgement.error() != null) {
            throw Sneaky.raise(judgement.error());
        }
    }

    void problem(ProblemDescriptor problem) {
        record.problem(problem, Verdict.FAILED, problem.error().getMessage());
    }

    /** Notes every leaf below a node that JUnit skips. */
    void notRun(TestDescriptor descriptor, String reason) {
        boolean cancelled = request.getCancellationToken().isCancellationRequested();
        notRun(descriptor, Verdict.SKIPPED, cancelled ? ScenarioResult.BROKEN_OFF : reason);
        if (descriptor instanceof SpecificationContainer container
                && container
                        .getParent()
                        .filter(parent -> parent instanceof WakespecDescriptor)
                        .isPresent()) {
            groupsOf(container).forEach(SessionGroup::containerSkipped);
        }
    }

    private void notRun(TestDescriptor descriptor, Verdict verdict, String reason) {
        if (descriptor instanceof VariantDescriptor leaf) {
            record.notRun(leaf, verdict, reason);
        } else if (descriptor instanceof ProblemDescriptor problem) {
            record.problem(problem, verdict, reason);
        }
        descriptor.getChildren().forEach(child -> notRun(child, verdict, reason));
    }

    void finish() throws IOException {
        try {
            for (SessionGroup group : groups.values()) {
                group.finish();
            }
        } finally {
            record.finish();
            outcomes.print();
        }
    }
}
