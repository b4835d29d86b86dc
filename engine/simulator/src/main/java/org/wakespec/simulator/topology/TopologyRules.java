// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.simulator.topology;

import java.util.ArrayList;
import java.util.List;

/**
 * How kernel versions differ in building domains. Everything not named here is the same from 6.1 to 7.3, as the domain
 * trees of booted kernels show.
 *
 * @param label the kernel the rules are meant for, for messages
 * @param packageLevelName name of the package level: DIE up to 6.6, PKG since
 * @param clusterFlag from 6.7 the CLS level carries SD_CLUSTER, on which sched_cluster_active depends
 * @param coreCounts from 6.6 groups know their number of cores
 * @param overlapFlag up to 6.12, NUMA domains also carried SD_OVERLAP, which said the same as SD_NUMA
 * @param hardwareLlcIds from 7.2 sd_llc_id is a small number given to each hardware LLC and kept over rebuilds, -1
 *     before the first; earlier it is the first CPU of sd_llc or, without one, the CPU number
 * @param claimedSharedObjects from 7.2 only the topmost LLC domain and the asymmetric-capacity domain own a
 *     sched_domain_shared, claimed from one pool; earlier every SD_SHARE_LLC domain has one of its level
 * @param balanceShared from 7.2 sd_balance_shared exists, with an object of its own for the asymmetric-capacity domain
 * @param asymChildLosesPreferSibling up to 7.2 the child of an asymmetric-capacity domain loses SD_PREFER_SIBLING
 * @param cacheAware from 7.2 the key sched_cache_present exists
 */
public record TopologyRules(
        String label,
        String packageLevelName,
        boolean clusterFlag,
        boolean coreCounts,
        boolean overlapFlag,
        boolean hardwareLlcIds,
        boolean claimedSharedObjects,
        boolean balanceShared,
        boolean asymChildLosesPreferSibling,
        boolean cacheAware) {

    public static final TopologyRules LINUX_6_1 =
            new TopologyRules("6.1", "DIE", false, false, true, false, false, false, true, false);
    public static final TopologyRules LINUX_6_6 =
            new TopologyRules("6.6", "DIE", false, true, true, false, false, false, true, false);
    public static final TopologyRules LINUX_6_12 =
            new TopologyRules("6.12", "PKG", true, true, true, false, false, false, true, false);
    public static final TopologyRules LINUX_6_18 =
            new TopologyRules("6.18", "PKG", true, true, false, false, false, false, true, false);
    public static final TopologyRules LINUX_7_2 =
            new TopologyRules("7.2", "PKG", true, true, false, true, true, true, true, true);
    /**
     * The recordings of 7.3 hold no asymmetric machine, so the last difference to 7.2 is known from its source only.
     */
    public static final TopologyRules LINUX_7_3 =
            new TopologyRules("7.3", "PKG", true, true, false, true, true, true, false, true);

    /**
     * The rules of a release such as {@code 6.12.117+deb13-amd64} or {@code 7.2}: 6.1 to 6.5 as 6.1, 6.7 to 6.17 as
     * 6.12, 6.18 to 7.1 as 6.18, later ones than 7.3 as 7.3.
     *
     * @throws IllegalArgumentException if the text does not begin with two numbers, or the kernel is older than 6.1
     */
    public static TopologyRules forRelease(String release) {
        int[] numbers = new int[2];
        String rest = release.strip();
        for (int i = 0; i < 2; i++) {
            int end = 0;
            while (end < rest.length() && end < 4 && Character.isDigit(rest.charAt(end))) {
                end++;
            }
            if (end == 0) {
                throw new IllegalArgumentException(
                        "kernel release '" + release + "': expected a form like 7.2 or 6.12.117+deb13-amd64");
            }
            numbers[i] = Integer.parseInt(rest.substring(0, end));
            rest = rest.length() > end && rest.charAt(end) == '.' ? rest.substring(end + 1) : "";
        }
        int version = numbers[0] * 1000 + numbers[1];
        if (version < 6001) {
            throw new IllegalArgumentException(
                    "kernel release '" + release + "': domains are described for 6.1 to 7.3, this one is older");
        }
        if (version < 6006) {
            return LINUX_6_1;
        }
        if (version == 6006) {
            return LINUX_6_6;
        }
        if (version < 6018) {
            return LINUX_6_12;
        }
        if (version < 7002) {
            return LINUX_6_18;
        }
        return version < 7003 ? LINUX_7_2 : LINUX_7_3;
    }

    /** The flags' names as this kernel prints them: 6.1 calls SD_SHARE_LLC SD_SHARE_PKG_RESOURCES. */
    public List<String> flagNames(int flags) {
        List<String> names = new ArrayList<>();
        for (String name : SdFlag.names(flags)) {
            boolean renamed = name.equals("SD_SHARE_LLC") && !clusterFlag;
            names.add(renamed ? "SD_SHARE_PKG_RESOURCES" : name);
        }
        if (overlapFlag && (flags & SdFlag.SD_NUMA) != 0) {
            names.add("SD_OVERLAP");
        }
        return names;
    }
}
