// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.results;

/**
 * When something ran. Kept apart from everything else because it is the only part of a result that differs between
 * two equal runs.
 *
 * @param started ISO-8601 instant
 * @param nanos duration in nanoseconds
 */
public record Times(String started, long nanos) {}
