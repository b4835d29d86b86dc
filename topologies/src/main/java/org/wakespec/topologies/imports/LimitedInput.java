// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.topologies.imports;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;

/** Ends with an error after so many bytes: a small file must not unpack to an endless one. */
final class LimitedInput extends FilterInputStream {

    private final long most;
    private final String input;
    private long left;

    LimitedInput(InputStream in, long most, String input) {
        super(in);
        this.most = most;
        this.input = input;
        left = most;
    }

    private int count(int read) {
        left -= Math.max(0, read);
        if (left < 0) {
            throw new MachineImportException(
                    input + ": it unpacks to more than " + (most >> 20) + " MiB, which no machine's files do");
        }
        return read;
    }

    @Override
    public int read() throws IOException {
        int b = super.read();
        count(b < 0 ? 0 : 1);
        return b;
    }

    @Override
    public int read(byte[] buffer, int offset, int length) throws IOException {
        return count(super.read(buffer, offset, length));
    }

    @Override
    public long skip(long n) throws IOException {
        long done = 0;
        byte[] scratch = new byte[8192];
        while (done < n) {
            int read = read(scratch, 0, (int) Math.min(scratch.length, n - done));
            if (read < 0) {
                break;
            }
            done += read;
        }
        return done;
    }

    @Override
    public boolean markSupported() {
        return false;
    }
}
