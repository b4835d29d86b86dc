// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.engine.cucumber;

import java.nio.charset.StandardCharsets;
import java.util.UUID;

/**
 * Ids that depend on nothing but the name of what they are for and a count: equal runs write equal reports. Not safe for
 * use from several threads.
 */
final class Ids {

    private final long high;
    private long count;

    private Ids(long high) {
        this.high = high;
    }

    /** FNV-1a (Fowler, Noll, Vo) of the purpose; a digest would load the security providers for it. */
    static Ids of(String purpose) {
        long hash = 0xcbf29ce484222325L;
        for (byte b : purpose.getBytes(StandardCharsets.UTF_8)) {
            hash = (hash ^ (b & 0xff)) * 0x100000001b3L;
        }
        return new Ids(hash);
    }

    /** Ids for a run nobody reports on. */
    static Ids unreported() {
        return new Ids(0);
    }

    UUID next() {
        return new UUID(high, ++count);
    }
}
