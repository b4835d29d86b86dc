// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.results;

/**
 * The text of a feature file as it was run, so that a report can show it wherever it is made.
 *
 * @param feature path relative to the project, or class path name, as in {@link ScenarioResult#feature()}
 * @param source the whole text
 */
public record FeatureSource(String feature, String source) {}
