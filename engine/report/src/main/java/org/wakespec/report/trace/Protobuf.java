// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.report.trace;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * A protobuf message that is put together. Lengths of nested messages are written in four bytes, which readers accept as any
 * other form of a number, so that nothing has to be moved when a message ends.
 */
final class Protobuf {

    private static final int LENGTH = 4;
    private static final int MOST = 1 << 28;

    private byte[] bytes = new byte[1 << 16];
    private int length;

    int length() {
        return length;
    }

    private void room(int more) {
        if (length + more > bytes.length) {
            bytes = Arrays.copyOf(bytes, Math.max(length + more, 2 * bytes.length));
        }
    }

    private void varint(long value) {
        room(10);
        long rest = value;
        while ((rest & ~0x7fL) != 0) {
            bytes[length++] = (byte) (rest | 0x80);
            rest >>>= 7;
        }
        bytes[length++] = (byte) rest;
    }

    /** A whole number; negative ones take ten bytes, as the format has it. */
    Protobuf number(int field, long value) {
        varint((long) field << 3);
        varint(value);
        return this;
    }

    Protobuf text(int field, String text) {
        return text(field, text.getBytes(StandardCharsets.UTF_8));
    }

    Protobuf text(int field, byte[] utf8) {
        varint((long) field << 3 | 2);
        varint(utf8.length);
        room(utf8.length);
        System.arraycopy(utf8, 0, bytes, length, utf8.length);
        length += utf8.length;
        return this;
    }

    /** Begins a nested message; returns what {@link #end} needs. */
    int begin(int field) {
        varint((long) field << 3 | 2);
        room(LENGTH);
        length += LENGTH;
        return length;
    }

    void end(int begin) {
        int size = length - begin;
        if (size >= MOST) {
            throw new IllegalStateException("a message of " + size + " bytes is too long");
        }
        for (int i = 0; i < LENGTH; i++) {
            bytes[begin - LENGTH + i] = (byte) (size >>> 7 * i & 0x7f | (i < LENGTH - 1 ? 0x80 : 0));
        }
    }

    /** Writes what there is and starts anew. */
    void flush(OutputStream out) throws IOException {
        out.write(bytes, 0, length);
        length = 0;
    }
}
