// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.steps;

/** The number of a CPU in a step. */
public record CpuNumber(int cpu) {}
