// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.simulator.topology;

import java.util.List;

/**
 * One level below NODE of a topology table (kernel 7.2: struct sched_domain_topology_level). The NODE and NUMA levels
 * are not listed: they follow from the node distances.
 *
 * @param name SMT, CLS, MC or PKG
 * @param mask which of a CPU's masks the level spans
 * @param flags the level's own flags (kernel: tl-&gt;sd_flags())
 */
public record TopologyLevel(String name, Mask mask, int flags) {

    /** The masks a level can span. */
    public enum Mask {
        /** Hardware threads of the core (kernel: cpu_smt_mask). */
        SMT,
        /** CPUs sharing the L2 or the cluster (kernel: cpu_clustergroup_mask). */
        CLUSTER,
        /** CPUs sharing the last-level cache (kernel: cpu_coregroup_mask). */
        COREGROUP,
        /** All CPUs of the NUMA node (kernel: cpu_node_mask, before 6.7 cpu_cpu_mask). */
        NODE
    }

    public static final TopologyLevel SMT =
            new TopologyLevel("SMT", Mask.SMT, SdFlag.SD_SHARE_CPUCAPACITY | SdFlag.SD_SHARE_LLC);
    public static final TopologyLevel CLS =
            new TopologyLevel("CLS", Mask.CLUSTER, SdFlag.SD_CLUSTER | SdFlag.SD_SHARE_LLC);
    public static final TopologyLevel MC = new TopologyLevel("MC", Mask.COREGROUP, SdFlag.SD_SHARE_LLC);
    public static final TopologyLevel PKG = new TopologyLevel("PKG", Mask.NODE, 0);

    /** Kernel 7.2: default_topology[], bottom-up. */
    public static final List<TopologyLevel> DEFAULT_TABLE = List.of(SMT, CLS, MC, PKG);

    /** The same level with more flags. */
    public TopologyLevel with(int moreFlags) {
        return new TopologyLevel(name, mask, flags | moreFlags);
    }

    /**
     * Parses {@code SMT}, {@code CLS}, {@code MC} or {@code PKG}, optionally followed by more flags as in {@code PKG
     * (with SD_SHARE_LLC)}.
     *
     * @throws IllegalArgumentException naming what is not a level or not a flag
     */
    public static TopologyLevel parse(String text) {
        String name = text.strip();
        int extra = 0;
        int paren = name.indexOf('(');
        if (paren >= 0) {
            String inside = name.substring(paren + 1).strip();
            if (!inside.startsWith("with ") || !inside.endsWith(")")) {
                throw new IllegalArgumentException(
                        "level '" + text + "': expected a form like PKG (with SD_SHARE_LLC)");
            }
            for (String flag : inside.substring(5, inside.length() - 1).split(",")) {
                extra |= SdFlag.byName(flag.strip());
            }
            name = name.substring(0, paren).strip();
        }
        for (TopologyLevel level : DEFAULT_TABLE) {
            if (level.name.equals(name)) {
                return level.with(extra);
            }
        }
        throw new IllegalArgumentException(
                "level '" + text + "' is unknown, expected one of SMT, CLS, MC, PKG (then NODE, NUMA...)");
    }

    /** The form {@link #parse} reads. */
    @Override
    public String toString() {
        for (TopologyLevel level : DEFAULT_TABLE) {
            if (level.name.equals(name) && level.flags != flags) {
                return name + " (with " + String.join(", ", SdFlag.names(flags & ~level.flags)) + ")";
            }
        }
        return name;
    }
}
