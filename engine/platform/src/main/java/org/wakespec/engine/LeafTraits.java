// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.engine;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.platform.engine.TestTag;
import org.junit.platform.engine.support.hierarchical.ExclusiveResource;
import org.junit.platform.engine.support.hierarchical.ExclusiveResource.LockMode;
import org.wakespec.engine.spi.Variant;

/** What the tags in force make of a leaf on a variant; the same for all leaves with these tags. */
record LeafTraits(Set<TestTag> tags, Set<ExclusiveResource> resources) {

    /** Makes them once for each variant and set of tags. */
    static final class Cache {

        private final Settings settings;
        private final Map<Variant, Map<List<String>, LeafTraits>> known = new HashMap<>();

        Cache(Settings settings) {
            this.settings = settings;
        }

        LeafTraits of(List<String> tags, Variant variant) {
            Map<List<String>, LeafTraits> ofVariant = known.get(variant);
            if (ofVariant == null) {
                ofVariant = new HashMap<>();
                known.put(variant, ofVariant);
            }
            LeafTraits traits = ofVariant.get(tags);
            if (traits == null) {
                traits = new LeafTraits(VariantDescriptor.tags(tags, variant), resources(tags, variant));
                ofVariant.put(tags, traits);
            }
            return traits;
        }

        private Set<ExclusiveResource> resources(List<String> tags, Variant variant) {
            List<String> inForce = new ArrayList<>(tags);
            inForce.add(variant.tag());
            Set<ExclusiveResource> found = new LinkedHashSet<>();
            for (String tag : inForce) {
                String prefix = Settings.EXCLUSIVE + tag.substring(1);
                for (String name : settings.list(prefix + ".read-write")) {
                    found.add(new ExclusiveResource(name, LockMode.READ_WRITE));
                }
                for (String name : settings.list(prefix + ".read")) {
                    found.add(new ExclusiveResource(name, LockMode.READ));
                }
            }
            return found.isEmpty() ? Set.of() : found;
        }
    }
}
