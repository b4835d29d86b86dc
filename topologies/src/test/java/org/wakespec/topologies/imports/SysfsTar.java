// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.topologies.imports;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Iterator;
import org.wakespec.simulator.topology.CpuMask;
import org.wakespec.simulator.topology.Machine;

/** Packs the files sysfs would have of a machine, each padded to a page as tar does it. */
final class SysfsTar {

    private static final int PAGE = 4096;
    private static final int BLOCK = 512;

    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

    /** The files of a machine. */
    static SysfsTar of(Machine machine, boolean x86) {
        SysfsTar tar = new SysfsTar().modalias(x86);
        CpuMask all = CpuMask.all(machine.nrCpus());
        tar.file("cpu/present", all.toString());
        CpuMask online = new CpuMask(all);
        online.andNot(machine.offline());
        tar.file("cpu/online", online.toString());
        for (int cpu = 0; cpu < machine.nrCpus(); cpu++) {
            String dir = "cpu/cpu" + cpu + "/";
            tar.file(dir + "topology/thread_siblings_list", machine.smtMask(cpu).toString());
            tar.file(dir + "topology/physical_package_id", String.valueOf(machine.packageIndex(cpu)));
            tar.file(
                    dir + "topology/cluster_id",
                    String.valueOf(machine.clusterMask(cpu).first()));
            tar.file(
                    dir + "topology/cluster_cpus_list", machine.clusterMask(cpu).toString());
            tar.cache(dir, 2, machine.clusterMask(cpu).toString());
            tar.cache(dir, 3, machine.coregroupMask(cpu).toString());
            if (!x86) {
                tar.file(dir + "cpu_capacity", String.valueOf(machine.capacity(cpu)));
            }
        }
        tar.file("node/online", machine.nrNodes() == 1 ? "0" : "0-" + (machine.nrNodes() - 1));
        for (int node = 0; node < machine.nrNodes(); node++) {
            tar.file("node/node" + node + "/cpulist", machine.nodeMask(node).toString());
            StringBuilder row = new StringBuilder();
            for (int to = 0; to < machine.nrNodes(); to++) {
                row.append(to == 0 ? "" : " ").append(machine.nodeDistance(node, to));
            }
            tar.file("node/node" + node + "/distance", row.toString());
        }
        return tar;
    }

    SysfsTar modalias(boolean x86) {
        return file("cpu/modalias", x86 ? "cpu:type:x86,ven0000fam0006mod00AA:feature:" : "cpu:type:aarch64:feature:");
    }

    SysfsTar cache(String cpuDir, int level, String shared) {
        String dir = cpuDir + "cache/index" + level + "/";
        return file(dir + "level", String.valueOf(level))
                .file(dir + "type", "Unified")
                .file(dir + "shared_cpu_list", shared);
    }

    /** A file below {@code /sys/devices/system}. */
    SysfsTar file(String path, String content) {
        return raw("sys/devices/system/" + path, content);
    }

    SysfsTar raw(String path, String content) {
        return add(path, '0', "", Arrays.copyOf((content + "\n").getBytes(StandardCharsets.UTF_8), PAGE));
    }

    SysfsTar link(String path, String target) {
        return add(path, '2', target, new byte[0]);
    }

    /** A file whose name is in an entry of its own, as GNU tar writes long ones. */
    SysfsTar longName(String path, String content) {
        byte[] name = (path + "\0").getBytes(StandardCharsets.UTF_8);
        add("././@LongLink", 'L', "", name);
        return add("cut", '0', "", content.getBytes(StandardCharsets.UTF_8));
    }

    /** A file whose name is in a pax header. */
    SysfsTar paxName(String path, String content) {
        String record = " path=" + path + "\n";
        add("pax", 'x', "", (record.length() + 2 + record).getBytes(StandardCharsets.UTF_8));
        return add("cut", '0', "", content.getBytes(StandardCharsets.UTF_8));
    }

    private SysfsTar add(String path, char type, String target, byte[] content) {
        byte[] header = new byte[BLOCK];
        put(header, 0, path);
        put(header, 100, "0000644\0000000000\0000000000\0");
        put(header, 124, String.format("%011o", content.length));
        put(header, 136, "00000000000");
        put(header, 148, "        ");
        header[156] = (byte) type;
        put(header, 157, target);
        put(header, 257, "ustar\00000");
        int sum = 0;
        for (byte b : header) {
            sum += b & 0xff;
        }
        put(header, 148, String.format("%06o\0 ", sum));
        bytes.writeBytes(header);
        bytes.writeBytes(Arrays.copyOf(content, (content.length + BLOCK - 1) / BLOCK * BLOCK));
        return this;
    }

    private static void put(byte[] header, int at, String text) {
        byte[] ascii = text.getBytes(StandardCharsets.UTF_8);
        System.arraycopy(ascii, 0, header, at, ascii.length);
    }

    byte[] bytes() {
        ByteArrayOutputStream whole = new ByteArrayOutputStream();
        whole.writeBytes(bytes.toByteArray());
        whole.writeBytes(new byte[2 * BLOCK]);
        return whole.toByteArray();
    }

    static String list(Iterator<Integer> cpus) {
        StringBuilder text = new StringBuilder();
        cpus.forEachRemaining(cpu -> text.append(text.length() == 0 ? "" : ",").append(cpu));
        return text.toString();
    }
}
