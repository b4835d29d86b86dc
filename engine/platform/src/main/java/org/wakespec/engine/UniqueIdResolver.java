// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.engine;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.platform.commons.support.ReflectionSupport;
import org.junit.platform.engine.DiscoverySelector;
import org.junit.platform.engine.TestDescriptor;
import org.junit.platform.engine.UniqueId;
import org.junit.platform.engine.discovery.DiscoverySelectors;
import org.junit.platform.engine.discovery.UniqueIdSelector;
import org.junit.platform.engine.support.discovery.SelectorResolver;
import org.wakespec.engine.gherkin.Element;

/**
 * Resolves unique ids of former runs. They are made of names, so they survive edits that move lines; one that fits
 * nothing any more becomes a failing leaf, because JUnit treats it as an error of the whole engine otherwise.
 */
final class UniqueIdResolver implements SelectorResolver {

    private final Discovery discovery;
    private final TestDescriptor root;

    UniqueIdResolver(WakespecDescriptor root) {
        this.discovery = root.discovery();
        this.root = root;
    }

    @Override
    public Resolution resolve(UniqueIdSelector selector, Context context) {
        List<UniqueId.Segment> segments = new ArrayList<>(selector.getUniqueId().getSegments());
        segments.subList(0, root.getUniqueId().getSegments().size()).clear();
        Class<?> trigger = null;
        if (!segments.isEmpty() && segments.get(0).getType().equals("class")) {
            String className = segments.remove(0).getValue();
            Optional<Class<?>> found = ReflectionSupport.tryToLoadClass(className)
                    .toOptional()
                    .filter(TriggerDescriptor::isTrigger)
                    .map(c -> c);
            if (found.isEmpty()) {
                return stale(context, selector, "there is no trigger class " + className);
            }
            trigger = found.get();
            if (segments.isEmpty()) {
                return Resolution.selectors(Set.of(DiscoverySelectors.selectClass(trigger)));
            }
        }
        if (!segments.isEmpty() && segments.get(0).getType().equals("problem")) {
            return problem(trigger, context);
        }
        if (segments.size() == 1 && segments.get(0).getType().equals("directory")) {
            return directory(selector, context, segments.get(0).getValue());
        }
        if (segments.isEmpty() || !segments.get(0).getType().equals("feature")) {
            return stale(context, selector, "it names no feature");
        }
        String key = segments.remove(0).getValue();
        Optional<FeatureFile> file = file(trigger, key, context);
        if (file.isEmpty()) {
            return stale(context, selector, "there is no feature '" + key + "'");
        }
        return inFeature(selector, context, trigger, file.get(), segments);
    }

    /** No descriptor has such an id: hosts that can only pass unique ids on, as Eclipse, run folders by it. */
    private Resolution directory(UniqueIdSelector selector, Context context, String key) {
        Path directory = SourceFiles.ofKey(key);
        if (!Files.isDirectory(directory)) {
            return stale(context, selector, "there is no directory '" + key + "'");
        }
        Set<DiscoverySelector> features = DirectoryResolver.features(directory);
        return features.isEmpty()
                ? stale(context, selector, "there is no feature in the directory '" + key + "'")
                : Resolution.selectors(features);
    }

    private Resolution inFeature(
            UniqueIdSelector selector,
            Context context,
            Class<?> trigger,
            FeatureFile file,
            List<UniqueId.Segment> segments) {
        if (file.document().isEmpty()) {
            return select(trigger, file, Selection.Choice.all());
        }
        Element element = file.document().get().feature();
        for (UniqueId.Segment segment : segments) {
            if (segment.getType().equals(discovery.variants().label())) {
                return select(
                        trigger,
                        file,
                        Selection.Choice.element(element, (e, v) -> v.equals(segment.getValue()), segment.getValue()));
            }
            if (segment.getType().equals("problem")) {
                break;
            }
            Optional<Element> child = element.child(segment.getType(), segment.getValue());
            if (child.isEmpty()) {
                return stale(
                        context,
                        selector,
                        file.key() + " has no " + segment.getType() + " '" + segment.getValue() + "'. "
                                + Nearest.hint(segment.getValue(), keys(element, segment.getType())));
            }
            element = child.get();
        }
        return select(
                trigger, file, element.parent().isEmpty() ? Selection.Choice.all() : Selection.Choice.element(element));
    }

    private static List<String> keys(Element parent, String segment) {
        return parent.children().stream()
                .filter(c -> c.kind().segment().equals(segment))
                .map(Element::key)
                .toList();
    }

    private Optional<FeatureFile> file(Class<?> trigger, String key, Context context) {
        if (trigger != null) {
            return context.resolve(DiscoverySelectors.selectClass(trigger)).flatMap(d -> ((TriggerDescriptor) d)
                    .features().stream().filter(file -> file.key().equals(key)).findFirst());
        }
        if (key.startsWith(FeatureRepository.CLASSPATH)) {
            return discovery.classpath(null).find(FeatureRepository.resourceName(key)).entrySet().stream()
                    .flatMap(e -> discovery.repository().resources(e.getKey(), e.getValue()).stream())
                    .filter(file -> file.key().equals(key))
                    .findFirst();
        }
        Path file = SourceFiles.ofKey(key);
        return Files.isRegularFile(file) ? Optional.of(discovery.repository().file(file)) : Optional.empty();
    }

    private static Resolution select(Class<?> trigger, FeatureFile file, Selection.Choice choice) {
        return Resolution.selectors(Set.of(new FeatureSelector(trigger, file, choice)));
    }

    /** A problem of the run as a whole: it is found again, or it is gone, without selecting anything. */
    private Resolution problem(Class<?> trigger, Context context) {
        discovery.wantProblems();
        Optional<TestDescriptor> parent =
                trigger == null ? Optional.empty() : context.resolve(DiscoverySelectors.selectClass(trigger));
        return Resolution.match(Match.partial(parent.orElse(root)));
    }

    private Resolution stale(Context context, UniqueIdSelector selector, String reason) {
        discovery.problem(new Problem(
                "unique id " + selector.getUniqueId().getLastSegment().getValue(),
                "the unique id " + selector.getUniqueId() + " fits nothing: " + reason));
        return problem(null, context);
    }
}
