// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.simulator.topology;

import java.util.ArrayList;
import java.util.List;

/**
 * Builds the scheduling domains of a machine as the kernel does from boot on: the boot-time root domain without
 * isolated CPUs, then the cpuset partitions, then one rebuild for every CPU that is unplugged.
 *
 * <p>Kernel 7.2: sched_init_smp(), partition_sched_domains(), build_sched_domains() of topology.c.
 */
public final class DomainBuilder {

    private final Machine machine;
    private final TopologyRules rules;
    private final SchedTopology topology;
    private final LlcIds llcIds;
    /** Counters behind the static keys: they can leak, see {@link #destroy}. */
    private int asymKey;

    private int clusterKey;

    private DomainBuilder(Machine machine, TopologyRules rules) {
        this.machine = machine;
        this.rules = rules;
        this.topology = new SchedTopology(machine, machine.nrCpus(), machine.nrNodes());
        this.llcIds = new LlcIds(machine, topology.sdLlcId);
    }

    /**
     * Domains, per-CPU pointers and static keys of a machine under the rules of 7.2.
     *
     * @see #build(Machine, TopologyRules)
     */
    public static SchedTopology build(Machine machine) {
        return build(machine, TopologyRules.LINUX_7_2);
    }

    /**
     * Domains, per-CPU pointers and static keys of a machine. The result holds run-time state: build one for each
     * simulation. Group capacities are those of an idle machine.
     */
    public static SchedTopology build(Machine machine, TopologyRules rules) {
        return new DomainBuilder(machine, rules).run();
    }

    private SchedTopology run() {
        int n = machine.nrCpus();
        for (int cpu = 0; cpu < n; cpu++) {
            topology.cpuToNode[cpu] = machine.node(cpu);
            topology.archScaleCpuCapacity[cpu] = machine.capacity(cpu);
            topology.smtMask[cpu] = machine.smtMask(cpu);
            topology.active.set(cpu);
            if (!rules.hardwareLlcIds()) {
                topology.sdLlcId[cpu] = 0;
            }
        }
        for (int node = 0; node < machine.nrNodes(); node++) {
            topology.nodeMask[node] = machine.nodeMask(node);
        }
        CpuMask boot = CpuMask.all(n);
        boot.andNot(machine.isolated());
        if (rules.hardwareLlcIds()) {
            llcIds.assign(boot);
        }
        // A lone root domain leaves nothing behind when it is replaced, so only the last of its builds matters.
        boolean stepwise = !machine.partitions().isEmpty();
        List<CpuMask> current = new ArrayList<>();
        if (stepwise || machine.offline().isEmpty()) {
            current = switchTo(current, List.of(boot));
        } else {
            detach(boot);
        }
        List<CpuMask> wanted = List.of(boot);
        for (CpusetPartition partition : machine.partitions()) {
            wanted = withPartition(wanted, partition);
            current = switchTo(current, wanted);
        }
        for (int cpu = machine.offline().first();
                cpu >= 0;
                cpu = machine.offline().next(cpu + 1)) {
            wanted = withoutCpu(wanted, cpu);
            unplug(cpu);
            if (stepwise || machine.offline().next(cpu + 1) < 0) {
                current = switchTo(current, wanted);
            }
        }
        publish(current);
        return topology;
    }

    private static List<CpuMask> withPartition(List<CpuMask> domains, CpusetPartition partition) {
        List<CpuMask> next = new ArrayList<>(domains);
        CpuMask top = new CpuMask(next.get(0));
        top.andNot(partition.cpus());
        next.set(0, top);
        if (!partition.isolated()) {
            next.add(partition.cpus());
        }
        return next;
    }

    private static List<CpuMask> withoutCpu(List<CpuMask> domains, int cpu) {
        List<CpuMask> next = new ArrayList<>();
        for (CpuMask domain : domains) {
            CpuMask rest = domain;
            if (domain.test(cpu)) {
                rest = new CpuMask(domain);
                rest.clear(cpu);
            }
            if (!rest.isEmpty()) {
                next.add(rest);
            }
        }
        return next;
    }

    /** Kernel 7.2: sched_cpu_deactivate() and the clearing of the architecture's sibling masks. */
    private void unplug(int cpu) {
        topology.active.clear(cpu);
        CpuMask core = new CpuMask(topology.smtMask[cpu]);
        core.clear(cpu);
        for (int sibling = core.first(); sibling >= 0; sibling = core.next(sibling + 1)) {
            topology.smtMask[sibling] = core;
        }
        topology.smtMask[cpu] = CpuMask.of(machine.nrCpus(), cpu);
        int node = machine.node(cpu);
        if (topology.nodeMask[node] == machine.nodeMask(node)) {
            topology.nodeMask[node] = new CpuMask(machine.nodeMask(node));
        }
        topology.nodeMask[node].clear(cpu);
        if (rules.hardwareLlcIds()) {
            llcIds.release(cpu);
        }
    }

    /**
     * Kernel 7.2: partition_sched_domains(): unchanged root domains stay, the others go first, then the new ones come.
     */
    private List<CpuMask> switchTo(List<CpuMask> current, List<CpuMask> wanted) {
        for (CpuMask old : current) {
            if (!wanted.contains(old)) {
                destroy(old);
            }
        }
        for (CpuMask next : wanted) {
            if (!current.contains(next)) {
                RootDomainBuild build = new RootDomainBuild(machine, rules, topology, next);
                build.run();
                asymKey += build.hasAsym() ? 1 : 0;
                clusterKey += build.hasCluster() ? 1 : 0;
            }
        }
        return wanted;
    }

    /**
     * Kernel 7.2: detach_destroy_domains(). The cluster key is lowered for any root domain while it is on, also for one
     * without clusters; with several root domains it can therefore end up off too early, as in the kernel.
     */
    private void destroy(CpuMask cpuMap) {
        if (topology.sdAsymCpucapacity[cpuMap.first()] != null) {
            asymKey--;
        }
        if (clusterKey > 0) {
            clusterKey--;
        }
        detach(cpuMap);
    }

    private void detach(CpuMask cpuMap) {
        for (int cpu = cpuMap.first(); cpu >= 0; cpu = cpuMap.next(cpu + 1)) {
            topology.sd[cpu] = null;
            TopCacheDomain.update(topology, rules, cpu);
        }
    }

    private void publish(List<CpuMask> rootDomains) {
        boolean smt = false;
        boolean cache = false;
        for (int cpu = 0; cpu < machine.nrCpus(); cpu++) {
            if (!topology.active.test(cpu)) {
                continue;
            }
            smt |= topology.smtMask[cpu].weight() >= 2;
            SchedDomain llc = topology.sdLlc[cpu];
            cache |= llc != null && llc.spanWeight > 1 && llc.parent != null;
        }
        topology.smtActive = smt;
        topology.asymCpucapActive = asymKey > 0;
        topology.clusterActive = clusterKey > 0;
        topology.cachePresent = rules.cacheAware() && cache;
        topology.complete(rules, rootDomains);
    }
}
