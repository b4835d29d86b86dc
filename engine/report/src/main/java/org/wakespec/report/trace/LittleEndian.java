// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.report.trace;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Bytes that are put together, numbers lowest byte first. */
final class LittleEndian {

    byte[] bytes;
    int length;

    LittleEndian(int capacity) {
        bytes = new byte[capacity];
    }

    private void room(int more) {
        if (length + more > bytes.length) {
            bytes = Arrays.copyOf(bytes, Math.max(length + more, 2 * bytes.length));
        }
    }

    LittleEndian u8(int value) {
        room(1);
        bytes[length++] = (byte) value;
        return this;
    }

    LittleEndian u16(int value) {
        return u8(value).u8(value >>> 8);
    }

    LittleEndian u32(int value) {
        room(4);
        for (int shift = 0; shift < 32; shift += 8) {
            bytes[length++] = (byte) (value >>> shift);
        }
        return this;
    }

    LittleEndian u64(long value) {
        return u32((int) value).u32((int) (value >>> 32));
    }

    /** ASCII, no end mark. */
    LittleEndian text(String text) {
        byte[] ascii = text.getBytes(StandardCharsets.US_ASCII);
        room(ascii.length);
        System.arraycopy(ascii, 0, bytes, length, ascii.length);
        length += ascii.length;
        return this;
    }

    /** ASCII and zeros up to a width. */
    LittleEndian text(String text, int width) {
        room(width);
        int end = length + width;
        for (int i = 0; i < text.length() && i < width; i++) {
            bytes[length++] = (byte) text.charAt(i);
        }
        while (length < end) {
            bytes[length++] = 0;
        }
        return this;
    }
}
