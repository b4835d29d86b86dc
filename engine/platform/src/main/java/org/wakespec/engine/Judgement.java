// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.engine;

import org.wakespec.results.Verdict;

/**
 * What a scenario comes to.
 *
 * @param verdict for the record
 * @param error what JUnit is to see thrown; null if it passed
 */
record Judgement(Verdict verdict, Throwable error) {}
