// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.simulator.ipc;

/** One user-space lock a CPU, taken by spinning on the lock of the CPU one is on (as schbench does). */
public final class CpuLocks {

    private final SimTask[] owner;

    public CpuLocks(int nrCpus) {
        owner = new SimTask[nrCpus];
    }

    boolean take(int cpu, SimTask task) {
        if (owner[cpu] != null) {
            return false;
        }
        owner[cpu] = task;
        return true;
    }

    void release(SimTask task) {
        int cpu = (int) task.result;
        if (cpu >= 0 && cpu < owner.length && owner[cpu] == task) {
            owner[cpu] = null;
            return;
        }
        for (int i = 0; i < owner.length; i++) {
            if (owner[i] == task) {
                owner[i] = null;
            }
        }
    }
}
