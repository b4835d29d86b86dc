// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.steps;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.wakespec.simulator.topology.CpuMask;
import org.wakespec.simulator.topology.CpusetPartition;
import org.wakespec.simulator.topology.DomainBuilder;
import org.wakespec.simulator.topology.InvalidMachineException;
import org.wakespec.simulator.topology.Machine;
import org.wakespec.simulator.topology.SchedTopology;
import org.wakespec.simulator.topology.TopologyRules;

/**
 * Domain trees that nobody uses just now. A tree holds run-time state and so belongs to one scenario at a time;
 * building that of a large machine costs more than all the rest of a scenario. What a placement changes in it, the
 * shared objects, is written anew when the next scenario starts; a tree changed otherwise must not come back.
 */
final class Topologies {

    /** What a tree is built from. Machines are compared by identity: each is read once. */
    record Key(
            Machine machine,
            CpuMask isolated,
            CpuMask offline,
            List<CpusetPartition> partitions,
            TopologyRules rules) {}

    private static final class Pool {
        private Machine varied;
        private final Deque<SchedTopology> free = new ArrayDeque<>(2);
    }

    /** Kinds of machines kept; a suite works through its machines feature by feature. */
    private static final int KINDS = 24;
    /** Trees kept of each kind. */
    private static final int SPARES = 4;

    private static final Map<Key, Pool> POOLS = new LinkedHashMap<>(32, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<Key, Pool> eldest) {
            return size() > KINDS;
        }
    };

    private Topologies() {}

    /**
     * A tree for the exclusive use of the caller.
     *
     * @throws InvalidMachineException if the variation contradicts the machine
     */
    static SchedTopology borrow(Key key) {
        Machine machine;
        synchronized (POOLS) {
            Pool pool = POOLS.computeIfAbsent(key, k -> new Pool());
            SchedTopology spare = pool.free.poll();
            if (spare != null) {
                return spare;
            }
            machine = pool.varied;
        }
        if (machine == null) {
            machine = vary(key);
            synchronized (POOLS) {
                POOLS.computeIfAbsent(key, k -> new Pool()).varied = machine;
            }
        }
        return DomainBuilder.build(machine, key.rules());
    }

    /** The machine of a key with its isolated and unplugged CPUs and its partitions. */
    static Machine vary(Key key) {
        Machine machine = key.machine();
        if (key.isolated().equals(machine.isolated())
                && key.offline().equals(machine.offline())
                && key.partitions().isEmpty()) {
            return machine;
        }
        Machine.Builder builder = machine.toBuilder().isolated(key.isolated()).offline(key.offline());
        key.partitions().forEach(builder::partition);
        return builder.build();
    }

    /** Takes a tree back; nobody may use it any more. */
    static void giveBack(Key key, SchedTopology topology) {
        synchronized (POOLS) {
            Pool pool = POOLS.get(key);
            if (pool != null && pool.free.size() < SPARES) {
                pool.free.push(topology);
            }
        }
    }
}
