// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.report;

import org.wakespec.simulator.topology.CpuMask;
import org.wakespec.simulator.topology.CpusetPartition;
import org.wakespec.simulator.topology.Machine;
import org.wakespec.simulator.topology.SchedTopology;

/** What a picture of a machine shows: its CPUs and, if there is one, a placement. */
public final class MachinePicture {

    final Machine machine;
    final CpuMask offline;
    final CpuMask isolated;
    CpuMask busy;
    CpuMask probed;
    String title;
    String waker = "";
    String wakee = "";
    int wakerCpu = -1;
    int prevCpu = -1;
    int chosenCpu = -1;

    private MachinePicture(Machine machine, CpuMask active) {
        this.machine = machine;
        title = machine.name();
        busy = new CpuMask(machine.nrCpus());
        probed = new CpuMask(machine.nrCpus());
        offline = CpuMask.all(machine.nrCpus());
        offline.andNot(active);
        isolated = new CpuMask(machine.isolated());
        for (CpusetPartition partition : machine.partitions()) {
            if (partition.isolated()) {
                isolated.or(partition.cpus());
            }
        }
    }

    /** A machine on which nothing happens. */
    public static MachinePicture of(Machine machine) {
        CpuMask active = CpuMask.all(machine.nrCpus());
        active.andNot(machine.offline());
        return new MachinePicture(machine, active);
    }

    /** A machine whose domains are built: CPUs that are not active are drawn as offline. */
    public static MachinePicture of(SchedTopology topology) {
        return new MachinePicture(topology.machine, topology.active);
    }

    /** One line over the picture; the machine's name if not set. */
    public MachinePicture title(String line) {
        title = line;
        return this;
    }

    /** CPUs that are not idle. */
    public MachinePicture busy(CpuMask cpus) {
        busy = cpus;
        return this;
    }

    /** CPUs whose idleness was examined. */
    public MachinePicture probed(CpuMask cpus) {
        probed = cpus;
        return this;
    }

    /** Who wakes, and where. */
    public MachinePicture waker(String name, int cpu) {
        waker = name;
        wakerCpu = cpu;
        return this;
    }

    /** Who is woken, where it ran last and where it goes. */
    public MachinePicture wakee(String name, int prev, int chosen) {
        wakee = name;
        prevCpu = prev;
        chosenCpu = chosen;
        return this;
    }

    boolean hasPlacement() {
        return chosenCpu >= 0;
    }
}
