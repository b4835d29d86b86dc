// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
/**
 * The command line: one runnable jar. Exit codes are the same everywhere: 0 passed or all match, 1 failed or
 * different, 2 could not run.
 */
package org.wakespec.cli;
