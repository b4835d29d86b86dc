// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A user's directory of classes adds policies and machines. */
class PluginTest {

    private static final String POLICY = """
            package acme;
            import java.util.List;
            import org.wakespec.policies.FairPlacement;
            import org.wakespec.simulator.wakeup.PolicyInfo;
            public class StayHome extends FairPlacement {
                @Override public PolicyInfo info() {
                    return new PolicyInfo("stay-home", List.of(), "wakees stay where they were", "prev, always",
                            "nowhere",
                            PolicyInfo.Standing.RECONSTRUCTED, PolicyInfo.Scope.PLACEMENT);
                }
            }
            """;

    @TempDir
    Path plugin;

    @BeforeEach
    void compilePlugin() throws IOException {
        UserPlugin.policy(plugin, "acme.StayHome", POLICY);
        Files.writeString(
                Files.createDirectories(plugin.resolve("META-INF/wakespec/machines"))
                        .resolve("acme-4.yaml"),
                Files.readString(machineToCopy()).replaceFirst("description:.*", "description: four of acme"));
    }

    private static Path machineToCopy() {
        Path dir = Path.of("").toAbsolutePath();
        while (!Files.exists(dir.resolve("topologies/src/main/resources"))) {
            dir = dir.getParent();
        }
        return dir.resolve("topologies/src/main/resources/META-INF/wakespec/machines/smp-2.yaml");
    }

    @Test
    void addsPoliciesAndMachines() {
        assertThat(Cli.run("policies").out()).doesNotContain("stay-home");
        assertThat(Cli.run("--plugin", plugin.toString(), "policies").out()).contains("stay-home", "linux-7.2");
        assertThat(Cli.run("policies", "--plugin", plugin.toString(), "stay-home")
                        .out())
                .contains("prev, always");
        assertThat(Cli.run("machine", "list", "--plugin", plugin.toString()).out())
                .contains("acme-4", "four of acme");
    }

    @Test
    void stepsOfAPluginAreUsed() throws IOException {
        UserPlugin.compile(plugin, "acme.steps.BoxSteps", """
                package acme.steps;
                import io.cucumber.java.en.Given;
                import org.wakespec.steps.MachineSteps;
                public final class BoxSteps {
                    private final MachineSteps machines;
                    public BoxSteps(MachineSteps machines) {
                        this.machines = machines;
                    }
                    @Given("the box of acme")
                    public void box() {
                        machines.namedMachine("acme-4");
                    }
                }
                """);
        Path feature = Files.writeString(plugin.resolve("box.feature"), """
                Feature: A box

                  Scenario: A wakee stays home
                    Given the box of acme
                    And A runs on CPU 0
                    And B sleeps, last on CPU 1
                    When A wakes B
                    Then B is placed on CPU 1
                """);

        Cli cli = Cli.run(
                "run",
                "--plugin",
                plugin.toString(),
                "--glue",
                "acme.steps",
                "--policies",
                "linux-7.2,stay-home",
                feature.toString());

        assertThat(cli.out()).contains("linux-7.2  passed", "stay-home  passed", "2 passed");
        assertThat(cli.err()).doesNotContain("--glue");
        assertThat(cli.exit()).isZero();
        Cli mistyped =
                Cli.run("run", "--plugin", plugin.toString(), "--glue", "acme.step,org.nonsense", feature.toString());
        assertThat(mistyped.err())
                .contains(
                        "warning: --glue acme.step: no package of that name was found", "warning: --glue org.nonsense");
        Cli without = Cli.run("run", "--plugin", plugin.toString(), feature.toString());
        assertThat(without.exit()).isEqualTo(1);
        assertThat(without.out()).contains("the box of acme");
    }

    @Test
    void aBrokenJarIsNamed() throws IOException {
        Path jar = Files.writeString(plugin.resolve("broken.jar"), "no jar");

        Cli cli = Cli.run("policies", "--plugin", jar.toString());

        assertThat(cli.exit()).isEqualTo(2);
        assertThat(cli.err()).contains("broken.jar is not a jar").doesNotContain("\tat ");
    }
}
