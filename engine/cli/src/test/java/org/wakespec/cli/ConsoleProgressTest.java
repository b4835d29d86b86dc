// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.wakespec.policies.PolicyRegistry;
import org.wakespec.simulator.Simulation;
import org.wakespec.steps.RunningScenarios;
import org.wakespec.topologies.MachineCatalog;
import org.wakespec.workloads.PerfPipe;

/** The line appears after two seconds of a clock that the test turns by hand. */
class ConsoleProgressTest {

    private final StringWriter text = new StringWriter();
    private final PrintWriter err = new PrintWriter(text);
    private long now;

    private ConsoleProgress progress() {
        return new ConsoleProgress(err, "records", () -> now, false);
    }

    private static Simulation simulation() {
        return Simulation.on(
                        MachineCatalog.load(ConsoleProgressTest.class.getClassLoader())
                                .machine("smp-8"),
                        PolicyRegistry.standard().create(PolicyRegistry.DEFAULT))
                .build();
    }

    @Test
    void nothingIsShownInTheFirstTwoSeconds() {
        try (ConsoleProgress progress = progress()) {
            progress.at("file", 10);
            now = TimeUnit.SECONDS.toNanos(2);
            progress.draw();
            assertThat(text.toString()).isEmpty();
            now++;
            progress.draw();
            assertThat(text.toString()).contains("file  10 records");
        }
        assertThat(text.toString()).endsWith(" \r");
    }

    @Test
    void withoutATerminalNothingIsDrawnByItself() {
        try (ConsoleProgress progress = ConsoleProgress.start(err, "records", true)) {
            progress.at("file", 10);
        }
        assertThat(text.toString()).isEmpty();
    }

    @Test
    void aClosedLineIsNotDrawnAgain() {
        ConsoleProgress progress = progress();
        progress.at("file", 1);
        progress.close();
        now = TimeUnit.SECONDS.toNanos(9);
        progress.draw();
        assertThat(text.toString()).isEmpty();
    }

    @Test
    void aRunningSimulationIsAskedHowFarItIs() {
        RunningSimulation running = new RunningSimulation();
        Simulation sim = simulation();
        try (ConsoleProgress progress = progress()) {
            progress.watch(running::status);
            now = TimeUnit.SECONDS.toNanos(3);
            progress.draw();
            assertThat(text.toString()).isEmpty();
            running.started("pipe", sim);
            new PerfPipe().start(sim);
            sim.runFor(5_000_000);
            progress.draw();
        }
        assertThat(text.toString())
                .contains("pipe: 0.005000000 s virtual, " + sim.counters().events() + " events");
        running.ended("pipe", sim);
        assertThat(running.status()).isEmpty();
    }

    @Test
    void aScenarioShowsItsSimulationUntilItIsOver() {
        Object owner = new Object();
        assertThat(RunningScenarios.status()).isEmpty();
        RunningScenarios.started(owner, simulation());
        assertThat(RunningScenarios.status()).isEqualTo("0.000000000 s virtual, 0 events");
        RunningScenarios.ended(owner);
        assertThat(RunningScenarios.status()).isEmpty();
    }
}
