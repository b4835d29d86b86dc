// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.topologies;

import java.util.ArrayList;
import java.util.List;
import org.wakespec.simulator.topology.CpuMask;

/**
 * Lists of CPU groups as machine files write them. Each item is one group in CPU-list form ({@code 0-3,8}), or a range
 * cut into equal runs: {@code 0-79/2} is 0-1, 2-3, ... 78-79, and {@code 0-127/8+128} is 0-7,128-135, then
 * 8-15,136-143, and so on: each run together with the same run shifted by 128 (the SMT siblings of x86 numbering).
 */
final class CpuGroups {

    private CpuGroups() {}

    static List<CpuMask> read(int nrCpus, YamlValue value) {
        List<CpuMask> groups = new ArrayList<>();
        if (value.isList()) {
            for (YamlValue item : value.asList()) {
                add(nrCpus, item, groups);
            }
        } else {
            add(nrCpus, value, groups);
        }
        return groups;
    }

    private static void add(int nrCpus, YamlValue item, List<CpuMask> groups) {
        try {
            expand(nrCpus, item.asText(), groups);
        } catch (MachineFileException e) {
            throw e;
        } catch (IllegalArgumentException e) {
            throw item.error(e.getMessage());
        }
    }

    private static void expand(int nrCpus, String text, List<CpuMask> groups) {
        int slash = text.indexOf('/');
        if (slash < 0) {
            groups.add(CpuMask.parse(nrCpus, text));
            return;
        }
        CpuMask range = CpuMask.parse(nrCpus, text.substring(0, slash));
        String[] numbers = text.substring(slash + 1).split("\\+", -1);
        int run = number(text, numbers[0]);
        if (run < 1 || range.isEmpty() || range.weight() % run != 0) {
            throw new IllegalArgumentException("group pattern '" + text + "': the " + range.weight()
                    + " CPUs do not divide into runs of " + numbers[0]);
        }
        CpuMask group = new CpuMask(nrCpus);
        int inRun = 0;
        for (int cpu = range.first(); cpu >= 0; cpu = range.next(cpu + 1)) {
            group.set(cpu);
            for (int i = 1; i < numbers.length; i++) {
                group.set(cpu + number(text, numbers[i]));
            }
            if (++inRun == run) {
                groups.add(group);
                group = new CpuMask(nrCpus);
                inRun = 0;
            }
        }
    }

    private static int number(String pattern, String text) {
        try {
            return Integer.parseInt(text.strip());
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException("group pattern '" + pattern + "': '" + text
                    + "' is not a number (expected a form like 0-127/8+128)");
        }
    }
}
