// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
/**
 * The living documentation: one self-contained HTML page made from result files.
 *
 * <p>The page carries a compact data set (JSON in which everything that repeats is stored once and referred to by number), a style sheet and
 * a script that draws from it. Nothing is loaded from anywhere; equal results give equal bytes.
 */
package org.wakespec.report.page;
