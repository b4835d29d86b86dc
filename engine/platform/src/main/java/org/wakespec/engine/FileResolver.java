// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.engine;

import java.util.Set;
import org.junit.platform.engine.discovery.FilePosition;
import org.junit.platform.engine.discovery.FileSelector;
import org.junit.platform.engine.support.discovery.SelectorResolver;

/** Resolves feature files, also with a line. */
final class FileResolver implements SelectorResolver {

    private final Discovery discovery;

    FileResolver(Discovery discovery) {
        this.discovery = discovery;
    }

    @Override
    public Resolution resolve(FileSelector selector, Context context) {
        if (!FeatureRepository.isFeature(selector.getRawPath())) {
            return Resolution.unresolved();
        }
        return Resolution.selectors(Set.of(new FeatureSelector(
                null,
                discovery.repository().file(selector.getPath()),
                choice(selector.getPosition().orElse(null)))));
    }

    static Selection.Choice choice(FilePosition position) {
        return position == null ? Selection.Choice.all() : Selection.Choice.line(position.getLine());
    }
}
