// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.wakespec.simulator.topology.DomainBuilder;
import org.wakespec.simulator.topology.SchedTopology;

class BenchCommandTest {

    @Test
    void whatElseIsAskedForIsRefused() {
        Cli cli = Cli.run("bench", "everything");
        assertThat(cli.exit()).isEqualTo(ExitCodes.COULD_NOT_RUN);
        assertThat(cli.err()).contains("bench everything").contains("programs or scaling");
    }

    @ParameterizedTest
    @ValueSource(ints = {8, 16, 80, 256, 384, 512, 1024})
    void machinesOfAllSizesHaveTheSameLlcs(int cpus) {
        SchedTopology topology = DomainBuilder.build(ScalingMachine.of(cpus));
        assertThat(topology.sdLlcSize[cpus - 1]).isEqualTo(Math.min(cpus, 16));
        assertThat(topology.smtActive).isTrue();
    }
}
