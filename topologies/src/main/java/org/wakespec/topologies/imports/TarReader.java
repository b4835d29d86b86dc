// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.topologies.imports;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;

/**
 * Reads the entries of a tar archive one after the other: ustar, GNU and pax names. Made for short text files: sparse files and
 * the like are not put together, only skipped.
 */
final class TarReader {

    private static final int BLOCK = 512;
    private static final int MOST_HEADER = 1 << 16;

    private final InputStream in;
    private final byte[] header = new byte[BLOCK];
    private String name;
    private char type;
    private long left;
    private long padding;

    TarReader(InputStream in) {
        this.in = in;
    }

    /**
     * Goes on to the next entry.
     *
     * @return false at the end
     * @throws IOException if the archive is damaged or cut off
     */
    boolean next() throws IOException {
        String longName = null;
        long longSize = -1;
        while (true) {
            in.skipNBytes(left + padding);
            left = 0;
            padding = 0;
            if (in.readNBytes(header, 0, BLOCK) != BLOCK) {
                throw new EOFException("it ends without an end mark");
            }
            if (allZero()) {
                return false;
            }
            check();
            type = (char) (header[156] & 0xff);
            left = type >= '1' && type <= '6' ? 0 : number(124, 12);
            padding = -left & (BLOCK - 1);
            switch (type) {
                case 'L' -> longName = text(content(MOST_HEADER), 0, MOST_HEADER);
                case 'x' -> {
                    String records = new String(content(MOST_HEADER), StandardCharsets.UTF_8);
                    String path = pax(records, "path");
                    String size = pax(records, "size");
                    longName = path == null ? longName : path;
                    longSize = size == null ? longSize : Long.parseLong(size);
                }
                case 'g', 'K' -> {
                    // about all entries, or the target of a link: of no use here
                }
                default -> {
                    String prefix = header[257] == 'u' && header[262] == 0 ? text(header, 345, 155) : "";
                    String shortName = text(header, 0, 100);
                    name = longName != null ? longName : prefix.isEmpty() ? shortName : prefix + "/" + shortName;
                    if (longSize >= 0 && left > 0) {
                        left = longSize;
                        padding = -left & (BLOCK - 1);
                    }
                    return true;
                }
            }
        }
    }

    String name() {
        return name;
    }

    /** Whether the entry is an ordinary file: no link, directory or device. */
    boolean isFile() {
        return (type == '0' || type == 0 || type == '7') && !name.endsWith("/");
    }

    /** The entry's content, at most so many bytes of it. */
    byte[] content(int most) throws IOException {
        int length = (int) Math.min(most, left);
        byte[] bytes = in.readNBytes(length);
        if (bytes.length != length) {
            throw new EOFException("it ends inside of a file");
        }
        left -= length;
        return bytes;
    }

    private boolean allZero() {
        for (byte b : header) {
            if (b != 0) {
                return false;
            }
        }
        return true;
    }

    private void check() throws IOException {
        long sum = 0;
        for (int i = 0; i < BLOCK; i++) {
            sum += i >= 148 && i < 156 ? ' ' : header[i] & 0xff;
        }
        if (sum != number(148, 8)) {
            throw new IOException("the checksum of an entry is wrong");
        }
    }

    /** An octal number, or a binary one whose first byte has the highest bit set. */
    private long number(int at, int length) throws IOException {
        long value = 0;
        if ((header[at] & 0x80) != 0) {
            for (int i = at + length - 8; i < at + length; i++) {
                value = value << 8 | header[i] & 0xff;
            }
        } else {
            String digits = text(header, at, length).strip();
            try {
                value = digits.isEmpty() ? 0 : Long.parseLong(digits, 8);
            } catch (NumberFormatException e) {
                throw new IOException("an entry's header has no number where one belongs", e);
            }
        }
        if (value < 0 || value > Long.MAX_VALUE / 2) {
            throw new IOException("an entry has an impossible size");
        }
        return value;
    }

    private static String text(byte[] bytes, int from, int length) {
        int end = from;
        while (end < Math.min(bytes.length, from + length) && bytes[end] != 0) {
            end++;
        }
        return new String(bytes, from, end - from, StandardCharsets.UTF_8);
    }

    /** Value of a record {@code LENGTH KEY=VALUE}; null: there is none. */
    private static String pax(String records, String key) {
        for (String record : records.split("\n")) {
            int blank = record.indexOf(' ');
            if (blank >= 0 && record.startsWith(key + "=", blank + 1)) {
                return record.substring(blank + key.length() + 2);
            }
        }
        return null;
    }
}
