// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.simulator.runqueue;

/** What the CPUs of one cpuset partition share (kernel: struct root_domain). */
public final class RootDomain {

    /** Some CPU had more than one task when one was last added or a top-level pass last looked. */
    public boolean overloaded;

    public RootDomain() {}
}
