// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.steps;

import java.util.ArrayList;
import java.util.List;
import org.wakespec.simulator.topology.CpuMask;
import org.wakespec.simulator.wakeup.Ladder;

/** How a list of CPUs is compared with the probes of a ladder. */
enum Probes {
    EACH("probed") {
        @Override
        boolean holds(List<Integer> probed, Placement p, CpuSet cpus) {
            CpuMask wanted = cpus.on(p.topology().machine);
            return wanted.isEmpty() ? probed.isEmpty() : wanted.isSubsetOf(mask(probed, wanted.size()));
        }
    },
    NONE("not probed") {
        @Override
        boolean holds(List<Integer> probed, Placement p, CpuSet cpus) {
            CpuMask wanted = cpus.on(p.topology().machine);
            if (wanted.isEmpty()) {
                throw new BadScenarioException("'" + cpus + " was not probed' says nothing: name the CPUs");
            }
            if (!p.decision().policyAsked()) {
                throw new BadScenarioException(
                        "'" + cpus + " was not probed' says nothing: CPU selection was not asked, "
                                + p.decision().path().meaning());
            }
            return !wanted.intersects(mask(probed, wanted.size()));
        }
    },
    IN_ORDER("probed in this order") {
        @Override
        boolean holds(List<Integer> probed, Placement p, CpuSet cpus) {
            int next = 0;
            List<Integer> wanted = cpus.inOrder(p.topology().machine);
            for (int cpu : probed) {
                if (next < wanted.size() && wanted.get(next) == cpu) {
                    next++;
                }
            }
            return next == wanted.size();
        }
    },
    EXACTLY("all that was probed, in this order") {
        @Override
        boolean holds(List<Integer> probed, Placement p, CpuSet cpus) {
            return probed.equals(cpus.inOrder(p.topology().machine));
        }
    };

    private final String words;

    Probes(String words) {
        this.words = words;
    }

    abstract boolean holds(List<Integer> probed, Placement p, CpuSet cpus);

    /** Fails unless the probes are as wanted. */
    void check(Placement p, CpuSet cpus) {
        List<Integer> probed = new ArrayList<>();
        for (Ladder.Probe probe : p.decision().ladder().probes()) {
            probed.add(probe.cpu());
        }
        Verdict.that(
                p,
                holds(probed, p, cpus),
                cpus + " " + words,
                probed.isEmpty()
                        ? "no CPU was probed"
                        : "probed, in order: " + probed.toString().replaceAll("[\\[\\]]", ""));
    }

    private static CpuMask mask(List<Integer> cpus, int size) {
        CpuMask mask = new CpuMask(size);
        cpus.forEach(mask::set);
        return mask;
    }
}
