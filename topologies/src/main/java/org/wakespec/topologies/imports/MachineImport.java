// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.topologies.imports;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.zip.GZIPInputStream;
import org.apache.commons.compress.compressors.bzip2.BZip2CompressorInputStream;
import org.tukaani.xz.XZInputStream;

/**
 * Makes a machine file of the output of a tool. What kind of input it is, the input itself tells:
 *
 * <ul>
 *   <li>{@code lscpu}, {@code lscpu -J}: counts only, so more is assumed than from
 *   <li>{@code lscpu -e}, {@code lscpu -p}, {@code lscpu -e -J}, with or without {@code -a};
 *   <li>hwloc XML of versions 1 to 3 ({@code lstopo --of xml});
 *   <li>a tar archive of {@code /sys/devices/system/cpu} and {@code node}, plain or compressed by gzip, bzip2 or xz.
 * </ul>
 *
 * <p>Inputs may be hostile: nothing is written or fetched, links are not followed, and size, depth and number are limited.
 */
public final class MachineImport {

    /** A text longer than this is no output of a tool. */
    static final int MOST_TEXT = 64 << 20;
    /** Bytes that are decompressed at most: the files of a large machine padded to pages, with room to spare. */
    static final long MOST_UNPACKED = 1L << 30;

    private static final int MOST_NAME = 100;
    private static final int XZ_MEMORY_KIB = 128 << 10;
    private static final int TAR_MAGIC_AT = 257;
    private static final int TAR_BLOCK = 512;

    private MachineImport() {}

    /**
     * Reads a file.
     *
     * @param name what to call the machine; null: like the file
     * @param architecture as {@code uname -m} prints it, where the input does not tell; null: what the input tells
     * @throws IOException if it cannot be read
     * @throws MachineImportException if no machine can be made of it
     */
    public static ImportedMachine read(Path file, String name, String architecture) throws IOException {
        try (InputStream in = Files.newInputStream(file)) {
            String base = file.getFileName().toString().replaceFirst("(?i)(\\.(tar|tgz|xml|json|txt|gz|bz2|xz))+$", "");
            return read(in, file.toString(), name == null ? nameOf(base) : name, architecture);
        }
    }

    /**
     * Reads a stream to its end.
     *
     * @param input name of the input, for messages
     * @param name what to call the machine
     * @param architecture as {@code uname -m} prints it, where the input does not tell; null: what the input tells
     * @throws IOException if it cannot be read
     * @throws MachineImportException if no machine can be made of it
     */
    public static ImportedMachine read(InputStream in, String input, String name, String architecture)
            throws IOException {
        if (!name.equals(nameOf(name))) {
            throw new MachineImportException(
                    "the name '" + name + "' is no name of a machine: letters, digits and . _ + -"
                            + " only, beginning with a letter or digit");
        }
        MachineFacts facts;
        try {
            facts = facts(in, input);
        } catch (IllegalArgumentException e) {
            if (e instanceof MachineImportException) {
                throw e;
            }
            throw new MachineImportException(input + ": " + e.getMessage(), e);
        }
        if (architecture != null) {
            facts.architecture(architecture);
        }
        return MachineText.write(facts, name);
    }

    /** A name that can be a file's and a machine's. */
    private static String nameOf(String text) {
        String plain = text.replaceAll("[^A-Za-z0-9._+-]", "-").replaceFirst("^[._+-]+", "");
        return plain.isEmpty() ? "imported" : plain.substring(0, Math.min(MOST_NAME, plain.length()));
    }

    private static MachineFacts facts(InputStream raw, String input) throws IOException {
        BufferedInputStream in = new BufferedInputStream(raw);
        byte[] head = peek(in);
        String packing = packing(head);
        if (packing == null) {
            return unpacked(in, head, input);
        }
        try {
            InputStream unpacker =
                    switch (packing) {
                        case "gzip" -> new GZIPInputStream(in);
                        case "bzip2" -> new BZip2CompressorInputStream(in, true);
                        default -> new XZInputStream(in, XZ_MEMORY_KIB);
                    };
            BufferedInputStream limited = new BufferedInputStream(new LimitedInput(unpacker, MOST_UNPACKED, input));
            return unpacked(limited, peek(limited), input);
        } catch (IOException e) {
            throw new MachineImportException(
                    input + ": the " + packing + " data is damaged or cut off: " + e.getMessage(), e);
        }
    }

    private static String packing(byte[] head) {
        if (starts(head, 0x1f, 0x8b)) {
            return "gzip";
        }
        if (starts(head, 'B', 'Z', 'h')) {
            return "bzip2";
        }
        return starts(head, 0xfd, '7', 'z', 'X', 'Z') ? "xz" : null;
    }

    private static boolean starts(byte[] head, int... bytes) {
        for (int i = 0; i < bytes.length; i++) {
            if (i >= head.length || (head[i] & 0xff) != bytes[i]) {
                return false;
            }
        }
        return true;
    }

    private static byte[] peek(BufferedInputStream in) throws IOException {
        in.mark(TAR_BLOCK);
        byte[] head = in.readNBytes(TAR_BLOCK);
        in.reset();
        return head;
    }

    private static MachineFacts unpacked(InputStream in, byte[] head, String input) throws IOException {
        if (head.length == 0) {
            throw new MachineImportException(input + ": it is empty");
        }
        if (head.length > TAR_MAGIC_AT + 5
                && new String(head, TAR_MAGIC_AT, 5, StandardCharsets.ISO_8859_1).equals("ustar")) {
            return SysfsFacts.of(SysfsArchive.read(in, input), input);
        }
        for (byte b : head) {
            if (b == 0) {
                throw new MachineImportException(input + ": it is neither text nor a tar archive; " + expected());
            }
        }
        byte[] bytes = in.readNBytes(MOST_TEXT + 1);
        if (bytes.length > MOST_TEXT) {
            throw new MachineImportException(
                    input + ": it is longer than " + (MOST_TEXT >> 20) + " MiB; " + expected());
        }
        String text = new String(bytes, StandardCharsets.UTF_8);
        String start = text.strip();
        if (start.startsWith("<")) {
            return HwlocXml.read(bytes, input);
        }
        if (start.startsWith("{")) {
            return LscpuJson.read(text, input);
        }
        if (LscpuTable.looksLike(start)) {
            return LscpuTable.read(text, input);
        }
        if (LscpuSummary.looksLike(start)) {
            return LscpuSummary.read(text, input);
        }
        String line = start.lines().findFirst().orElse("");
        throw new MachineImportException(input + ":1: '" + line.substring(0, Math.min(60, line.length()))
                + "' begins no known format; " + expected());
    }

    static String expected() {
        return "expected lscpu -J, -e or -p, hwloc XML, or a tar archive of /sys/devices/system/{cpu,node}";
    }

    static String lower(String text) {
        return text.strip().toLowerCase(Locale.ROOT);
    }
}
