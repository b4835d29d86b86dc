// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.steps.runtime;

import io.cucumber.java.Scenario;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import org.wakespec.report.trace.Trace;
import org.wakespec.report.trace.TraceFormat;
import org.wakespec.report.trace.TraceInfo;
import org.wakespec.report.trace.TraceRecorder;
import org.wakespec.steps.TimedScene;

/**
 * Traces that scenarios leave behind if system property {@value #DIRECTORY} names a directory: one file for each scenario and
 * policy, called FEATURE-LINE-POLICY.
 */
final class TraceFiles {

    static final String DIRECTORY = "wakespec.trace";
    /** Formats, separated by commas; text unless set. */
    static final String FORMATS = "wakespec.trace.format";
    /** Events kept. */
    static final String EVENTS = "wakespec.trace.events";
    /** Whether decisions keep the rungs they asked. */
    static final String LADDERS = "wakespec.trace.ladders";
    /** Whether ticks and passes of the load balancer are recorded, too. */
    static final String PASSES = "wakespec.trace.passes";

    private static final int MOST_EVENTS = 5_000_000;

    private TraceFiles() {}

    /** A recorder for a run; null: traces are not wanted. */
    static TraceRecorder recorder(int nrCpus) {
        return System.getProperty(DIRECTORY) == null
                ? null
                : new TraceRecorder(
                        nrCpus,
                        Integer.getInteger(EVENTS, MOST_EVENTS),
                        Boolean.getBoolean(LADDERS),
                        Boolean.getBoolean(PASSES));
    }

    /** Writes what was recorded of a scenario. */
    static void write(Scenario scenario, MachineRun run) {
        Trace trace = run.trace();
        if (trace == null) {
            return;
        }
        TraceInfo info = new TraceInfo(
                scenario.getName(), run.policy(), run.scene().machine().name());
        String feature = scenario.getUri().toString().replaceFirst(".*/", "").replaceFirst("\\.feature$", "");
        String base = (feature + "-" + scenario.getLine() + "-" + run.policy()).replaceAll("[^A-Za-z0-9._+-]", "-");
        Path directory = Path.of(System.getProperty(DIRECTORY));
        for (String label :
                System.getProperty(FORMATS, TraceFormat.TEXT.label()).split(",")) {
            try {
                TraceFormat format = TraceFormat.byLabel(label.strip());
                Files.createDirectories(directory);
                try (OutputStream out = Files.newOutputStream(directory.resolve(base + format.ending()))) {
                    format.write(trace, info, out);
                }
            } catch (IOException | IllegalArgumentException e) {
                throw TimedScene.bad("the trace cannot be written to " + directory + ": " + e.getMessage(), e);
            }
        }
    }
}
