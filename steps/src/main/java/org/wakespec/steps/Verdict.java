// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.steps;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.opentest4j.AssertionFailedError;
import org.wakespec.policies.UnknownPolicyException;
import org.wakespec.report.LadderText;
import org.wakespec.simulator.topology.CpuMask;
import org.wakespec.simulator.wakeup.Decision;

/** Compares what is expected with what happened; a failure prints both, and the whole ladder. */
final class Verdict {

    private Verdict() {}

    static void equal(Placement p, String what, Object expected, Object actual) {
        if (!expected.equals(actual)) {
            throw failure(p, what + " " + expected, what + " " + actual);
        }
    }

    static void that(Placement p, boolean holds, String expected, String actual) {
        if (!holds) {
            throw failure(p, expected, actual);
        }
    }

    static void placed(Placement p, Place place, boolean wanted) {
        String wrong = misplaced(p, place, wanted);
        if (wrong != null) {
            throw failure(
                    p,
                    wrong,
                    p.decision().task().comm + " on CPU " + p.decision().cpu());
        }
    }

    /** What was expected instead, or null if the task is where it should be. */
    static String misplaced(Placement p, Place place, boolean wanted) {
        CpuMask cpus = place.cpus(p);
        if (!wanted && cpus.isEmpty()) {
            throw new BadScenarioException(
                    "there is no such place as '" + place + "' here: that a task is not placed there says nothing");
        }
        if (cpus.test(p.decision().cpu()) == wanted) {
            return null;
        }
        boolean plain = place.toString().startsWith("CPU ");
        return p.decision().task().comm
                + (wanted ? " on " : " not on ")
                + place
                + (plain ? "" : cpus.isEmpty() ? " (there is none)" : " (CPU " + cpus + ")");
    }

    static String finalRule(Decision d) {
        return d.by().substring(d.by().indexOf('|') + 1);
    }

    static String affineRule(Decision d) {
        int bar = d.by().indexOf('|');
        return bar < 0 ? "none" : d.by().substring(0, bar);
    }

    /** Throws if no core path bears the label. */
    static void checkPath(String label) {
        List<String> labels =
                Arrays.stream(Decision.Path.values()).map(Decision.Path::label).toList();
        if (!labels.contains(label)) {
            throw new BadScenarioException("unknown core path '" + label + "'" + Nearest.suggestion(label, labels)
                    + " Core paths: " + String.join(", ", labels));
        }
    }

    static void sameAs(World world, String policy, boolean same) {
        Placement last = world.last();
        String id;
        try {
            id = Policies.registry().resolve(policy);
        } catch (UnknownPolicyException e) {
            throw new BadScenarioException(e.getMessage(), e);
        }
        if (!same && id.equals(world.policy())) {
            throw new BadScenarioException("this scenario runs on " + id
                    + " itself, which cannot differ from itself: tag it @not-policy:"
                    + id);
        }
        List<Placement> mine = world.placements();
        List<Placement> theirs = world.placementsUnder(id);
        List<String> here = cpus(mine);
        List<String> there = cpus(theirs);
        if (here.equals(there) == same) {
            return;
        }
        String expected = (same ? "as with " + id + ": " : "other than with " + id + ": ") + String.join(", ", there);
        throw new AssertionFailedError(
                message(last, expected, String.join(", ", here))
                        + (same
                                ? "\nunder " + id + ":\n"
                                        + LadderText.of(theirs.get(firstDifference(here, there))
                                                .decision())
                                : ""),
                expected,
                String.join(", ", here));
    }

    private static List<String> cpus(List<Placement> placements) {
        List<String> cpus = new ArrayList<>();
        for (Placement p : placements) {
            cpus.add(p.decision().task().comm + " on CPU " + p.decision().cpu());
        }
        return cpus;
    }

    private static int firstDifference(List<String> a, List<String> b) {
        int i = 0;
        while (i < a.size() - 1 && a.get(i).equals(b.get(i))) {
            i++;
        }
        return i;
    }

    /** The failure, ready to be thrown. */
    static AssertionFailedError failure(Placement p, String expected, String actual) {
        return new AssertionFailedError(message(p, expected, actual), expected, actual);
    }

    private static String message(Placement p, String expected, String actual) {
        return "expected: " + expected + "\n but was: " + actual + ", by "
                + p.decision().by() + " [" + p.decision().policy() + "]\n\n"
                + LadderText.of(p.decision(), p.defaults());
    }
}
