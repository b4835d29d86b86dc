// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.eclipse.core;

/**
 * A parameter type of Cucumber expressions.
 *
 * @param name as in <code>{name}</code>
 * @param pattern its regular expression
 * @param javaType what step methods get; empty while unknown
 */
public record ParameterKind(String name, String pattern, String javaType) {}
