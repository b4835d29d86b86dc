// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
/**
 * The result file of a run: JSON Lines, one header, one line per scenario and variant, one summary.
 *
 * <p>{@link org.wakespec.results.ResultWriter} writes it while the run goes on,
 * {@link org.wakespec.results.ResultReader} reads it at any time. The format is published as JSON schema in
 * {@code META-INF/wakespec/result.schema.json}; each line is an instance of it.
 */
package org.wakespec.results;
