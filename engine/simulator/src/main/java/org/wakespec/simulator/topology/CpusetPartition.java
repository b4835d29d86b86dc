// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.simulator.topology;

/**
 * A valid cgroup-v2 cpuset partition, created after boot (kernel: cpuset.cpus.partition).
 *
 * @param name for messages
 * @param cpus its exclusive CPUs
 * @param isolated state "isolated": its CPUs get no domains; otherwise state "root": one root domain of its own
 */
public record CpusetPartition(String name, CpuMask cpus, boolean isolated) {}
