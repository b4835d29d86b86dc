// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
/**
 * Every decision of a scenario's policy is also asked of a second one, on the same state and without leaving a trace: only
 * such pairs show what a patch changes. Absent unless the system property {@code wakespec.compare} names the second policy.
 */
package org.wakespec.steps.compare;
