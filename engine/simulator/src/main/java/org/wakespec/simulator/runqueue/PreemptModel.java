// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.simulator.runqueue;

/** How a fair-class request to reschedule is made (kernel: the preempt= parameter). */
public enum PreemptModel {
    /** The request waits for the return to user mode or the next tick. */
    LAZY,
    /** The request is immediate. */
    FULL
}
