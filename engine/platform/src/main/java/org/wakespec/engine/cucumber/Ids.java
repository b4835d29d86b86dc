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

    static Ids of(String purpose) {
        return new Ids(
                UUID.nameUUIDFromBytes(purpose.getBytes(StandardCharsets.UTF_8)).getMostSignificantBits());
    }

    /** Ids for a run nobody reports on. */
    static Ids unreported() {
        return new Ids(0);
    }

    UUID next() {
        return new UUID(high, ++count);
    }
}
