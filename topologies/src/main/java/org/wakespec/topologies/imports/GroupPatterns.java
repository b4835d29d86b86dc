// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.topologies.imports;

import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;

/** Groups of CPUs in the short form of machine files: a regular row of groups becomes one pattern such as {@code 0-127/8+128}. */
final class GroupPatterns {

    private GroupPatterns() {}

    /** The groups in their order; reading the texts gives the same groups in the same order. */
    static List<String> of(List<TreeSet<Integer>> groups) {
        List<String> texts = new ArrayList<>();
        int i = 0;
        while (i < groups.size()) {
            List<Integer> offsets = new ArrayList<>();
            int run = regular(groups.get(i), offsets);
            int first = groups.get(i).first();
            int next = i + 1;
            while (run > 0
                    && next < groups.size()
                    && groups.get(next).equals(shifted(first + (next - i) * run, run, offsets))) {
                next++;
            }
            if (next - i < 2) {
                texts.add(CpuSets.text(groups.get(i)));
            } else {
                StringBuilder pattern = new StringBuilder();
                pattern.append(first)
                        .append('-')
                        .append(first + (next - i) * run - 1)
                        .append('/')
                        .append(run);
                offsets.forEach(offset -> pattern.append('+').append(offset));
                texts.add(pattern.toString());
            }
            i = next;
        }
        return texts;
    }

    /** Length of the equal runs a group consists of, and where the others start from the first; 0: it is not regular. */
    private static int regular(TreeSet<Integer> group, List<Integer> offsets) {
        List<Integer> starts = new ArrayList<>();
        List<Integer> lengths = new ArrayList<>();
        int last = -2;
        for (int cpu : group) {
            if (cpu == last + 1) {
                lengths.set(lengths.size() - 1, lengths.get(lengths.size() - 1) + 1);
            } else {
                starts.add(cpu);
                lengths.add(1);
            }
            last = cpu;
        }
        if (lengths.stream().distinct().count() != 1) {
            return 0;
        }
        for (int s = 1; s < starts.size(); s++) {
            offsets.add(starts.get(s) - starts.get(0));
        }
        return lengths.get(0);
    }

    private static TreeSet<Integer> shifted(int first, int run, List<Integer> offsets) {
        TreeSet<Integer> group = new TreeSet<>();
        for (int i = 0; i < run; i++) {
            group.add(first + i);
            for (int offset : offsets) {
                group.add(first + offset + i);
            }
        }
        return group;
    }
}
