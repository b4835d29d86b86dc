// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.steps;

import org.wakespec.simulator.wakeup.WakeFlags;

/** Flags a waker passes. */
public record CallerFlags(int value) {

    static final int ALLOWED = WakeFlags.WF_SYNC | WakeFlags.WF_CURRENT_CPU;
}
