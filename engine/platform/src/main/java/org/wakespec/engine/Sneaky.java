// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.engine;

/** Throws what step code threw as it is: wrapped, JUnit would not see whether a test failed or was aborted. */
final class Sneaky {

    private Sneaky() {}

    /** Never returns; the return type lets callers write {@code throw}. */
    static RuntimeException raise(Throwable throwable) {
        return Sneaky.<RuntimeException>cast(throwable);
    }

    @SuppressWarnings("unchecked")
    private static <T extends Throwable> T cast(Throwable throwable) throws T {
        throw (T) throwable;
    }
}
