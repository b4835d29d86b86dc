// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.engine;

/**
 * Something that is wrong before anything has run; becomes one failing leaf.
 *
 * @param title short; also the last segment of the unique id
 * @param message what is wrong, where, and what was expected
 */
record Problem(String title, String message) {}
