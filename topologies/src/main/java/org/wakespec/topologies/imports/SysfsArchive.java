// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.topologies.imports;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The few files of a tar archive that describe a machine: below {@code cpu/} and {@code node/} of {@code
 * /sys/devices/system}, and {@code proc/cpuinfo} if it is there. Only kept in memory; links are not followed.
 */
final class SysfsArchive {

    private static final int MOST_ENTRIES = 1_000_000;
    private static final int MOST_FILE = 1 << 16;
    private static final int MOST_CPUINFO = 1 << 16;

    private static final Pattern WANTED = Pattern.compile("(?:^|.*/)((?:cpu/(?:cpu\\d+/(?:topology/[a-z_]+"
            + "|cache/index\\d+/(?:level|type|shared_cpu_map|shared_cpu_list)|online|cpu_capacity"
            + "|acpi_cppc/highest_perf|cpufreq/cpuinfo_max_freq)|online|offline|possible|present|isolated|modalias))"
            + "|(?:node/(?:node\\d+/(?:cpumap|cpulist|distance)|online|possible|has_cpu)))$");
    /** Paths whose mere presence tells the architecture. */
    private static final Pattern HINT =
            Pattern.compile("(?:.*/)?cpu/(?:microcode|intel_pstate|cpu\\d+/(?:microcode|thermal_throttle"
                    + "|regs/identification|topology/book_id|topology/drawer_id|smt_snooze_delay|pir))(?:/.*)?$");

    private static final Pattern CPUINFO = Pattern.compile("(?:^|.*/)proc/cpuinfo$");

    /** Contents by path below {@code /sys/devices/system}. */
    final TreeMap<String, String> files = new TreeMap<>();

    final TreeSet<String> hints = new TreeSet<>();
    String cpuinfo = "";
    private final String input;
    private String root;

    private SysfsArchive(String input) {
        this.input = input;
    }

    /**
     * Reads an archive to its end.
     *
     * @throws MachineImportException if it is damaged, leads out of itself, or holds no such files
     */
    static SysfsArchive read(InputStream in, String input) {
        SysfsArchive archive = new SysfsArchive(input);
        try {
            TarReader tar = new TarReader(in);
            for (int entries = 1; tar.next(); entries++) {
                if (entries > MOST_ENTRIES) {
                    throw new MachineImportException(
                            input + ": the archive has more than " + MOST_ENTRIES + " entries");
                }
                archive.add(tar);
            }
            // to the end, where compressed data has its checksum
            in.transferTo(OutputStream.nullOutputStream());
        } catch (IOException | IllegalArgumentException e) {
            if (e instanceof MachineImportException known) {
                throw known;
            }
            throw new MachineImportException(input + ": the tar archive is damaged or cut off: " + e.getMessage(), e);
        }
        if (archive.files.keySet().stream().noneMatch(path -> path.startsWith("cpu/"))) {
            throw new MachineImportException(
                    input + ": the archive has no files of /sys/devices/system/cpu; make it with"
                            + " 'tar czf machine.tar.gz --ignore-failed-read /sys/devices/system/cpu /sys/devices/system/node'");
        }
        return archive;
    }

    private void add(TarReader entry) throws IOException {
        String path = entry.name();
        if (Arrays.asList(path.split("[/\\\\]")).contains("..")) {
            throw new MachineImportException(input + ": the entry '" + shown(path)
                    + "' leads out of the archive, which no archive of sysfs does");
        }
        if (HINT.matcher(path).matches()) {
            hints.add(path.substring(path.lastIndexOf("/cpu/") + 1));
        }
        if (!entry.isFile()) {
            return;
        }
        if (CPUINFO.matcher(path).matches()) {
            cpuinfo = text(entry.content(MOST_CPUINFO));
            return;
        }
        Matcher wanted = WANTED.matcher(path);
        if (!wanted.matches()) {
            return;
        }
        String inside = wanted.group(1);
        String before = path.substring(0, path.length() - inside.length());
        if (root == null) {
            root = before;
        } else if (!root.equals(before)) {
            throw new MachineImportException(input + ": the archive describes two machines, one below '" + shown(root)
                    + "' and one below '" + shown(before) + "'");
        }
        files.put(inside, text(entry.content(MOST_FILE)).strip());
    }

    /** A file of sysfs claims the size of a page; tar fills what is missing with zeros. */
    private static String text(byte[] bytes) {
        int end = 0;
        while (end < bytes.length && bytes[end] != 0) {
            end++;
        }
        return new String(bytes, 0, end, StandardCharsets.UTF_8);
    }

    private static String shown(String path) {
        String plain = path.replaceAll("[^ -~]", "?");
        return plain.length() > 100 ? plain.substring(0, 100) + "..." : plain;
    }
}
