// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.engine.gherkin;

import org.wakespec.engine.spi.Variant;

/**
 * One scenario under one variant, to be run once in a session.
 *
 * @param index position in the plan; reports are written in this order whatever the order of execution
 * @param document the feature it is in
 * @param element the scenario or example row
 * @param variant what it is run against
 */
public record PlannedScenario(int index, FeatureDocument document, Element element, Variant variant) {}
