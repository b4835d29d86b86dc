// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.workloads.rtapp;

import java.util.List;
import org.wakespec.simulator.topology.CpuMask;

/**
 * Events that are repeated together.
 *
 * @param loop times; -1: for ever
 * @param cpus affinity to set at its start; null: leave it
 * @param nice nice value to set at its start; null: leave it
 */
record Phase(String name, int loop, CpuMask cpus, Integer nice, List<Event> events) {}
