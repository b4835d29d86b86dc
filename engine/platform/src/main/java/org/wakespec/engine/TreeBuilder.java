// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.engine;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import org.junit.platform.engine.DiscoveryIssue;
import org.junit.platform.engine.DiscoveryIssue.Severity;
import org.junit.platform.engine.TestDescriptor;
import org.junit.platform.engine.TestSource;
import org.junit.platform.engine.UniqueId;
import org.junit.platform.engine.support.descriptor.ClassSource;
import org.junit.platform.engine.support.descriptor.MethodSource;
import org.wakespec.engine.VariantCatalogue.Choice;
import org.wakespec.engine.VariantCatalogue.Unknown;
import org.wakespec.engine.gherkin.BrokenFeatureException;
import org.wakespec.engine.gherkin.Element;
import org.wakespec.engine.gherkin.FeatureDocument;
import org.wakespec.engine.spi.Variant;

/**
 * Completes the tree once all selectors are resolved:
 *
 * <ol>
 *   <li>a feature that was selected twice stays once;
 *   <li>every feature gets the elements that were selected, that no filter leaves out, and below them one leaf for each
 *       variant;
 *   <li>what is wrong becomes failing leaves;
 *   <li>containers without leaves are removed and the rest is put in order.
 * </ol>
 */
final class TreeBuilder {

    private final WakespecDescriptor root;
    private final Discovery discovery;
    private final Filters filters;
    private final LeafTraits.Cache traits;
    private final boolean longNames;

    TreeBuilder(WakespecDescriptor root) {
        this.root = root;
        this.discovery = root.discovery();
        this.filters = new Filters(discovery.settings());
        this.traits = new LeafTraits.Cache(discovery.settings());
        this.longNames = discovery.hasLongNames();
    }

    void build() {
        removeDuplicates();
        List<FeatureDescriptor> features = features();
        Collection<FeatureFile> known = known(features);
        boolean anythingSelected = !root.getChildren().isEmpty();
        if (discovery.runsNothing()) {
            if (anythingSelected) {
                addProblems();
            }
            root.accept(TestDescriptor::prune);
            return;
        }
        shareGlue(root.bareFeatures());
        for (FeatureDescriptor feature : features) {
            complete(feature, known);
        }
        if (anythingSelected || discovery.areProblemsWanted()) {
            discovery.problems().addAll(discovery.variants().problems());
            discovery.problems().addAll(filters.check(known));
            checkPlugins();
            checkWantedNames(features, known);
            boolean isEmpty = !SpecificationContainer.holdsTest(root)
                    && discovery.problems().isEmpty()
                    && !known.isEmpty();
            if (isEmpty && !discovery.areProblemsWanted()) {
                discovery.problem(filters.nothingLeft(known, variantsSetting()));
            }
        }
        addProblems();
        root.accept(TestDescriptor::prune);
        order();
    }

    private Optional<String> variantsSetting() {
        String property = discovery.variants().propertyName();
        return discovery.settings().text(property).map(value -> property + "=" + value);
    }

    /** A feature belongs to the first class that runs it in this way; selected without a class it gives way to one. */
    private void removeDuplicates() {
        Map<FeatureFile, List<TriggerDescriptor>> owners = new HashMap<>();
        for (TriggerDescriptor trigger : sorted(root.triggers())) {
            for (TestDescriptor child : List.copyOf(trigger.getChildren())) {
                FeatureDescriptor feature = (FeatureDescriptor) child;
                List<TriggerDescriptor> others = owners.computeIfAbsent(feature.file(), f -> new ArrayList<>());
                if (others.stream().anyMatch(trigger::runsLike)) {
                    trigger.removeChild(feature);
                    report(
                            Severity.INFO,
                            feature,
                            "is run by " + others.get(0).type().getName() + " already");
                } else {
                    others.add(trigger);
                }
            }
        }
        for (FeatureDescriptor feature : root.bareFeatures()) {
            if (owners.containsKey(feature.file())) {
                root.removeChild(feature);
            }
        }
    }

    private static <T extends TestDescriptor> List<T> sorted(Collection<T> descriptors) {
        return descriptors.stream()
                .sorted(Comparator.comparing(d -> d.getUniqueId().toString()))
                .toList();
    }

    private List<FeatureDescriptor> features() {
        List<FeatureDescriptor> features = new ArrayList<>();
        for (TriggerDescriptor trigger : root.triggers()) {
            for (TestDescriptor child : trigger.getChildren()) {
                features.add((FeatureDescriptor) child);
            }
        }
        features.addAll(root.bareFeatures());
        return features;
    }

    private void shareGlue(List<FeatureDescriptor> bare) {
        Set<String> packages = new TreeSet<>();
        for (FeatureDescriptor feature : bare) {
            FeatureDescriptor.packageOf(feature.file()).ifPresent(packages::add);
        }
        List<String> outermost = new ArrayList<>();
        for (String name : packages) {
            if (packages.stream().noneMatch(other -> name.startsWith(other + "."))) {
                outermost.add(name);
            }
        }
        List<String> glue = discovery.glue(outermost);
        for (FeatureDescriptor feature : bare) {
            feature.useGlue(glue);
        }
    }

    /** Every feature that could have been run: filters are judged by them, not by what a rerun happens to select. */
    private Collection<FeatureFile> known(List<FeatureDescriptor> features) {
        Set<FeatureFile> known = new LinkedHashSet<>();
        for (TriggerDescriptor trigger : root.triggers()) {
            known.addAll(trigger.features());
        }
        for (FeatureDescriptor feature : features) {
            known.add(feature.file());
        }
        return known;
    }

    private void complete(FeatureDescriptor feature, Collection<FeatureFile> known) {
        FeatureFile file = feature.file();
        if (file.error().isPresent()) {
            if (filters.acceptsBroken(file)) {
                BrokenFeatureException error = file.error().get();
                addProblem(
                        feature,
                        "feature file",
                        file.key() + ":" + error.line() + ": " + error.getMessage(),
                        file,
                        error.line());
            }
            return;
        }
        if (file.document().isEmpty()) {
            report(Severity.WARNING, feature, "contains no feature");
            return;
        }
        FeatureDocument document = file.document().get();
        Collection<FeatureFile> neighbours =
                feature.trigger().isPresent() ? feature.trigger().get().features() : known;
        LongNames names = new LongNames(file, document, neighbours);
        List<String> preferred =
                feature.trigger().isPresent() ? feature.trigger().get().variants() : List.of();
        Map<Element, TestDescriptor> containers = new HashMap<>();
        containers.put(document.feature(), feature);
        for (Element runnable : document.runnables()) {
            complete(feature, document, runnable, names, preferred, containers);
        }
        if (document.runnables().isEmpty()) {
            report(Severity.WARNING, feature, "contains no scenario");
        }
        if (filters.isEmpty()) {
            for (String unused : feature.selection().unused()) {
                addProblem(
                        feature,
                        unused,
                        file.key() + ": " + unused + " selects no scenario that runs. " + scenarioList(document),
                        file,
                        1);
            }
        }
    }

    private static String scenarioList(FeatureDocument document) {
        List<String> titles = document.runnables().stream()
                .map(runnable -> runnable.line() + " '" + runnable.title() + "'")
                .limit(12)
                .toList();
        return titles.isEmpty() ? "There are no scenarios." : "Scenarios: " + String.join(", ", titles) + ".";
    }

    private void complete(
            FeatureDescriptor feature,
            FeatureDocument document,
            Element runnable,
            LongNames names,
            List<String> preferred,
            Map<Element, TestDescriptor> containers) {
        Choice choice = discovery.variants().choose(runnable.tags(), preferred);
        for (Variant variant : choice.variants()) {
            String longName = names.of(runnable, variant.name());
            if (feature.selection().includes(document, runnable, variant.name(), longName)
                    && filters.accepts(feature.file(), runnable, variant, longName)) {
                TestDescriptor parent = container(feature, runnable, containers);
                parent.addChild(leaf(parent, feature, runnable, variant, longName));
            }
        }
        for (Unknown unknown : choice.unknown()) {
            String longName = names.of(runnable, unknown.name());
            Variant standIn = Variant.of(discovery.variants().label(), "unknown");
            if (feature.selection().includes(document, runnable, unknown.name(), longName)
                    && filters.accepts(feature.file(), runnable, standIn, longName)) {
                TestDescriptor parent = container(feature, runnable, containers);
                addUnknown(parent, feature, runnable, unknown, longName);
            }
        }
        if (runnable.steps() == 0 && containers.containsKey(runnable)) {
            report(
                    Severity.WARNING,
                    containers.get(runnable),
                    "has no steps and can only pass; text below the keyword"
                            + " that begins with no step keyword is a description");
        }
    }

    private TestDescriptor container(
            FeatureDescriptor feature, Element element, Map<Element, TestDescriptor> containers) {
        TestDescriptor existing = containers.get(element);
        if (existing != null) {
            return existing;
        }
        TestDescriptor parent = container(feature, element.parent().orElseThrow(), containers);
        TestSource source = feature.trigger().isPresent() && discovery.host().wantsClassSources()
                ? ClassSource.from(feature.trigger().get().type())
                : feature.file().sourceOf(element);
        ElementDescriptor descriptor = new ElementDescriptor(
                parent.getUniqueId(), element, source, feature.file().title());
        parent.addChild(descriptor);
        containers.put(element, descriptor);
        return descriptor;
    }

    private VariantDescriptor leaf(
            TestDescriptor parent, FeatureDescriptor feature, Element runnable, Variant variant, String longName) {
        LeafTraits ofTags = traits.of(runnable.tags(), variant);
        boolean isFlat =
                longNames || feature.trigger().isEmpty() && discovery.host().wantsMethodSources();
        return new VariantDescriptor(
                parent.getUniqueId(),
                feature,
                runnable,
                variant,
                isFlat ? longName : variant.name(),
                longName,
                leafSource(parent, feature, longName),
                ofTags.tags(),
                ofTags.resources());
    }

    /** Where the host wants a place in the file, it is the scenario's own. */
    private TestSource leafSource(TestDescriptor parent, FeatureDescriptor feature, String longName) {
        return feature.trigger().isPresent() && discovery.host().wantsMethodSources()
                ? MethodSource.from(feature.trigger().get().type().getName(), longName)
                : parent.getSource().orElse(null);
    }

    private void addUnknown(
            TestDescriptor parent, FeatureDescriptor feature, Element runnable, Unknown unknown, String longName) {
        FeatureFile file = feature.file();
        String label = discovery.variants().label();
        UniqueId id = parent.getUniqueId().append(label, unknown.name());
        if (parent.getChildren().stream().anyMatch(child -> child.getUniqueId().equals(id))) {
            return;
        }
        TestSource source = leafSource(parent, feature, longName);
        parent.addChild(new ProblemDescriptor(
                id,
                unknown.name(),
                longName,
                source,
                file.key() + ":"
                        + runnable.line() + ": the tag " + unknown.tag() + " names an unknown " + label + " '"
                        + unknown.name()
                        + "'. " + discovery.variants().hint(unknown.name()),
                file,
                runnable.line()));
    }

    private void checkPlugins() {
        for (String plugin : discovery.settings().list(Settings.PLUGINS)) {
            discovery
                    .gherkin()
                    .checkPlugin(plugin)
                    .ifPresent(reason -> discovery.problem(
                            new Problem(Settings.PLUGINS + "=" + plugin, Settings.PLUGINS + ": " + reason)));
        }
    }

    private void checkWantedNames(List<FeatureDescriptor> features, Collection<FeatureFile> known) {
        if (discovery.wantedNames().isEmpty()) {
            return;
        }
        Set<String> present = new HashSet<>();
        root.getDescendants().forEach(d -> present.add(d.getLegacyReportingName()));
        for (String name : discovery.wantedNames()) {
            if (!present.contains(name) && filters.isEmpty()) {
                discovery.problem(new Problem(
                        name,
                        "no scenario is called '" + name + "'. " + Nearest.hint(name, allNames(features, known))));
            }
        }
    }

    private List<String> allNames(List<FeatureDescriptor> features, Collection<FeatureFile> known) {
        List<String> all = new ArrayList<>();
        for (FeatureDescriptor feature : features) {
            feature.file().document().ifPresent(document -> {
                LongNames names = new LongNames(feature.file(), document, known);
                List<String> preferred =
                        feature.trigger().map(TriggerDescriptor::variants).orElse(List.of());
                document.runnables().forEach(runnable -> discovery
                        .variants()
                        .choose(runnable.tags(), preferred)
                        .variants()
                        .forEach(variant -> all.add(names.of(runnable, variant.name()))));
            });
        }
        return all;
    }

    private void addProblems() {
        Map<String, Problem> distinct = new LinkedHashMap<>();
        for (Problem problem : discovery.problems()) {
            distinct.putIfAbsent(problem.title(), problem);
        }
        if (distinct.isEmpty()) {
            return;
        }
        // below a class where there is one: build tools show it there, and nothing that has no class
        TestDescriptor home = sorted(root.triggers()).stream()
                .findFirst()
                .map(t -> (TestDescriptor) t)
                .orElse(root);
        distinct.values().forEach(problem -> {
            TestSource source = home instanceof TriggerDescriptor trigger
                    ? MethodSource.from(trigger.type().getName(), problem.title())
                    : null;
            home.addChild(new ProblemDescriptor(
                    home.getUniqueId().append("problem", problem.title()),
                    problem.title(),
                    problem.title(),
                    source,
                    problem.message(),
                    null,
                    0));
        });
    }

    private void addProblem(FeatureDescriptor feature, String title, String message, FeatureFile file, int line) {
        String longName = file.title() + " - " + title;
        TestSource source = feature.trigger().isPresent() && discovery.host().wantsMethodSources()
                ? MethodSource.from(feature.trigger().get().type().getName(), longName)
                : file.sourceAt(line, 1);
        feature.addChild(new ProblemDescriptor(
                feature.getUniqueId().append("problem", title), title, longName, source, message, file, line));
    }

    private void report(Severity severity, TestDescriptor descriptor, String what) {
        discovery
                .issues()
                .reportIssue(DiscoveryIssue.builder(
                                severity,
                                descriptor.getDisplayName() + ": "
                                        + descriptor
                                                .getUniqueId()
                                                .getLastSegment()
                                                .getType() + " " + what)
                        .source(descriptor.getSource()));
    }

    private void order() {
        sortChildren(root);
        for (TriggerDescriptor trigger : root.triggers()) {
            sortChildren(trigger);
        }
        discovery.settings().randomOrder().ifPresent(seed -> shuffle(root, new Random(seed)));
    }

    private static void sortChildren(TestDescriptor parent) {
        parent.orderChildren(children -> {
            List<TestDescriptor> sorted = new ArrayList<>(children);
            sorted.sort(Comparator.comparing(
                    child -> child.getUniqueId().getLastSegment().getValue()));
            return sorted;
        });
    }

    private static void shuffle(TestDescriptor parent, Random random) {
        parent.orderChildren(children -> {
            List<TestDescriptor> shuffled = new ArrayList<>(children);
            Collections.shuffle(shuffled, random);
            return shuffled;
        });
        parent.getChildren().forEach(child -> shuffle(child, random));
    }
}
