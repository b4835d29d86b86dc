// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.topologies.imports;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.wakespec.simulator.topology.HardwareFacts.Architecture;
import org.wakespec.simulator.topology.Machine;

/** What an input tells of a machine; filled by a reader, completed and written by {@link MachineText}. */
final class MachineFacts {

    private static final Map<String, Architecture> ARCHITECTURES = architectures();

    /** Family from which AMD's processors are Zen (kernel 7.2: init_amd_zn() raises node_reclaim_distance). */
    private static final int ZEN = 0x17;
    /** Models of Granite Rapids and Clearwater Forest (kernel 7.2: arch_sched_node_distance()). */
    private static final Set<Integer> MEAN_DISTANCES = Set.of(0xAD, 0xDD);

    /** Name of the input, for messages. */
    final String input;
    /** What kind of input it is. */
    final String source;

    final TreeMap<Integer, CpuFacts> cpus = new TreeMap<>();
    /** Distances by number of node, as the operating system counts; empty: not told. */
    final TreeMap<Integer, Map<Integer, Integer>> distances = new TreeMap<>();

    final TreeSet<Integer> isolated = new TreeSet<>();
    final Set<String> unknown = new LinkedHashSet<>();
    Architecture architecture;
    String model = "";
    private String vendor = "";
    private int family = -1;
    private int modelNumber = -1;

    MachineFacts(String input, String source) {
        this.input = input;
        this.source = source;
    }

    CpuFacts cpu(int number) {
        if (number < 0 || number >= Machine.MAX_CPUS) {
            throw error("CPU " + number + " is beyond the largest machine, which has CPUs 0-" + (Machine.MAX_CPUS - 1));
        }
        return cpus.computeIfAbsent(number, CpuFacts::new);
    }

    void unknown(String sentence) {
        unknown.add(sentence);
    }

    /** Marks CPUs as there but offline. */
    void offline(Collection<Integer> numbers) {
        numbers.forEach(number -> cpu(number).offline = true);
    }

    /**
     * The architecture by the name {@code uname -m} gives it.
     *
     * @throws MachineImportException if its rules are not modelled
     */
    void architecture(String name) {
        architecture = ARCHITECTURES.get(name.strip().toLowerCase(Locale.ROOT));
        if (architecture == null) {
            throw error("architecture '" + name.strip() + "': the rules by which it builds scheduling domains are not"
                    + " modelled; known are x86_64, aarch64 and riscv64");
        }
    }

    void processor(String vendorName, String familyNumber, String number) {
        vendor = vendorName == null ? "" : vendorName.strip();
        family = whole(familyNumber);
        modelNumber = whole(number);
    }

    private static int whole(String text) {
        try {
            return text == null ? -1 : Integer.decode(text.strip());
        } catch (NumberFormatException e) {
            return -1;
        }
    }

    boolean vendorKnown() {
        return !vendor.isEmpty();
    }

    boolean zen() {
        return (vendor.equals("AuthenticAMD") && family >= ZEN) || vendor.equals("HygonGenuine");
    }

    boolean meanDistances() {
        return vendor.equals("GenuineIntel") && family == 6 && MEAN_DISTANCES.contains(modelNumber);
    }

    MachineImportException error(String problem) {
        return new MachineImportException(input + ": " + problem);
    }

    MachineImportException error(String problem, Throwable cause) {
        return new MachineImportException(input + ": " + problem, cause);
    }

    /** CPUs that are online, in order. */
    List<CpuFacts> online() {
        List<CpuFacts> list = new ArrayList<>();
        cpus.values().stream().filter(cpu -> !cpu.offline).forEach(list::add);
        return list;
    }

    private static Map<String, Architecture> architectures() {
        Map<String, Architecture> map = new TreeMap<>();
        for (String name : List.of("x86", "x86_64", "amd64", "i386", "i486", "i586", "i686")) {
            map.put(name, Architecture.X86);
        }
        // riscv takes its masks from the same generic code as arm64
        for (String name : List.of("arm64", "aarch64", "armv8l", "armv7l", "riscv64", "riscv32")) {
            map.put(name, Architecture.ARM64);
        }
        return map;
    }
}
