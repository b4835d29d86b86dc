// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.topologies.imports;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** The table of {@code lscpu -e} or {@code lscpu -p}: a line for each CPU. */
final class LscpuTable {

    private final MachineFacts facts;
    private List<String> columns;
    private int cacheRows;

    LscpuTable(String input, String source) {
        facts = new MachineFacts(input, source);
    }

    static boolean looksLike(String text) {
        String first = text.lines().findFirst().orElse("");
        List<String> words = Arrays.asList(first.strip().split("\\s+"));
        return first.startsWith("#")
                || (words.contains("CPU") && words.stream().allMatch(word -> word.matches("[\\w%:]*[\\w%]")));
    }

    /**
     * Reads a table.
     *
     * @throws MachineImportException if a line does not fit its head
     */
    static MachineFacts read(String text, String input) {
        boolean commas = text.strip().startsWith("#");
        LscpuTable table = new LscpuTable(input, commas ? "lscpu -p" : "lscpu -e");
        int number = 0;
        for (String line : text.split("\n", -1)) {
            number++;
            String words = line.strip();
            if (words.isEmpty()) {
                continue;
            }
            String at = input + ":" + number + ": ";
            if (commas && words.startsWith("#")) {
                if (words.contains(",") && words.toUpperCase(Locale.ROOT).contains("CPU")) {
                    table.head(Arrays.asList(words.substring(1).strip().split(",", -1)), at);
                }
            } else if (!commas && table.columns == null) {
                table.head(Arrays.asList(words.split("\\s+")), at);
            } else {
                table.row(commas ? Arrays.asList(words.split(",", -1)) : Arrays.asList(words.split("\\s+")), at);
            }
        }
        return table.done();
    }

    MachineFacts facts() {
        return facts;
    }

    /** The columns, as lscpu names them. */
    void head(List<String> names, String at) {
        columns = names.stream().map(MachineImport::lower).toList();
        if (!columns.contains("cpu")) {
            throw new MachineImportException(at + "the table has no column CPU, only " + String.join(", ", names));
        }
    }

    /** One CPU. */
    void row(List<String> cells, String at) {
        if (columns == null) {
            throw new MachineImportException(at + "the line that names the columns is missing (a comment of lscpu -p)");
        }
        if (cells.size() != columns.size()) {
            throw new MachineImportException(at + "the line has " + cells.size() + " values for " + columns.size()
                    + " columns (" + String.join(",", columns) + ")"
                    + (columns.contains("modelname") ? "; leave MODELNAME out" : ""));
        }
        Map<String, String> row = new TreeMap<>();
        for (int i = 0; i < columns.size(); i++) {
            row.put(columns.get(i), cells.get(i).strip());
        }
        try {
            cpu(row);
        } catch (NumberFormatException e) {
            throw new MachineImportException(at + "expected numbers: " + e.getMessage(), e);
        }
    }

    private void cpu(Map<String, String> row) {
        CpuFacts cpu = facts.cpu(Integer.parseInt(row.get("cpu")));
        String online = MachineImport.lower(row.getOrDefault("online", "yes"));
        cpu.offline = online.equals("no") || online.equals("n") || online.equals("false");
        String socket = label(row, "socket");
        String core = label(row, "core");
        if (row.containsKey("book") || row.containsKey("drawer")) {
            facts.architecture("s390x");
        }
        cpu.packageId = socket;
        cpu.core = core == null ? null : "socket " + socket + " core " + core;
        cpu.cluster = label(row, "cluster");
        String node = label(row, "node");
        cpu.node = node == null ? -1 : Integer.parseInt(node);
        cpu.maxClock = label(row, "maxmhz");
        caches(cpu, row);
    }

    /** Caches stand in one column, joined by colons, or in one each behind an empty one. */
    private void caches(CpuFacts cpu, Map<String, String> row) {
        Map<String, String> caches = new TreeMap<>(row);
        for (Map.Entry<String, String> cell : row.entrySet()) {
            if (cell.getKey().contains(":")) {
                List<String> names = Arrays.asList(cell.getKey().split(":"));
                List<String> ids = new ArrayList<>(Arrays.asList(cell.getValue().split(":", -1)));
                for (int i = 0; i < names.size() && i < ids.size(); i++) {
                    caches.put(names.get(i), ids.get(i));
                }
            }
        }
        int highest = 0;
        for (int level = 1; level <= 4; level++) {
            String id = label(caches, "l" + level);
            id = id == null ? label(caches, "l" + level + "d") : id;
            if (id == null) {
                continue;
            }
            cacheRows++;
            if (level == 2) {
                cpu.l2 = "l2 " + id;
            }
            if (level >= 2 && level <= 3 && level > highest) {
                highest = level;
                cpu.llc = "l" + level + " " + id;
            }
        }
    }

    private static String label(Map<String, String> row, String column) {
        String value = row.get(column);
        return value == null || value.isEmpty() || value.equals("-") || value.equals("null") ? null : value;
    }

    MachineFacts done() {
        if (columns == null) {
            throw facts.error("it has no table of CPUs; " + MachineImport.expected());
        }
        if (!columns.contains("online") && facts.source.startsWith("lscpu -p")) {
            facts.unknown("CPUs that are offline: only lscpu -a -p lists them");
        }
        if (cacheRows == 0) {
            facts.unknown("caches: the table has none (lscpu -e or -p without a list of columns)");
        }
        facts.unknown("isolated CPUs: none is assumed");
        return facts;
    }
}
