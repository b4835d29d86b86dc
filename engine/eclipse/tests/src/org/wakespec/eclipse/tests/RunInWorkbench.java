// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.eclipse.tests;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.eclipse.ui.IStartup;
import org.junit.jupiter.engine.JupiterTestEngine;
import org.junit.platform.engine.DiscoverySelector;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.discovery.DiscoverySelectors;
import org.junit.platform.launcher.Launcher;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.core.LauncherConfig;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;

/** Runs the tests inside a started workbench, writes a report and ends the workbench: 0 passed, 1 failed, 2 could not run. */
public final class RunInWorkbench implements IStartup {

    /** Lines of the report, also written by tests that measure. */
    static final List<String> REPORT = new ArrayList<>();

    @Override
    public void earlyStartup() {
        if (Boolean.getBoolean("wakespec.tests")) {
            Thread thread = new Thread(() -> Runtime.getRuntime().halt(run()), "wakespec-tests");
            thread.setContextClassLoader(RunInWorkbench.class.getClassLoader());
            thread.start();
        }
    }

    private static int run() {
        Summary summary = new Summary();
        try {
            // the service loader does not see other bundles: the engine is named and nothing is looked for
            Launcher launcher = LauncherFactory.create(LauncherConfig.builder()
                    .enableTestEngineAutoRegistration(false)
                    .enableTestExecutionListenerAutoRegistration(false)
                    .enableLauncherSessionListenerAutoRegistration(false)
                    .enableLauncherDiscoveryListenerAutoRegistration(false)
                    .enablePostDiscoveryFilterAutoRegistration(false)
                    .addTestEngines(new JupiterTestEngine())
                    .build());
            List<DiscoverySelector> selectors = new ArrayList<>();
            String only = System.getProperty("wakespec.only", "");
            for (Class<?> test : List.of(WorkbenchTest.class, PerformanceTest.class)) {
                if (only.startsWith(test.getSimpleName() + "#")) {
                    selectors.add(DiscoverySelectors.selectMethod(test, only.substring(only.indexOf('#') + 1)));
                } else if (only.isEmpty() || only.equals(test.getSimpleName())) {
                    selectors.add(DiscoverySelectors.selectClass(test));
                }
            }
            launcher.execute(
                    LauncherDiscoveryRequestBuilder.request()
                            .selectors(selectors)
                            .build(),
                    summary);
            return summary.write();
        } catch (Throwable e) {
            e.printStackTrace();
            return 2;
        }
    }

    private static final class Summary implements TestExecutionListener {

        private int passed;
        private int failed;
        private long started;

        @Override
        public void executionStarted(TestIdentifier test) {
            started = System.nanoTime();
            System.out.println("TEST " + test.getDisplayName());
        }

        @Override
        public void executionFinished(TestIdentifier test, TestExecutionResult result) {
            boolean failure = result.getStatus() != TestExecutionResult.Status.SUCCESSFUL;
            if (test.isTest()) {
                passed += failure ? 0 : 1;
                REPORT.add((failure ? "FAILED " : "passed ") + test.getDisplayName() + " "
                        + (System.nanoTime() - started) / 1_000_000 + " ms");
            }
            if (failure) {
                failed++;
                StringWriter text = new StringWriter();
                result.getThrowable().ifPresent(e -> e.printStackTrace(new PrintWriter(text, true)));
                REPORT.add("  "
                        + String.join("\n  ", text.toString().lines().limit(25).toList()));
            }
            System.out.println(REPORT.isEmpty() ? "" : REPORT.get(REPORT.size() - 1));
        }

        @Override
        public void executionSkipped(TestIdentifier test, String reason) {
            failed++;
            REPORT.add("SKIPPED " + test.getDisplayName() + ": " + reason);
        }

        int write() throws java.io.IOException {
            REPORT.add(passed + " passed, " + failed + " failed");
            String file = System.getProperty("wakespec.report");
            if (file != null) {
                Files.write(Path.of(file), REPORT, StandardCharsets.UTF_8);
            }
            return failed == 0 && passed > 0 ? 0 : 1;
        }
    }
}
