// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.engine;

import java.util.Collection;
import java.util.List;
import java.util.Optional;
import org.wakespec.engine.gherkin.Element;
import org.wakespec.engine.spi.Variant;

/** A property that leaves out scenarios at discovery. */
interface ScenarioFilter {

    boolean accepts(FeatureFile file, Element runnable, Variant variant, String longName);

    /** The property and its value, for messages. */
    String description();

    /**
     * What is wrong with the filter given all features there are; parts of it that can never match anything.
     *
     * @param features every feature that could have been run
     */
    default List<Problem> check(Collection<FeatureFile> features) {
        return List.of();
    }

    /** What the user may have meant, when the filter left nothing. */
    default Optional<String> hint(Collection<FeatureFile> features) {
        return Optional.empty();
    }
}
