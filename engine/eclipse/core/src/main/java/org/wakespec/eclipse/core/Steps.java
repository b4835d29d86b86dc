// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.eclipse.core;

import java.util.List;

/** What defines a step of a file. */
public final class Steps {

    private Steps() {}

    /** The definitions of a step line; placeholders are tried with the first row of each Examples table. */
    public static List<StepDefinition> definitions(FeatureText text, FeatureLine line, Vocabulary words) {
        for (String variant : StepCheck.variants(text, line, line.body())) {
            List<StepDefinition> matches = words.match(variant);
            if (!matches.isEmpty()) {
                return matches;
            }
        }
        return List.of();
    }
}
