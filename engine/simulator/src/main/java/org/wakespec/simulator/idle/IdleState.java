// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.simulator.idle;

/**
 * An idle state of a CPU (kernel: struct cpuidle_state).
 *
 * @param name as the driver names it
 * @param exitLatency as the driver declares it, in ns; the governor and CPU selection use it
 * @param targetResidency shortest stay that pays, in ns
 * @param wakeNs what leaving it really takes after a short stay, in ns
 * @param flagWake a write to the idle task's flags wakes; otherwise an interrupt is needed
 * @param polling the CPU spins (kernel: CPUIDLE_FLAG_POLLING)
 * @param longWakeNs what leaving it takes when no CPU of the last-level cache has been awake for the target residency, so that
 *     the hardware has gone deeper
 */
public record IdleState(
        String name,
        long exitLatency,
        long targetResidency,
        long wakeNs,
        boolean flagWake,
        boolean polling,
        long longWakeNs) {

    public IdleState {
        if (exitLatency < 0 || targetResidency < 0 || wakeNs < 0 || longWakeNs < 0) {
            throw new IllegalArgumentException("idle state '" + name + "': times are not negative");
        }
    }

    /** A state that is always left as fast. */
    public IdleState(
            String name, long exitLatency, long targetResidency, long wakeNs, boolean flagWake, boolean polling) {
        this(name, exitLatency, targetResidency, wakeNs, flagWake, polling, wakeNs);
    }

    /** What leaving the state takes after a stay of {@code stayNs} of all CPUs of the last-level cache, in ns. */
    public long wakeNs(long stayNs) {
        return stayNs < targetResidency ? wakeNs : longWakeNs;
    }

    /** State 0 of x86: the CPU spins. */
    public static IdleState poll() {
        return new IdleState("POLL", 0, 0, 0, true, true);
    }
}
