// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
/** How long one placement decision takes, measured over the golden vectors. Not published. */
package org.wakespec.benchmarks;
