// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.eclipse.jdt.internal.junit6.runner;

/** The JUnit 5 loader only uses launcher API that JUnit 6 still has. */
public class JUnit6TestLoader extends org.eclipse.jdt.internal.junit5.runner.JUnit5TestLoader {}
