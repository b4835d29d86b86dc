// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.simulator.topology;

/**
 * Node distances the scheduler uses on Intel Granite Rapids and Clearwater Forest with sub-NUMA clusters in several
 * packages (kernel 7.2, x86: arch_sched_node_distance). Firmware gives each pair of remote nodes its own distance,
 * which would make a NUMA level for each; the kernel uses one mean distance for each pair of packages instead.
 */
final class SncDistances {

    private SncDistances() {}

    /**
     * The raw matrix itself where the rule does not apply: one package, fewer than three nodes in one, or unequal
     * numbers.
     */
    static int[][] average(int[][] raw, int[] nodePackage) {
        int n = raw.length;
        int packages = 0;
        for (int p : nodePackage) {
            packages = Math.max(packages, p + 1);
        }
        int[] count = new int[packages];
        for (int p : nodePackage) {
            count[p]++;
        }
        int perPackage = count[0];
        for (int c : count) {
            if (c != perPackage) {
                return raw;
            }
        }
        if (packages < 2 || perPackage < 3) {
            return raw;
        }
        int[][] sum = new int[packages][packages];
        for (int i = 0; i < n; i++) {
            for (int j = 0; j < n; j++) {
                sum[nodePackage[i]][nodePackage[j]] += raw[i][j];
            }
        }
        int[][] result = new int[n][n];
        for (int i = 0; i < n; i++) {
            for (int j = 0; j < n; j++) {
                int a = nodePackage[i];
                int b = nodePackage[j];
                result[i][j] = a == b ? raw[i][j] : (sum[a][b] + sum[b][a]) / (2 * perPackage * perPackage);
            }
        }
        return result;
    }
}
