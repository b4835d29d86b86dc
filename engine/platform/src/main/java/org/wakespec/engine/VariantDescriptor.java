// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.engine;

import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.platform.engine.TestSource;
import org.junit.platform.engine.TestTag;
import org.junit.platform.engine.UniqueId;
import org.junit.platform.engine.support.hierarchical.ExclusiveResource;
import org.wakespec.engine.gherkin.Element;
import org.wakespec.engine.spi.Variant;

/** A leaf: one scenario under one variant. */
final class VariantDescriptor extends PlainLeaf {

    private final FeatureDescriptor feature;
    private final Element element;
    private final Variant variant;
    private final String longName;
    private final Set<TestTag> tags;
    private final Set<ExclusiveResource> resources;
    private String id;

    VariantDescriptor(
            UniqueId parent,
            FeatureDescriptor feature,
            Element element,
            Variant variant,
            String displayName,
            String longName,
            TestSource source,
            Set<TestTag> tags,
            Set<ExclusiveResource> resources) {
        super(parent.append(variant.label(), variant.name()), displayName, source);
        this.feature = feature;
        this.element = element;
        this.variant = variant;
        this.longName = longName;
        this.tags = tags;
        this.resources = resources;
    }

    /** The tags JUnit is to see: of those that name variants only the one the leaf runs on. */
    static Set<TestTag> tags(List<String> inForce, Variant variant) {
        Set<TestTag> tags = new LinkedHashSet<>();
        String otherVariants = "@" + variant.label() + ":";
        for (String tag : inForce) {
            String name = tag.substring(1);
            if (!tag.startsWith(otherVariants) && TestTag.isValid(name)) {
                tags.add(TestTag.create(name));
            }
        }
        tags.add(TestTag.create(variant.tag().substring(1)));
        return Collections.unmodifiableSet(tags);
    }

    /** The unique id as text; making it is not cheap, and it is needed several times. */
    String id() {
        if (id == null) {
            id = getUniqueId().toString();
        }
        return id;
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
}
