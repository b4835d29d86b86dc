// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.simulator.topology;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What holds for every machine, tried on many random ones. */
class DomainBuilderPropertiesTest {

    private static final int MACHINES = 150;

    static List<TopologyRules> rules() {
        return List.of(
                TopologyRules.LINUX_6_1, TopologyRules.LINUX_6_18, TopologyRules.LINUX_7_2, TopologyRules.LINUX_7_3);
    }

    @ParameterizedTest
    @MethodSource("rules")
    void trees_of_random_machines_are_sound(TopologyRules rules) {
        for (int seed = 0; seed < MACHINES; seed++) {
            SchedTopology topology = DomainBuilder.build(RandomMachines.machine(seed), rules);
            assertThat(violations(topology)).as("random machine " + seed).isEmpty();
        }
    }

    @Test
    void the_same_machine_gives_the_same_topology() {
        for (int seed = 0; seed < 20; seed++) {
            assertThat(text(DomainBuilder.build(RandomMachines.machine(seed))))
                    .isEqualTo(text(DomainBuilder.build(RandomMachines.machine(seed))));
        }
    }

    @Test
    void the_random_machines_are_varied() {
        int numa = 0;
        int overlapping = 0;
        int asym = 0;
        int clusters = 0;
        int ownShared = 0;
        for (int seed = 0; seed < MACHINES; seed++) {
            SchedTopology t = DomainBuilder.build(RandomMachines.machine(seed));
            numa += t.sdNuma[0] != null ? 1 : 0;
            asym += t.asymCpucapActive ? 1 : 0;
            clusters += t.clusterActive ? 1 : 0;
            ownShared += t.sdBalanceShared[0] != t.sdLlcShared[0] ? 1 : 0;
            for (SchedDomain sd = t.sdNuma[0]; sd != null; sd = sd.parent) {
                if (weights(sd) > sd.spanWeight) {
                    overlapping++;
                    break;
                }
            }
        }
        assertThat(List.of(numa, overlapping, asym, clusters, ownShared)).allMatch(count -> count >= 8);
    }

    /** Negative control: each kind of damage to a sound topology is among the violations. */
    @Test
    void damage_is_noticed() {
        assertThat(violations(damaged(t -> t.sd[0].groups.next = t.sd[0].groups)))
                .anyMatch(v -> v.contains("groups do not cover"));
        assertThat(violations(damaged(t -> t.sd[0].span = CpuMask.of(t.nrCpus, 1))))
                .anyMatch(v -> v.contains("own CPU"));
        assertThat(violations(damaged(t -> t.sdLlcShared[0] = new SchedDomainShared(0))))
                .anyMatch(v -> v.contains("shared object"));
        assertThat(violations(damaged(t -> t.sd[0].groups.sgc.balanceMask.clear())))
                .anyMatch(v -> v.contains("balance mask"));
        assertThat(violations(damaged(t -> t.sdLlcId[0] = 99))).anyMatch(v -> v.contains("sd_llc_id"));
        assertThat(violations(damaged(t -> t.sd[0].parent = t.sd[0].parent.parent)))
                .anyMatch(v -> v.contains("child"));
    }

    private static SchedTopology damaged(Consumer<SchedTopology> damage) {
        Machine machine = Machine.builder("2 nodes of 2 LLCs", 8)
                .coregroup(List.of(
                        CpuMask.range(8, 0, 1), CpuMask.range(8, 2, 3), CpuMask.range(8, 4, 5), CpuMask.range(8, 6, 7)))
                .nodes(List.of(CpuMask.range(8, 0, 3), CpuMask.range(8, 4, 7)))
                .build();
        SchedTopology topology = DomainBuilder.build(machine);
        assertThat(violations(topology)).isEmpty();
        damage.accept(topology);
        return topology;
    }

    private static int weights(SchedDomain sd) {
        int sum = 0;
        SchedGroup group = sd.groups;
        do {
            sum += group.groupWeight;
            group = group.next;
        } while (group != sd.groups);
        return sum;
    }

    private static List<String> violations(SchedTopology t) {
        List<String> bad = new ArrayList<>();
        Machine m = t.machine;
        CpuMask covered = new CpuMask(t.nrCpus);
        for (CpuMask root : t.rootDomains()) {
            check(bad, !root.intersects(covered), "root domains overlap: ", t.rootDomains());
            covered.or(root);
            check(bad, root.isSubsetOf(t.active), "root domain ", root, " has CPUs that are offline");
            for (int cpu = root.first(); cpu >= 0; cpu = root.next(cpu + 1)) {
                tree(bad, t, cpu, root);
            }
        }
        for (int cpu = 0; cpu < t.nrCpus; cpu++) {
            if (!covered.test(cpu)) {
                check(bad, t.sd[cpu] == null, "CPU ", cpu, " has domains outside all root domains");
            }
            check(bad, !m.offline().test(cpu) || !covered.test(cpu), "CPU ", cpu, " is offline in a root domain");
            check(bad, !m.isolated().test(cpu) || !covered.test(cpu), "CPU ", cpu, " is isolated in a root domain");
            check(bad, t.smtMask[cpu].test(cpu), "CPU ", cpu, " is not its own sibling");
        }
        llcs(bad, t);
        return bad;
    }

    private static void tree(List<String> bad, SchedTopology t, int cpu, CpuMask root) {
        SchedDomain below = null;
        SchedDomain top = null;
        for (SchedDomain sd = t.sd[cpu]; sd != null; sd = sd.parent) {
            At at = new At(cpu, sd);
            check(bad, sd.cpu == cpu && sd.span.test(cpu), at, " lacks its own CPU");
            check(bad, sd.spanWeight == sd.span.weight(), at, " span weight");
            check(bad, sd.spanWeight > 1, at, " is degenerate");
            check(bad, sd.child == below, at, " child is wrong");
            if (below != null) {
                boolean larger = below.span.isSubsetOf(sd.span) && below.spanWeight < sd.spanWeight;
                check(bad, larger, at, " is not larger than ", below);
                check(bad, below.level < sd.level, at, " level");
                boolean affine = !sd.has(SdFlag.SD_WAKE_AFFINE) || below.has(SdFlag.SD_WAKE_AFFINE);
                check(bad, affine, at, " is affine above one that is not");
            }
            groups(bad, sd, at);
            below = sd;
            top = sd;
        }
        boolean complete = root.weight() == 1 ? top == null : top != null && top.span.equals(root);
        check(bad, complete, "CPU ", cpu, " top is ", top, " in root domain ", root);
    }

    private static void groups(List<String> bad, SchedDomain sd, At at) {
        CpuMask union = new CpuMask(sd.span.size());
        int sum = 0;
        int rounds = 0;
        check(bad, sd.groups.span.test(sd.cpu), at, " first group lacks the CPU");
        SchedGroup group = sd.groups;
        do {
            union.or(group.span);
            sum += group.groupWeight;
            check(bad, group.span.isSubsetOf(sd.span), at, " group ", group.span, " reaches out");
            check(
                    bad,
                    !group.sgc.balanceMask.isEmpty() && group.sgc.balanceMask.isSubsetOf(group.span),
                    at,
                    " balance mask ",
                    group.sgc.balanceMask,
                    " of group ",
                    group.span);
            check(bad, group.sgc.id == group.sgc.balanceMask.first() || !sd.has(SdFlag.SD_NUMA), at, " sgc id");
            check(
                    bad,
                    group.sgc.minCapacity <= group.sgc.maxCapacity && group.sgc.capacity >= group.groupWeight,
                    at,
                    " capacity of group ",
                    group.span);
            group = group.next;
        } while (group != sd.groups && ++rounds <= sd.spanWeight);
        check(bad, union.equals(sd.span), at, " groups do not cover the span but ", union);
        check(bad, sd.has(SdFlag.SD_NUMA) || sum == sd.spanWeight, at, " groups overlap");
        check(bad, sd.groups.next != sd.groups, at, " has one group");
    }

    private static void llcs(List<String> bad, SchedTopology t) {
        Map<SchedDomainShared, CpuMask> ownerSpan = new HashMap<>();
        for (int cpu = t.rootDomains().get(0).first();
                cpu >= 0;
                cpu = t.rootDomains().get(0).next(cpu + 1)) {
            SchedDomain llc = t.sdLlc[cpu];
            if (llc == null) {
                check(
                        bad,
                        t.sdLlcSize[cpu] == 1 && t.sdLlcShared[cpu] == null,
                        "CPU ",
                        cpu,
                        " has no LLC but its state");
                continue;
            }
            check(bad, llc.has(SdFlag.SD_SHARE_LLC), "CPU ", cpu, " sd_llc lacks SD_SHARE_LLC");
            check(bad, t.sdLlcSize[cpu] == llc.spanWeight, "CPU ", cpu, " sd_llc_size");
            check(
                    bad,
                    t.sdLlcShared[cpu] != null && t.sdLlcShared[cpu] == t.sdLlcShared[llc.span.first()],
                    "CPU ",
                    cpu,
                    " does not have its LLC's shared object");
            CpuMask other = ownerSpan.putIfAbsent(t.sdLlcShared[cpu], llc.span);
            check(bad, other == null || other.equals(llc.span), "two LLCs have the same shared object");
            check(bad, t.sdLlcShared[cpu].nrBusyCpus == llc.spanWeight, "CPU ", cpu, " nr_busy_cpus");
            SchedDomain asym = t.sdAsymCpucapacity[cpu];
            if (t.rules().balanceShared() && asym != null && asym.shared != null && asym != llc) {
                check(bad, t.sdBalanceShared[cpu] != t.sdLlcShared[cpu], "CPU ", cpu, " mixes up its shared objects");
            }
            for (int peer = llc.span.first(); peer >= 0; peer = llc.span.next(peer + 1)) {
                check(bad, t.sdLlcId[cpu] == t.sdLlcId[peer], "CPUs ", cpu, " and ", peer, " differ in sd_llc_id");
            }
        }
        if (t.rules().hardwareLlcIds()) {
            for (int a = t.active.first(); a >= 0; a = t.active.next(a + 1)) {
                for (int b = t.active.first(); b < a; b = t.active.next(b + 1)) {
                    if (t.machine.isolated().test(a) || t.machine.isolated().test(b)) {
                        continue;
                    }
                    boolean same = t.machine.coregroupMask(a).test(b);
                    if (same != t.cpusShareCache(a, b)) {
                        bad.add("CPUs " + b + " and " + a + ": sd_llc_id " + t.sdLlcId[b] + " and " + t.sdLlcId[a]);
                    }
                }
            }
        }
    }

    /** Notes a violation; the parts of its text are only joined if it is one. */
    private static void check(List<String> bad, boolean holds, Object... what) {
        if (!holds) {
            StringBuilder text = new StringBuilder();
            for (Object part : what) {
                text.append(part);
            }
            bad.add(text.toString());
        }
    }

    /** Names a domain in a violation. */
    private record At(int cpu, SchedDomain sd) {
        @Override
        public String toString() {
            return "CPU " + cpu + " " + sd;
        }
    }

    private static String text(SchedTopology t) {
        StringBuilder text = new StringBuilder();
        for (int cpu = 0; cpu < t.nrCpus; cpu++) {
            text.append(cpu).append(' ').append(t.sdLlcId[cpu]).append(' ').append(t.sdShareId[cpu]);
            for (SchedDomain sd : t.domains(cpu)) {
                text.append(' ').append(sd).append(SdFlag.names(sd.flags)).append(sd.imbNumaNr);
                SchedGroup group = sd.groups;
                do {
                    text.append('{')
                            .append(group.span)
                            .append('/')
                            .append(group.sgc.balanceMask)
                            .append('/')
                            .append(group.sgc.capacity)
                            .append('/')
                            .append(group.flags)
                            .append('}');
                    group = group.next;
                } while (group != sd.groups);
            }
            text.append('\n');
        }
        return text.toString();
    }
}
