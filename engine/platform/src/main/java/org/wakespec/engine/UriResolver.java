// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.engine;

import java.util.Set;
import org.junit.platform.engine.DiscoverySelector;
import org.junit.platform.engine.TestSource;
import org.junit.platform.engine.discovery.DiscoverySelectors;
import org.junit.platform.engine.discovery.FilePosition;
import org.junit.platform.engine.discovery.UriSelector;
import org.junit.platform.engine.support.descriptor.ClasspathResourceSource;
import org.junit.platform.engine.support.descriptor.DirectorySource;
import org.junit.platform.engine.support.descriptor.FileSource;
import org.junit.platform.engine.support.descriptor.UriSource;
import org.junit.platform.engine.support.discovery.SelectorResolver;

/** Resolves URIs of files, directories and class path resources; a line is given as {@code ?line=12}. */
final class UriResolver implements SelectorResolver {

    @Override
    public Resolution resolve(UriSelector selector, Context context) {
        String scheme = selector.getUri().getScheme();
        if (FeatureRepository.CLASSPATH.equals(scheme + ":")) {
            ClasspathResourceSource source = ClasspathResourceSource.from(selector.getUri());
            FilePosition position = source.getPosition()
                    .map(p -> FilePosition.from(p.getLine()))
                    .orElse(null);
            return of(DiscoverySelectors.selectClasspathResource(source.getClasspathResourceName(), position));
        }
        if (!"file".equals(scheme)) {
            return Resolution.unresolved();
        }
        TestSource source = UriSource.from(selector.getUri());
        if (source instanceof FileSource file) {
            FilePosition position =
                    file.getPosition().map(p -> FilePosition.from(p.getLine())).orElse(null);
            return of(DiscoverySelectors.selectFile(file.getFile(), position));
        }
        return source instanceof DirectorySource directory
                ? of(DiscoverySelectors.selectDirectory(directory.getFile()))
                : Resolution.unresolved();
    }

    private static Resolution of(DiscoverySelector selector) {
        return Resolution.selectors(Set.of(selector));
    }
}
