// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.simulator.cost;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.wakespec.simulator.idle.IdleState;
import org.wakespec.simulator.topology.CpuMask;
import org.wakespec.simulator.topology.Machine;

class CostModelTest {

    @Test
    void aMachineFileOverridesSingleCosts() {
        CostModel model = CostModel.of(MachineFamily.ARM64).with(Map.of("pipe_write", 333L));
        assertThat(model.of(Cost.PIPE_WRITE)).isEqualTo(333);
        assertThat(model.of(Cost.PIPE_READ)).isEqualTo(Cost.PIPE_READ.defaultOn(MachineFamily.ARM64));
    }

    @Test
    void unknownKeysAreRefusedWithTheNearestOne() {
        assertThatThrownBy(() -> CostModel.of(MachineFamily.AMD).with(Map.of("pipe_wrote", 1L)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("unknown cost 'pipe_wrote'; the nearest is 'pipe_write'");
    }

    @Test
    void valuesOutOfRangeAreRefused() {
        CostModel model = CostModel.of(MachineFamily.INTEL);
        assertThatThrownBy(() -> model.with(Cost.IPI, -1)).hasMessageContaining("'ipi' is 0 to 1000000000, not -1");
        assertThatThrownBy(() -> model.with(Cost.SMT_SPEED, 2000)).hasMessageContaining("'smt_speed' is 1 to 1024");
        assertThatThrownBy(() -> model.withIdleStates(List.of())).hasMessageContaining("at least one idle state");
    }

    @Test
    void onlyArm64NeedsAnInterruptForEveryWakeup() {
        assertThat(MachineFamily.ARM64.idleStates()).noneMatch(state -> state.flagWake());
        assertThat(MachineFamily.INTEL.idleStates()).allMatch(state -> state.flagWake());
        assertThat(MachineFamily.AMD.idleStates().get(1).flagWake()).isTrue();
        assertThat(MachineFamily.AMD.idleStates().get(2).flagWake()).isFalse();
    }

    @Test
    void aLongStayInC2TakesLongerToLeave() {
        IdleState c2 = MachineFamily.AMD.idleStates().get(2);
        assertThat(c2.wakeNs(c2.targetResidency() - 1)).isEqualTo(c2.wakeNs()).isLessThan(2_000);
        assertThat(c2.wakeNs(c2.targetResidency())).isEqualTo(25_000);
        // of other states nothing is known
        IdleState c1 = MachineFamily.AMD.idleStates().get(1);
        assertThat(c1.wakeNs(1_000_000_000)).isEqualTo(c1.wakeNs(1));
    }

    @Test
    void distancesFollowTheTopology() {
        Machine machine = Machine.builder("two sockets", 8)
                .smt(List.of(mask(0, 1), mask(2, 3), mask(4, 5), mask(6, 7)))
                .cluster(List.of(mask(0, 1), mask(2, 3), mask(4, 5), mask(6, 7)))
                .coregroup(List.of(mask(0, 1, 2, 3), mask(4, 5), mask(6, 7)))
                .packages(List.of(mask(0, 1, 2, 3, 4, 5), mask(6, 7)))
                .build();
        Lines lines = new Lines(machine, CostModel.of(MachineFamily.AMD));
        assertThat(lines.distance(3, 3)).isEqualTo(0);
        assertThat(lines.distance(0, 1)).isEqualTo(1);
        assertThat(lines.distance(0, 2)).isEqualTo(3);
        assertThat(lines.distance(0, 4)).isEqualTo(4);
        assertThat(lines.transfer(-1, 4)).isZero();
        // a kernel object moves in four dependent lines, between threads of a core at 10 ns each
        assertThat(lines.object(0, 1)).isEqualTo(4 * 10);
    }

    private static CpuMask mask(int... cpus) {
        return CpuMask.of(8, cpus);
    }
}
