// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.steps;

import org.wakespec.report.MachinePicture;
import org.wakespec.report.MachineSvg;
import org.wakespec.simulator.topology.CpuMask;
import org.wakespec.simulator.topology.SchedTopology;
import org.wakespec.simulator.wakeup.Decision;
import org.wakespec.simulator.wakeup.Ladder;

/** The machine as a decision found it. */
public final class Pictures {

    private Pictures() {}

    /**
     * The picture.
     *
     * @param topology the machine and its domains
     * @param idle the CPUs that were idle when the decision was made
     */
    public static String svg(Decision decision, SchedTopology topology, CpuMask idle) {
        CpuMask probed = new CpuMask(topology.nrCpus);
        if (decision.ladder() != null) {
            for (Ladder.Probe probe : decision.ladder().probes()) {
                probed.set(probe.cpu());
            }
        }
        CpuMask busy = new CpuMask(topology.active);
        busy.andNot(idle);
        return MachineSvg.of(MachinePicture.of(topology)
                .busy(busy)
                .probed(probed)
                .waker(decision.waker().comm, decision.thisCpu())
                .wakee(decision.task().comm, decision.prevCpu(), decision.cpu())
                .title(decision.task().comm + " to CPU " + decision.cpu() + " by " + decision.by() + ", "
                        + decision.policy() + ", " + topology.machine.name()));
    }
}
