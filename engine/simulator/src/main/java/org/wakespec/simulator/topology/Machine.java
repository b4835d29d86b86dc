// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.simulator.topology;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;

/**
 * The hardware of a simulated machine, and what its boot line and cpusets decide: everything {@link DomainBuilder}
 * needs.
 *
 * <p>The masks are those the architecture code hands to the scheduler at boot, not cut by isolation or hot-unplug.
 * Immutable by convention: the masks returned must not be changed. Derive the masks from hardware facts with {@link
 * HardwareFacts}.
 */
public final class Machine {

    /** More CPUs are refused. */
    public static final int MAX_CPUS = 4096;
    /** Kernel 7.2: RECLAIM_DISTANCE, the default of node_reclaim_distance. */
    public static final int DEFAULT_RECLAIM_DISTANCE = 30;
    /** Kernel 7.2: node_reclaim_distance on AMD Zen, so that the usual distance 32 between sockets keeps all flags. */
    public static final int AMD_RECLAIM_DISTANCE = 32;

    private final String name;
    private final String description;
    private final int nrCpus;
    private final Partitioning smt;
    private final Partitioning cluster;
    private final Partitioning coregroup;
    private final Partitioning packages;
    private final Partitioning nodes;
    private final int[][] nodeDistance;
    private final int[][] schedNodeDistance;
    private final boolean averageRemoteDistances;
    private final int nodeReclaimDistance;
    private final int[] capacity;
    private final List<TopologyLevel> levels;
    private final boolean numaLevels;
    private final int forcedFlags;
    private final CpuMask isolated;
    private final CpuMask offline;
    private final List<CpusetPartition> partitions;
    private final int[] asymPriority;

    private Machine(Builder b) {
        this.name = b.name;
        this.description = b.description;
        this.nrCpus = b.nrCpus;
        this.smt = b.smt;
        this.cluster = b.cluster;
        this.coregroup = b.coregroup;
        this.packages = b.packages;
        this.nodes = b.nodes;
        this.nodeDistance = b.nodeDistance;
        this.schedNodeDistance = b.averageRemoteDistances
                ? SncDistances.average(b.nodeDistance, nodePackages(b.nodes, b.packages))
                : b.nodeDistance;
        this.averageRemoteDistances = b.averageRemoteDistances;
        this.nodeReclaimDistance = b.nodeReclaimDistance;
        this.capacity = b.capacity.clone();
        this.levels = List.copyOf(b.levels);
        this.numaLevels = b.numaLevels;
        this.forcedFlags = b.forcedFlags;
        this.isolated = b.isolated;
        this.offline = b.offline;
        this.partitions = List.copyOf(b.partitions);
        this.asymPriority = b.asymPriority;
    }

    private static int[] nodePackages(Partitioning nodes, Partitioning packages) {
        int[] nodePackage = new int[nodes.count()];
        for (int node = 0; node < nodePackage.length; node++) {
            nodePackage[node] = packages.indexOf(nodes.group(node).first());
        }
        return nodePackage;
    }

    /**
     * Starts a description. Unless said otherwise: one thread per core, no cluster above the core, one last-level
     * cache, one package, one node, capacity 1024, the default topology table.
     *
     * @throws InvalidMachineException if the number of CPUs is not in 1..{@link #MAX_CPUS}
     */
    public static Builder builder(String name, int nrCpus) {
        return new Builder(name, nrCpus);
    }

    /** Name of the machine file, or the sentence it was described with. */
    public String name() {
        return name;
    }

    /** What it stands for; may be empty. */
    public String description() {
        return description;
    }

    /** Possible CPUs, numbered from 0. */
    public int nrCpus() {
        return nrCpus;
    }

    /** Hardware threads of the CPU's core at boot, itself included (kernel: cpu_smt_mask). */
    public CpuMask smtMask(int cpu) {
        return smt.maskOf(cpu);
    }

    /** CPUs of the CPU's cluster (kernel: cpu_clustergroup_mask). */
    public CpuMask clusterMask(int cpu) {
        return cluster.maskOf(cpu);
    }

    /** CPUs sharing the CPU's last-level cache (kernel: cpu_coregroup_mask). */
    public CpuMask coregroupMask(int cpu) {
        return coregroup.maskOf(cpu);
    }

    /** CPUs of the CPU's package (kernel: topology_core_cpumask). */
    public CpuMask packageMask(int cpu) {
        return packages.maskOf(cpu);
    }

    /** Number of cores, clusters, last-level caches and packages. */
    public int nrCores() {
        return smt.count();
    }

    public int nrClusters() {
        return cluster.count();
    }

    public int nrCoregroups() {
        return coregroup.count();
    }

    public int nrPackages() {
        return packages.count();
    }

    public int nrNodes() {
        return nodes.count();
    }

    /**
     * Index of the CPU's core, cluster, last-level cache, package: groups are numbered by their order of appearance.
     */
    public int coreIndex(int cpu) {
        return smt.indexOf(cpu);
    }

    public int clusterIndex(int cpu) {
        return cluster.indexOf(cpu);
    }

    public int coregroupIndex(int cpu) {
        return coregroup.indexOf(cpu);
    }

    public int packageIndex(int cpu) {
        return packages.indexOf(cpu);
    }

    /** NUMA node of the CPU (kernel: cpu_to_node). */
    public int node(int cpu) {
        return nodes.indexOf(cpu);
    }

    /** CPUs of the node at boot. */
    public CpuMask nodeMask(int node) {
        return nodes.group(node);
    }

    /** Distance between two nodes as the firmware states it, 10 = local (kernel: node_distance). */
    public int nodeDistance(int from, int to) {
        return nodeDistance[from][to];
    }

    /**
     * Distance the scheduler builds domains with (kernel 7.2: arch_sched_node_distance); the firmware's, except on
     * machines built with {@link Builder#averageRemoteDistances}.
     */
    public int schedNodeDistance(int from, int to) {
        return schedNodeDistance[from][to];
    }

    /** Beyond this distance a NUMA domain loses exec, fork and wake balancing (kernel: node_reclaim_distance). */
    public int nodeReclaimDistance() {
        return nodeReclaimDistance;
    }

    /** Capacity of the CPU, 1024 = the biggest kind (kernel: arch_scale_cpu_capacity). */
    public int capacity(int cpu) {
        return capacity[cpu];
    }

    /** The topology table below NODE, bottom-up. */
    public List<TopologyLevel> levels() {
        return levels;
    }

    /** Whether NODE and NUMA levels follow the table. */
    public boolean numaLevels() {
        return numaLevels;
    }

    /** Flags put on every domain; only synthetic machines use it. */
    public int forcedFlags() {
        return forcedFlags;
    }

    /** CPUs of isolcpus=domain. */
    public CpuMask isolated() {
        return isolated;
    }

    /** CPUs unplugged after boot, one after the other in ascending order. */
    public CpuMask offline() {
        return offline;
    }

    /** Cpuset partitions, created in this order after boot and before any CPU is unplugged. */
    public List<CpusetPartition> partitions() {
        return partitions;
    }

    /** Whether preferred-core ranking is on (x86: ITMT), which puts SD_ASYM_PACKING on CLS, MC and PKG. */
    public boolean asymPacking() {
        return asymPriority != null;
    }

    /**
     * Rank of the CPU, higher = preferred (kernel: arch_asym_cpu_priority); without ranking the lowest CPU is
     * preferred.
     */
    public int asymPriority(int cpu) {
        return asymPriority == null ? -cpu : asymPriority[cpu];
    }

    /** A description that starts as this machine, to isolate or unplug CPUs, say. */
    public Builder toBuilder() {
        Builder b = new Builder(name, nrCpus);
        b.description = description;
        b.smtGroups = smt.groups();
        b.clusterGroups = cluster.groups();
        b.coregroupGroups = coregroup.groups();
        b.packageGroups = packages.groups();
        b.nodeGroups = nodes.groups();
        b.nodeDistance = nodeDistance;
        b.averageRemoteDistances = averageRemoteDistances;
        b.nodeReclaimDistance = nodeReclaimDistance;
        System.arraycopy(capacity, 0, b.capacity, 0, nrCpus);
        b.levels = levels;
        b.numaLevels = numaLevels;
        b.forcedFlags = forcedFlags;
        b.isolated = isolated;
        b.offline = offline;
        b.partitions.addAll(partitions);
        b.asymPriority = asymPriority;
        return b;
    }

    /** The machine in a few words, for lists: {@code 256 CPUs, 128 cores, 16 LLCs, 2 packages, 2 nodes}. */
    public String summary() {
        StringBuilder text = new StringBuilder(count(nrCpus, "CPU"));
        if (nrCores() != nrCpus) {
            text.append(", ").append(count(nrCores(), "core"));
        }
        if (nrClusters() != nrCores()) {
            text.append(", ").append(count(nrClusters(), "cluster"));
        }
        text.append(", ").append(count(nrCoregroups(), "LLC"));
        text.append(", ").append(count(nrPackages(), "package"));
        text.append(", ").append(count(nrNodes(), "node"));
        int[] kinds = Arrays.stream(capacity).distinct().sorted().toArray();
        if (kinds.length > 1) {
            text.append(", capacities ");
            for (int i = 0; i < kinds.length; i++) {
                text.append(i == 0 ? "" : i == kinds.length - 1 ? " and " : ", ")
                        .append(kinds[i]);
            }
        }
        return text.toString();
    }

    private static String count(int n, String what) {
        return n + " " + what + (n == 1 ? "" : "s");
    }

    @Override
    public String toString() {
        return name;
    }

    /** Collects a description; {@link #build} checks it. Group lists are taken over, not copied. */
    public static final class Builder {

        private String name;
        private final int nrCpus;
        private String description = "";
        private List<CpuMask> smtGroups;
        private List<CpuMask> clusterGroups;
        private List<CpuMask> coregroupGroups;
        private List<CpuMask> packageGroups;
        private List<CpuMask> nodeGroups;
        private Partitioning smt;
        private Partitioning cluster;
        private Partitioning coregroup;
        private Partitioning packages;
        private Partitioning nodes;
        private int[][] nodeDistance;
        private boolean averageRemoteDistances;
        private int nodeReclaimDistance = DEFAULT_RECLAIM_DISTANCE;
        private final int[] capacity;
        private List<TopologyLevel> levels = TopologyLevel.DEFAULT_TABLE;
        private boolean numaLevels = true;
        private int forcedFlags;
        private CpuMask isolated;
        private CpuMask offline;
        private final List<CpusetPartition> partitions = new ArrayList<>();
        private int[] asymPriority;

        private Builder(String name, int nrCpus) {
            this.name = Objects.requireNonNull(name, "name");
            if (nrCpus < 1 || nrCpus > MAX_CPUS) {
                throw new InvalidMachineException(
                        "cpus", "machine '" + name + "': a machine has 1 to " + MAX_CPUS + " CPUs, not " + nrCpus);
            }
            this.nrCpus = nrCpus;
            this.capacity = new int[nrCpus];
            Arrays.fill(capacity, 1024);
        }

        /** CPUs of the machine being described. */
        public int nrCpus() {
            return nrCpus;
        }

        public Builder name(String newName) {
            this.name = Objects.requireNonNull(newName);
            return this;
        }

        public Builder description(String text) {
            this.description = Objects.requireNonNull(text);
            return this;
        }

        /** Cores with their threads; every CPU in exactly one. */
        public Builder smt(List<CpuMask> groups) {
            this.smtGroups = groups;
            return this;
        }

        /** Clusters; every CPU in exactly one. Default: the cores. */
        public Builder cluster(List<CpuMask> groups) {
            this.clusterGroups = groups;
            return this;
        }

        /** Last-level caches; every CPU in exactly one. Default: one per node. */
        public Builder coregroup(List<CpuMask> groups) {
            this.coregroupGroups = groups;
            return this;
        }

        /** Packages; every CPU in exactly one. Default: one. */
        public Builder packages(List<CpuMask> groups) {
            this.packageGroups = groups;
            return this;
        }

        /** NUMA nodes in index order; every CPU in exactly one. Default: one. */
        public Builder nodes(List<CpuMask> groups) {
            this.nodeGroups = groups;
            return this;
        }

        /** Node distances, row by row. Default: 10 to itself, 20 to the others. */
        public Builder nodeDistance(int[][] matrix) {
            this.nodeDistance = matrix;
            return this;
        }

        /**
         * Intel Granite Rapids and Clearwater Forest: with several packages of at least three nodes, the scheduler uses
         * the mean distance between two packages (kernel 7.2: arch_sched_node_distance).
         */
        public Builder averageRemoteDistances(boolean on) {
            this.averageRemoteDistances = on;
            return this;
        }

        public Builder nodeReclaimDistance(int distance) {
            this.nodeReclaimDistance = distance;
            return this;
        }

        /** Capacity of one CPU, 1..1024. */
        public Builder capacity(int cpu, int value) {
            checkCpu("capacity", cpu);
            this.capacity[cpu] = value;
            return this;
        }

        /** Capacity of several CPUs, 1..1024. */
        public Builder capacity(CpuMask cpus, int value) {
            for (int cpu = cpus.first(); cpu >= 0; cpu = cpus.next(cpu + 1)) {
                capacity(cpu, value);
            }
            return this;
        }

        /** The table below NODE, bottom-up. */
        public Builder levels(List<TopologyLevel> table) {
            this.levels = table;
            return this;
        }

        /** Whether NODE and NUMA levels follow; on by default. */
        public Builder numaLevels(boolean on) {
            this.numaLevels = on;
            return this;
        }

        /**
         * The table in words, bottom-up, as {@link TopologyLevel#parse} reads them; {@code NODE} and {@code NUMA...} at
         * the end ask for the NUMA levels, which are absent otherwise.
         */
        public Builder levelTable(List<String> labels) {
            List<TopologyLevel> table = new ArrayList<>();
            boolean numa = false;
            for (String label : labels) {
                if (label.equals("NODE") || label.equals("NUMA...")) {
                    numa = true;
                    continue;
                }
                try {
                    table.add(TopologyLevel.parse(label));
                } catch (IllegalArgumentException e) {
                    throw bad("levels", e.getMessage());
                }
            }
            this.levels = table;
            this.numaLevels = numa;
            return this;
        }

        public Builder forcedFlags(int flags) {
            this.forcedFlags = flags;
            return this;
        }

        public Builder isolated(CpuMask cpus) {
            this.isolated = cpus;
            return this;
        }

        public Builder offline(CpuMask cpus) {
            this.offline = cpus;
            return this;
        }

        public Builder partition(CpusetPartition partition) {
            this.partitions.add(partition);
            return this;
        }

        /** Turns preferred-core ranking on: one rank per CPU, higher = preferred. */
        public Builder asymPriority(int[] ranks) {
            this.asymPriority = ranks;
            return this;
        }

        /**
         * Checks the description.
         *
         * @throws InvalidMachineException with the first thing that is wrong
         */
        public Machine build() {
            isolated = sized("isolated", "the set of isolated CPUs", isolated);
            offline = sized("offline", "the set of offline CPUs", offline);
            nodes = partitioning("node", "node", nodeGroups == null ? List.of(CpuMask.all(nrCpus)) : nodeGroups);
            packages = partitioning(
                    "package", "package", packageGroups == null ? List.of(CpuMask.all(nrCpus)) : packageGroups);
            smt = smtGroups == null ? Partitioning.singles(nrCpus) : partitioning("smt", "core", smtGroups);
            cluster = clusterGroups == null ? smt : partitioning("cluster", "cluster", clusterGroups);
            coregroup =
                    coregroupGroups == null ? defaultCoregroup() : partitioning("coregroup", "LLC", coregroupGroups);
            nested("cluster", "core", smt, "cluster", cluster);
            nested("coregroup", "cluster", cluster, "LLC", coregroup);
            nested("coregroup", "LLC", coregroup, "package", packages);
            nested("coregroup", "LLC", coregroup, "node", nodes);
            checkDistances();
            checkCapacities();
            checkLevels();
            checkIsolation();
            if (asymPriority != null && asymPriority.length != nrCpus) {
                throw bad(
                        "asym_packing", "expected " + nrCpus + " ranks, one for each CPU, not " + asymPriority.length);
            }
            return new Machine(this);
        }

        private CpuMask sized(String part, String what, CpuMask mask) {
            if (mask == null) {
                return new CpuMask(nrCpus);
            }
            if (mask.size() != nrCpus) {
                throw bad(
                        part, what + " was written for a machine of " + mask.size() + " CPUs, this one has " + nrCpus);
            }
            return mask;
        }

        private Partitioning defaultCoregroup() {
            return packages.count() >= nodes.count() ? packages : nodes;
        }

        private Partitioning partitioning(String part, String what, List<CpuMask> groups) {
            int[] index = new int[nrCpus];
            Arrays.fill(index, -1);
            for (int g = 0; g < groups.size(); g++) {
                CpuMask group = groups.get(g);
                if (group.size() != nrCpus) {
                    throw bad(
                            part,
                            what + " " + g + " was written for a machine of " + group.size()
                                    + " CPUs, this one has "
                                    + nrCpus);
                }
                if (group.isEmpty()) {
                    throw bad(part, what + " " + g + " has no CPU; every " + what + " needs at least one");
                }
                for (int cpu = group.first(); cpu >= 0; cpu = group.next(cpu + 1)) {
                    if (index[cpu] >= 0) {
                        throw bad(
                                part,
                                "CPU " + cpu + " is in two " + plural(what) + ": " + groups.get(index[cpu])
                                        + " and "
                                        + group + "; the masks of a level must be equal or disjoint");
                    }
                    index[cpu] = g;
                }
            }
            for (int cpu = 0; cpu < nrCpus; cpu++) {
                if (index[cpu] < 0) {
                    throw bad(
                            part, "CPU " + cpu + " is in no " + what + "; every CPU 0-" + (nrCpus - 1) + " needs one");
                }
            }
            return new Partitioning(List.copyOf(groups), index);
        }

        private static String plural(String what) {
            return what + "s";
        }

        private void nested(String part, String innerName, Partitioning inner, String outerName, Partitioning outer) {
            for (int g = 0; g < inner.count(); g++) {
                CpuMask small = inner.group(g);
                int first = small.first();
                CpuMask big = outer.maskOf(first);
                if (!small.isSubsetOf(big)) {
                    CpuMask rest = new CpuMask(small);
                    rest.andNot(big);
                    throw bad(
                            part,
                            "the " + innerName + " " + small + " crosses " + plural(outerName) + ": CPU "
                                    + first
                                    + " is in " + outerName + " " + big + ", CPU " + rest.first() + " in "
                                    + outer.maskOf(rest.first()) + "; a " + innerName + " must lie inside one "
                                    + outerName);
                }
            }
        }

        private void checkDistances() {
            int n = nodes.count();
            if (nodeReclaimDistance < 1) {
                throw bad(
                        "node_reclaim_distance",
                        "node_reclaim_distance is " + nodeReclaimDistance + "; expected at least 1");
            }
            if (nodeDistance == null) {
                nodeDistance = new int[n][n];
                for (int i = 0; i < n; i++) {
                    Arrays.fill(nodeDistance[i], 20);
                    nodeDistance[i][i] = 10;
                }
                return;
            }
            if (nodeDistance.length != n) {
                throw bad(
                        "node_distance",
                        "the distance matrix has " + nodeDistance.length + " rows, the machine has " + n + " nodes");
            }
            for (int i = 0; i < n; i++) {
                if (nodeDistance[i].length != n) {
                    throw bad(
                            "node_distance",
                            "the distance matrix is not square: row " + i + " has " + nodeDistance[i].length
                                    + " entries, expected " + n);
                }
            }
            for (int i = 0; i < n; i++) {
                for (int j = 0; j < n; j++) {
                    int d = nodeDistance[i][j];
                    String where = "the distance from node " + i + " to node " + j + " is " + d;
                    if (d < 10 || d >= 256) {
                        throw bad("node_distance", where + "; distances are 10 to 255");
                    }
                    if (i == j && d != 10) {
                        throw bad("node_distance", where + "; the distance of a node to itself is 10");
                    }
                    if (i != j && d == 10) {
                        throw bad(
                                "node_distance",
                                where + "; 10 is the distance of a node to itself, others are farther");
                    }
                    if (d != nodeDistance[j][i]) {
                        throw bad(
                                "node_distance",
                                where + " but the way back is " + nodeDistance[j][i]
                                        + "; only symmetric matrices are supported");
                    }
                }
            }
        }

        private void checkCapacities() {
            int max = 0;
            for (int cpu = 0; cpu < nrCpus; cpu++) {
                if (capacity[cpu] < 1 || capacity[cpu] > 1024) {
                    throw bad(
                            "capacity", "CPU " + cpu + " has capacity " + capacity[cpu] + "; capacities are 1 to 1024");
                }
                max = Math.max(max, capacity[cpu]);
            }
            if (max != 1024) {
                throw bad(
                        "capacity",
                        "the biggest capacity is " + max
                                + "; capacities are relative to the biggest CPU, so at least one CPU has 1024");
            }
        }

        private void checkLevels() {
            if (levels.isEmpty()) {
                throw bad("levels", "the topology table is empty; expected at least one of SMT, CLS, MC, PKG");
            }
            int last = -1;
            for (TopologyLevel level : levels) {
                if (level.mask().ordinal() <= last) {
                    throw bad(
                            "levels",
                            "level " + level.name() + " is out of order; the table goes bottom-up: SMT, CLS, MC, PKG");
                }
                last = level.mask().ordinal();
            }
            if (nodes.count() > 1 && !numaLevels) {
                throw bad("levels", "the machine has " + nodes.count() + " nodes but its table lacks NODE and NUMA...");
            }
            if (!numaLevels && last != TopologyLevel.Mask.NODE.ordinal()) {
                throw bad(
                        "levels",
                        "the topmost level does not span the machine; expected PKG, or NODE and NUMA... at the end");
            }
        }

        private void checkIsolation() {
            CpuMask online = CpuMask.all(nrCpus);
            online.andNot(isolated);
            if (online.isEmpty()) {
                throw bad("isolated", "all CPUs are isolated; at least one must be left for the system");
            }
            online.andNot(offline);
            if (online.isEmpty()) {
                throw bad(
                        "offline",
                        "every CPU that is not isolated is offline; at least one must be left for the system");
            }
            CpuMask taken = new CpuMask(nrCpus);
            for (CpusetPartition p : partitions) {
                checkPartition(p, taken, online);
                taken.or(p.cpus());
                online.andNot(p.cpus());
                if (online.isEmpty()) {
                    throw bad(
                            "partitions",
                            "the partitions take every CPU that is online; the top cpuset must keep at least one");
                }
            }
        }

        private void checkPartition(CpusetPartition p, CpuMask taken, CpuMask online) {
            String what = "partition '" + p.name() + "'";
            if (p.cpus().size() != nrCpus) {
                throw bad(
                        "partitions",
                        what + " was written for a machine of " + p.cpus().size() + " CPUs, this one has " + nrCpus);
            }
            if (p.cpus().isEmpty()) {
                throw bad("partitions", what + " has no CPU");
            }
            if (p.cpus().intersects(isolated)) {
                throw bad("partitions", what + " (" + p.cpus() + ") holds CPUs isolated at boot (" + isolated + ")");
            }
            if (p.cpus().intersects(taken)) {
                throw bad(
                        "partitions",
                        what + " (" + p.cpus() + ") holds CPUs of another partition; already taken are " + taken);
            }
            if (!p.cpus().intersects(online)) {
                throw bad("partitions", what + " (" + p.cpus() + ") has no CPU that is online; offline are " + offline);
            }
        }

        private void checkCpu(String part, int cpu) {
            if (cpu < 0 || cpu >= nrCpus) {
                throw bad(part, "there is no CPU " + cpu + ", the machine has CPUs 0-" + (nrCpus - 1));
            }
        }

        private InvalidMachineException bad(String part, String message) {
            return new InvalidMachineException(part, "machine '" + name + "': " + message);
        }
    }

    /** Splits the CPUs into disjoint groups. */
    private record Partitioning(List<CpuMask> groups, int[] index) {

        static Partitioning singles(int nrCpus) {
            List<CpuMask> groups = new ArrayList<>(nrCpus);
            int[] index = new int[nrCpus];
            for (int cpu = 0; cpu < nrCpus; cpu++) {
                groups.add(CpuMask.of(nrCpus, cpu));
                index[cpu] = cpu;
            }
            return new Partitioning(groups, index);
        }

        int count() {
            return groups.size();
        }

        CpuMask group(int g) {
            return groups.get(g);
        }

        int indexOf(int cpu) {
            return index[cpu];
        }

        CpuMask maskOf(int cpu) {
            return groups.get(index[cpu]);
        }
    }
}
