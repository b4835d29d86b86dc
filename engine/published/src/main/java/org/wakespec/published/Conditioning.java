// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.published;

/** How well a set of figures determines a set of unknowns. */
final class Conditioning {

    private static final int SWEEPS = 60;

    private Conditioning() {}

    /** Ratio of the largest to the smallest singular value; infinite if the smallest is nothing. */
    static double of(double[][] matrix) {
        double[][] a = normal(matrix);
        jacobi(a);
        double largest = 0;
        double smallest = Double.POSITIVE_INFINITY;
        for (int i = 0; i < a.length; i++) {
            largest = Math.max(largest, a[i][i]);
            smallest = Math.min(smallest, a[i][i]);
        }
        return smallest <= largest * 1e-12 ? Double.POSITIVE_INFINITY : Math.sqrt(largest / smallest);
    }

    /** The matrix times itself, transposed first. */
    private static double[][] normal(double[][] m) {
        int n = m[0].length;
        double[][] a = new double[n][n];
        for (int i = 0; i < n; i++) {
            for (int j = 0; j < n; j++) {
                for (double[] row : m) {
                    a[i][j] += row[i] * row[j];
                }
            }
        }
        return a;
    }

    /** Makes a symmetric matrix diagonal by rotations. */
    private static void jacobi(double[][] a) {
        for (int sweep = 0; sweep < SWEEPS; sweep++) {
            for (int p = 0; p < a.length; p++) {
                for (int q = p + 1; q < a.length; q++) {
                    rotate(a, p, q);
                }
            }
        }
    }

    private static void rotate(double[][] a, int p, int q) {
        if (a[p][q] == 0) {
            return;
        }
        double theta = (a[q][q] - a[p][p]) / (2 * a[p][q]);
        double t = (theta < 0 ? -1 : 1) / (Math.abs(theta) + Math.sqrt(theta * theta + 1));
        double c = 1 / Math.sqrt(t * t + 1);
        double s = t * c;
        for (int k = 0; k < a.length; k++) {
            double kp = a[k][p];
            double kq = a[k][q];
            a[k][p] = c * kp - s * kq;
            a[k][q] = s * kp + c * kq;
        }
        for (int k = 0; k < a.length; k++) {
            double pk = a[p][k];
            double qk = a[q][k];
            a[p][k] = c * pk - s * qk;
            a[q][k] = s * pk + c * qk;
        }
    }
}
