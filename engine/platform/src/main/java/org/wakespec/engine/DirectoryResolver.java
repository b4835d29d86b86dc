// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.engine;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.platform.engine.DiscoverySelector;
import org.junit.platform.engine.discovery.DirectorySelector;
import org.junit.platform.engine.discovery.DiscoverySelectors;
import org.junit.platform.engine.support.discovery.SelectorResolver;

/** Resolves directories to the feature files in them and below. Gradle sends these. */
final class DirectoryResolver implements SelectorResolver {

    @Override
    public Resolution resolve(DirectorySelector selector, Context context) {
        if (!Files.isDirectory(selector.getPath())) {
            return Resolution.unresolved();
        }
        Set<DiscoverySelector> features = features(selector.getPath());
        return features.isEmpty() ? Resolution.unresolved() : Resolution.selectors(features);
    }

    /** Selectors of all feature files in a directory and below, in the order of their names. */
    static Set<DiscoverySelector> features(Path directory) {
        Set<DiscoverySelector> features = new LinkedHashSet<>();
        try (Stream<Path> files = Files.walk(directory)) {
            files.filter(FeatureRepository::isFeature)
                    .sorted()
                    .forEach(file -> features.add(DiscoverySelectors.selectFile(file.toFile())));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return features;
    }
}
