// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.engine;

import org.junit.platform.engine.DiscoverySelector;

/**
 * Our own selector, to which all others come down: a feature, and what is wanted of it.
 *
 * @param trigger the class it is run through; null if it was selected without one
 */
record FeatureSelector(Class<?> trigger, FeatureFile file, Selection.Choice choice) implements DiscoverySelector {}
