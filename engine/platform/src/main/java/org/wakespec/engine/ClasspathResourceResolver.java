// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.engine;

import java.util.LinkedHashSet;
import java.util.Set;
import org.junit.platform.engine.DiscoverySelector;
import org.junit.platform.engine.discovery.ClasspathResourceSelector;
import org.junit.platform.engine.support.discovery.SelectorResolver;

/** Resolves feature files on the class path, also with a line. */
final class ClasspathResourceResolver implements SelectorResolver {

    private final Discovery discovery;

    ClasspathResourceResolver(Discovery discovery) {
        this.discovery = discovery;
    }

    @Override
    public Resolution resolve(ClasspathResourceSelector selector, Context context) {
        String name = selector.getClasspathResourceName();
        if (!FeatureRepository.isFeature(name)) {
            return Resolution.unresolved();
        }
        Set<DiscoverySelector> features = new LinkedHashSet<>();
        discovery.classpath(null).find(name).forEach((resource, urls) -> discovery
                .repository()
                .resources(resource, urls)
                .forEach(file -> features.add(new FeatureSelector(
                        null, file, FileResolver.choice(selector.getPosition().orElse(null))))));
        return features.isEmpty() ? Resolution.unresolved() : Resolution.selectors(features);
    }
}
