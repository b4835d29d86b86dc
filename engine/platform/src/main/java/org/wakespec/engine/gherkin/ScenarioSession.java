// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.engine.gherkin;

/** Runs the scenarios of a plan. Safe for use from many threads. */
public interface ScenarioSession {

    /** Opens the reports and says that the run begins. Problems with a report are kept for {@link #finish()}. */
    void start();

    /** Runs the hooks before all scenarios, once for each variant of the plan; a failure is thrown. */
    void beforeAll() throws Throwable;

    /** Runs one scenario. Whatever its steps do is in the outcome, never thrown. */
    ScenarioOutcome run(PlannedScenario scenario, EvidenceListener evidence);

    /** Runs the hooks after all scenarios, once for each variant of the plan; a failure is thrown. */
    void afterAll() throws Throwable;

    /** Completes the reports; throws the first problem there was with one. */
    void finish() throws Throwable;
}
