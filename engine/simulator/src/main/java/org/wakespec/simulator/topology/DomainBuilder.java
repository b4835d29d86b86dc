// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.simulator.topology;

/** Builds the scheduling domains of a machine (kernel: topology.c). */
public final class DomainBuilder {
    private DomainBuilder() {}
}
