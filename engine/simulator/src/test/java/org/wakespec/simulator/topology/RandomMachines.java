// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.simulator.topology;

import java.util.Random;

/** Machines of all shapes, the same for the same seed. */
final class RandomMachines {

    private RandomMachines() {}

    static Machine machine(long seed) {
        Random random = new Random(seed * 7919 + 17);
        int sockets = 1 + random.nextInt(3);
        int nodesPerSocket = 1 + random.nextInt(3);
        int coresPerNode = 1 + random.nextInt(8);
        int threads = random.nextInt(3) == 0 ? 2 : random.nextInt(8) == 0 ? 4 : 1;
        boolean adjacent = random.nextBoolean();
        int coresPerLlc = divisor(random, coresPerNode);
        int coresPerCluster = random.nextBoolean() ? divisor(random, coresPerLlc) : 0;
        boolean llcKnown = random.nextInt(5) > 0;
        int nodes = sockets * nodesPerSocket;
        int cores = nodes * coresPerNode;
        int n = cores * threads;
        HardwareFacts facts = new HardwareFacts(
                random.nextBoolean() ? HardwareFacts.Architecture.X86 : HardwareFacts.Architecture.ARM64, n);
        for (int core = 0; core < cores; core++) {
            for (int thread = 0; thread < threads; thread++) {
                int cpu = adjacent ? core * threads + thread : thread * cores + core;
                facts.core(cpu, core)
                        .node(cpu, core / coresPerNode)
                        .packageId(cpu, core / (coresPerNode * nodesPerSocket));
                if (llcKnown) {
                    facts.llc(cpu, core / coresPerLlc);
                }
                if (coresPerCluster > 0) {
                    facts.cluster(cpu, core / coresPerCluster).l2(cpu, core / coresPerCluster);
                }
            }
        }
        Machine.Builder builder = Machine.builder("random-" + seed, n);
        facts.applyTo(builder);
        builder.nodeDistance(distances(random, nodes));
        builder.nodeReclaimDistance(20 + random.nextInt(30));
        if (random.nextInt(2) == 0) {
            int[] kinds = {446, 760, 1024};
            for (int cpu = 0; cpu < n - 1; cpu++) {
                builder.capacity(cpu, kinds[random.nextInt(kinds.length)]);
            }
        }
        if (random.nextInt(4) == 0) {
            int[] ranks = new int[n];
            for (int cpu = 0; cpu < n; cpu++) {
                ranks[cpu] = random.nextInt(5);
            }
            builder.asymPriority(ranks);
        }
        CpuMask isolated = some(random, n, random.nextInt(3) == 0 ? 0.2 : 0);
        CpuMask offline = some(random, n, random.nextInt(3) == 0 ? 0.2 : 0);
        isolated.clear(0);
        offline.clear(0);
        builder.isolated(isolated).offline(offline);
        CpuMask left = CpuMask.all(n);
        left.andNot(isolated);
        CpuMask online = new CpuMask(left);
        online.andNot(offline);
        for (int p = 0; p < 2 && random.nextInt(3) == 0; p++) {
            CpuMask cpus = some(random, n, 0.3);
            cpus.and(left);
            cpus.clear(0);
            if (cpus.intersects(online)) {
                builder.partition(new CpusetPartition("p" + p, cpus, random.nextInt(3) == 0));
                left.andNot(cpus);
            }
        }
        return builder.build();
    }

    private static int divisor(Random random, int of) {
        int divisor;
        do {
            divisor = 1 + random.nextInt(of);
        } while (of % divisor != 0);
        return divisor;
    }

    /** Steps along a line or ring, or any symmetric distances. */
    private static int[][] distances(Random random, int nodes) {
        int kind = random.nextInt(3);
        int[][] matrix = new int[nodes][nodes];
        for (int i = 0; i < nodes; i++) {
            for (int j = 0; j <= i; j++) {
                int line = i - j;
                int steps = kind == 0 ? line : Math.min(line, nodes - line);
                int far = kind == 2 ? 11 + random.nextInt(4) * 10 : 10 + 10 * steps;
                matrix[i][j] = i == j ? 10 : far;
                matrix[j][i] = matrix[i][j];
            }
        }
        return matrix;
    }

    private static CpuMask some(Random random, int n, double share) {
        CpuMask mask = new CpuMask(n);
        for (int cpu = 0; cpu < n; cpu++) {
            if (random.nextDouble() < share) {
                mask.set(cpu);
            }
        }
        return mask;
    }
}
