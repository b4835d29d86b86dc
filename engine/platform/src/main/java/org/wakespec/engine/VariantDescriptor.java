// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.engine;

import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.Set;
import org.junit.platform.engine.TestDescriptor;
import org.junit.platform.engine.TestSource;
import org.junit.platform.engine.TestTag;
import org.junit.platform.engine.UniqueId;
import org.junit.platform.engine.support.descriptor.AbstractTestDescriptor;
import org.junit.platform.engine.support.hierarchical.ExclusiveResource;
import org.junit.platform.engine.support.hierarchical.Node;
import org.wakespec.engine.gherkin.Element;
import org.wakespec.engine.spi.Variant;

/** A leaf: one scenario under one variant. */
final class VariantDescriptor extends AbstractTestDescriptor implements Node<RunContext> {

    private final FeatureDescriptor feature;
    private final Element element;
    private final Variant variant;
    private final String longName;
    private final Set<TestTag> tags;
    private final Set<ExclusiveResource> resources;

    VariantDescriptor(UniqueId parent, FeatureDescriptor feature, Element element, Variant variant, String displayName,
            String longName, TestSource source, Set<ExclusiveResource> resources) {
        super(parent.append(variant.label(), variant.name()), displayName, source);
        this.feature = feature;
        this.element = element;
        this.variant = variant;
        this.longName = longName;
        this.tags = tags(element, variant);
        this.resources = resources;
    }

    private static Set<TestTag> tags(Element element, Variant variant) {
        Set<TestTag> tags = new LinkedHashSet<>();
        String otherVariants = "@" + variant.label() + ":";
        for (String tag : element.tags()) {
            String name = tag.substring(1);
            if (!tag.startsWith(otherVariants) && TestTag.isValid(name)) {
                tags.add(TestTag.create(name));
            }
        }
        tags.add(TestTag.create(variant.tag().substring(1)));
        return tags;
    }

    FeatureDescriptor feature() {
        return feature;
    }

    Element element() {
        return element;
    }

    Variant variant() {
        return variant;
    }

    /** The reason behind {@code @known-gap}, if the scenario has that tag; empty text if none is given. */
    Optional<String> knownGap() {
        for (String tag : element.tags()) {
            if (tag.equals("@known-gap")) {
                return Optional.of("");
            }
            if (tag.startsWith("@known-gap:")) {
                return Optional.of(tag.substring("@known-gap:".length()));
            }
        }
        return Optional.empty();
    }

    @Override
    public Type getType() {
        return Type.TEST;
    }

    @Override
    public String getLegacyReportingName() {
        return longName;
    }

    @Override
    public Set<TestTag> getTags() {
        return tags;
    }

    @Override
    public Set<ExclusiveResource> getExclusiveResources() {
        return resources;
    }

    @Override
    public RunContext execute(RunContext context, DynamicTestExecutor dynamicTestExecutor) {
        context.run(this);
        return context;
    }

    @Override
    public void nodeSkipped(RunContext context, TestDescriptor descriptor,
            SkipResult result) {
        context.notRun(descriptor, result.getReason().orElse("skipped"));
    }
}
