// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.eclipse.core;

/**
 * A piece of a text to replace.
 *
 * @param offset where it begins
 * @param length how long it is
 * @param text what replaces it
 */
public record Edit(int offset, int length, String text) {}
