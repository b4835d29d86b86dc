// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.features;

import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import org.junit.platform.launcher.LauncherDiscoveryRequest;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.core.LauncherConfig;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;
import org.junit.platform.launcher.listeners.SummaryGeneratingListener;
import org.junit.platform.launcher.listeners.TestExecutionSummary;
import org.wakespec.engine.WakespecTestEngine;
import org.wakespec.policies.PolicyRegistry;

/** Runs scenarios with the classes of the loader that loaded it. */
public final class RuntimeSuite {

    private RuntimeSuite() {}

    /**
     * Runs the scenarios of a feature whose names match, on mainline; returns how many were found and how many did not
     * pass: what is undecided counts.
     */
    public static long[] run(String feature, String name) {
        LauncherDiscoveryRequest request = LauncherDiscoveryRequestBuilder.request()
                .selectors(selectClass(PlacementTest.class))
                .configurationParameter("wakespec.policies", PolicyRegistry.DEFAULT)
                .configurationParameter("wakespec.features", feature)
                .configurationParameter("wakespec.tags", "")
                .configurationParameter("wakespec.name", name)
                .configurationParameter("wakespec.summary", "false")
                .configurationParameter("wakespec.results.file", "none")
                .configurationParameter("wakespec.attachments.files", "never")
                .build();
        SummaryGeneratingListener listener = new SummaryGeneratingListener();
        LauncherFactory.create(LauncherConfig.builder()
                        .enableTestEngineAutoRegistration(false)
                        .addTestEngines(new WakespecTestEngine())
                        .enableTestExecutionListenerAutoRegistration(false)
                        .build())
                .execute(request, new TestExecutionListener[] {listener});
        TestExecutionSummary summary = listener.getSummary();
        return new long[] {summary.getTestsFoundCount(), summary.getTestsFoundCount() - summary.getTestsSucceededCount()
        };
    }
}
