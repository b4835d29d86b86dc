// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.steps;

import org.wakespec.report.MachinePicture;
import org.wakespec.report.MachineSvg;
import org.wakespec.simulator.topology.CpuMask;
import org.wakespec.simulator.wakeup.Ladder;

/** The machine as a placement found it. */
final class Pictures {

    private Pictures() {}

    static String svg(Placement p, Scene scene) {
        CpuMask probed = new CpuMask(p.topology().nrCpus);
        if (p.decision().ladder() != null) {
            for (Ladder.Probe probe : p.decision().ladder().probes()) {
                probed.set(probe.cpu());
            }
        }
        CpuMask busy = new CpuMask(p.topology().active);
        busy.andNot(p.idleBefore());
        return MachineSvg.of(MachinePicture.of(p.topology())
                .busy(busy)
                .probed(probed)
                .waker(p.decision().waker().comm, p.decision().thisCpu())
                .wakee(
                        p.decision().task().comm,
                        p.decision().prevCpu(),
                        p.decision().cpu())
                .title(p.decision().task().comm + " to CPU " + p.decision().cpu() + " by "
                        + p.decision().by() + ", " + p.decision().policy() + ", "
                        + scene.machine().name()));
    }
}
