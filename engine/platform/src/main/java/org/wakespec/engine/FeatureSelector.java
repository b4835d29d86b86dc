// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.engine;

import org.junit.platform.engine.DiscoverySelector;

/**
 * Our own selector, to which all others come down: a feature, and what is wanted of it.
 *
 * @param trigger the class it is run through; null if it was selected without one
 */
record FeatureSelector(Class<?> trigger, FeatureFile file, Selection.Choice choice) implements DiscoverySelector {

    /** Written out because a record's own are slow to make, and selectors are looked up while a discovery starts. */
    @Override
    public boolean equals(Object other) {
        return other instanceof FeatureSelector selector
                && trigger == selector.trigger
                && file.equals(selector.file)
                && choice.equals(selector.choice);
    }

    @Override
    public int hashCode() {
        return 31 * file.hashCode() + choice.hashCode();
    }
}
