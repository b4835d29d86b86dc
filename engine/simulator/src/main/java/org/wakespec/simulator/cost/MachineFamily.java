// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.simulator.cost;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.wakespec.simulator.idle.IdleState;

/** Kinds of machines that share default costs, idle states and kernel defaults. */
public enum MachineFamily {
    /** x86 with intel_idle: every idle state is entered by MWAIT, so that a flag write wakes (table of Sapphire Rapids). */
    INTEL(true),
    /**
     * x86 with acpi_idle: C1 by MWAIT, C2 by an I/O port, which only an interrupt leaves. C2 takes what was measured for short
     * stays (3.55 us for a futex wakeup, 1.07 us from polling, less the interrupt itself); after long ones the core complex is
     * off, for which 25 us are the middle of an estimate of 10 to 40.
     */
    AMD(true),
    /** Idle by WFI, always woken by an interrupt. */
    ARM64(false);

    private final boolean hrtick;

    MachineFamily(boolean hrtick) {
        this.hrtick = hrtick;
    }

    /** Whether Linux 7.2 has the HRTICK feature on by default. */
    public boolean hrtickByDefault() {
        return hrtick;
    }

    /** Idle states, shallowest first. */
    public List<IdleState> idleStates() {
        return switch (this) {
            case INTEL ->
                List.of(
                        IdleState.poll(),
                        new IdleState("C1", 1_000, 1_000, 250, true, false),
                        new IdleState("C1E", 2_000, 4_000, 1_000, true, false),
                        new IdleState("C6", 290_000, 800_000, 100_000, true, false));
            case AMD ->
                List.of(
                        IdleState.poll(),
                        new IdleState("C1", 1_000, 2_000, 83, true, false),
                        new IdleState("C2", 400_000, 800_000, 1_590, false, false, 25_000));
            case ARM64 -> List.of(new IdleState("WFI", 1_000, 1_000, 80, false, false));
        };
    }

    /**
     * The family of a name.
     *
     * @throws IllegalArgumentException if there is none
     */
    public static MachineFamily byName(String name) {
        for (MachineFamily family : values()) {
            if (family.name().equalsIgnoreCase(name)) {
                return family;
            }
        }
        throw new IllegalArgumentException("unknown machine family '" + name + "', expected one of "
                + Arrays.toString(values()).toLowerCase(Locale.ROOT));
    }
}
