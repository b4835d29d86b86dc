// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
/**
 * Reads golden vectors and recordings of booted kernels as they were published, loads each record into the
 * simulator's own objects, asks the registered policy and compares. Holds no scheduling rule: whatever is compared
 * was computed by the simulator or a policy on one side, and by a kernel on the other.
 */
package org.wakespec.conformance;
