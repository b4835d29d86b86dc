// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.conformance;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.regex.Pattern;
import org.wakespec.simulator.runqueue.KernelConfig;
import org.wakespec.simulator.topology.SchedTopology;
import org.wakespec.simulator.wakeup.Ladder;
import org.wakespec.simulator.wakeup.PlacementPolicy;

/**
 * Compares the policies of kernel versions with calls recorded in booted kernels: the CPU chosen and, where it was
 * recorded, which CPUs were probed for idleness, in which order and with which result.
 *
 * <p>Only records during which no other CPU changed anything are compared; the others are counted.
 */
public final class KernelTraceConformance {

    /** As Debian builds its kernels. */
    static final KernelConfig CONFIG = KernelConfig.DEFAULT.withHz(250).withFairGroupSched(true);

    private static final int SHOWN_TREE_DIFFERENCES = 3;
    private static final int PROGRESS_STEP = 500;
    /** From this major version on available_idle_cpu() is inlined and could not be recorded. */
    private static final int FIRST_WITHOUT_PROBES = 7;

    private final Function<String, PlacementPolicy> policies;

    /**
     * @param policies the policy of a name such as {@code linux-6.12}; throws IllegalArgumentException if there is none
     */
    public KernelTraceConformance(Function<String, PlacementPolicy> policies) {
        this.policies = policies;
    }

    /** Compares every run in the directories. */
    public ConformanceReport compare(List<Path> dirs, ConformanceReport report, Progress progress) {
        for (Path dir : dirs) {
            try {
                for (KernelRun run : KernelRun.in(dir)) {
                    if (run.decisions().isEmpty()) {
                        report.note(run.name() + ": no decisions recorded, skipped");
                    } else {
                        compare(run, report, progress);
                    }
                }
            } catch (UnreadableRecordsException e) {
                report.unreadable(e.getMessage());
            }
        }
        return report;
    }

    private void compare(KernelRun run, ConformanceReport report, Progress progress) {
        try {
            JsonNode topology = RecordReader.document(run.topology());
            Map<String, Session> sessions = new LinkedHashMap<>();
            for (Path file : run.decisions()) {
                compare(run, file, topology, sessions, report, progress);
            }
        } catch (UnreadableRecordsException e) {
            report.unreadable(e.getMessage());
        }
    }

    private void compare(
            KernelRun run,
            Path file,
            JsonNode topology,
            Map<String, Session> sessions,
            ConformanceReport report,
            Progress progress) {
        String name = file.getFileName().toString();
        try (RecordReader reader = RecordReader.open(file)) {
            JsonNode first = reader.next();
            if (first == null) {
                throw new UnreadableRecordsException(
                        file + " is empty, a line {\"meta\": ...} and decisions" + " were expected");
            }
            if (!first.path("meta").isObject()
                    || !first.path("meta").path("release").isTextual()) {
                throw new UnreadableRecordsException(reader.where()
                        + ": this is no recording: the first line should be {\"meta\":" + " {\"release\": ...}}");
            }
            String release = first.path("meta").path("release").textValue();
            Session session = sessions.get(release);
            if (session == null) {
                session = new Session(release, topology, run);
                sessions.put(release, session);
                if (!release.matches(Pattern.quote(session.policyId.substring(6)) + "([.+-].*)?")) {
                    report.note(run.name() + ": recorded on " + release + ", compared with " + session.policyId
                            + ", of which no difference in placement is known");
                }
            }
            if (!session.treeDifferences.isEmpty()) {
                treeDiffers(report.tally(run.name() + " (" + session.policyId + ")"), file, session);
                return;
            }
            ConformanceReport.Tally tally = report.tally(run.name() + " (" + session.policyId + ")");
            long done = 0;
            for (JsonNode node = reader.next(); node != null; node = reader.next()) {
                compare(new TraceRecord(node, reader.where(), session.state.nrCpus()), session, tally);
                if (++done % PROGRESS_STEP == 0) {
                    progress.at(run.name() + "/" + name, done);
                }
            }
        }
    }

    /** Decisions on another tree than the recorded one would say nothing. */
    private static void treeDiffers(ConformanceReport.Tally tally, Path file, Session session) {
        tally.difference(() -> file.getFileName() + " was not compared: the domain tree built for " + session.policyId
                + " is not the recorded one\n  " + String.join("\n  ", session.treeDifferences));
    }

    private static void compare(TraceRecord record, Session session, ConformanceReport.Tally tally) {
        if (!record.done) {
            tally.exclude("unfinished");
            return;
        }
        if (!record.stable) {
            tally.exclude("torn");
            return;
        }
        LoadedTrace trace = new LoadedTrace(record, session.state, session.majorVersion);
        session.state.refreshGroupExtremes();
        Ladder ladder = new Ladder();
        int cpu = trace.ask(session.policy, ladder);
        if (session.asymOwnShared && ladder.asked("select_idle_capacity")) {
            tally.exclude("without the scan budget of the asymmetric domain");
            return;
        }
        List<String> differences = trace.differences(cpu, ladder, session.majorVersion < FIRST_WITHOUT_PROBES);
        if (differences.isEmpty()) {
            tally.match();
        } else {
            tally.difference(() -> explain(record, differences, ladder));
        }
    }

    private static String explain(TraceRecord record, List<String> differences, Ladder ladder) {
        StringBuilder text = new StringBuilder(record.describe()).append('\n');
        differences.forEach(difference -> text.append("  ").append(difference).append('\n'));
        RungLines.of(ladder)
                .lines()
                .forEach(line -> text.append("    ").append(line).append('\n'));
        return text.toString();
    }

    /**
     * The policy of a release: its own, or that of a kernel with the same rules. Clusters count from 6.7 on, and what 6.12
     * added (tasks that are delayed do not count) changes nothing where there are none.
     */
    private static String policyOf(int major, int minor) {
        int release = major * 1000 + minor;
        if (release >= 6001 && release < 6007) {
            return "linux-6.1";
        }
        if (release >= 6007 && release < 6018) {
            return "linux-6.12";
        }
        return "linux-" + major + "." + minor;
    }

    /** One kernel on one machine. */
    private final class Session {

        final int majorVersion;
        final String policyId;
        final PlacementPolicy policy;
        final MachineState state;
        /** The asymmetric-capacity domain has a shared object beside the LLC's, which recordings do not hold. */
        final boolean asymOwnShared;

        /** First differences between the domain tree we build and the recorded one. */
        final List<String> treeDifferences;

        Session(String release, JsonNode topology, KernelRun run) {
            String place = run.topology().toString();
            String[] parts = release.split("[.+-]");
            if (parts.length < 2 || !parts[0].matches("[0-9]{1,3}") || !parts[1].matches("[0-9]{1,3}")) {
                throw new UnreadableRecordsException(
                        run.dir() + ": the kernel release '" + release + "' has no form like 6.12.117");
            }
            majorVersion = Integer.parseInt(parts[0]);
            policyId = policyOf(majorVersion, Integer.parseInt(parts[1]));
            try {
                policy = policies.apply(policyId);
            } catch (IllegalArgumentException e) {
                throw new UnreadableRecordsException(
                        run.dir() + ": recorded on " + release + ", for which there is no policy: " + e.getMessage(),
                        e);
            }
            SchedTopology built = RecordedTopologies.build(run.name(), topology, place);
            treeDifferences = RecordedTopologies.differences(built, topology, place).differences().stream()
                    .limit(SHOWN_TREE_DIFFERENCES)
                    .toList();
            state = new MachineState(built, CONFIG);
            asymOwnShared = !Arrays.equals(built.sdBalanceShared, built.sdLlcShared);
            if (treeDifferences.isEmpty()) {
                RecordedCapacities.load(topology, state.sched.topology, place);
            }
        }
    }
}
