// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.conformance.balance;

/**
 * The simulator asked for something that the kernel did not need in a record: a difference, told by how far it came.
 */
final class UnstatedException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    UnstatedException(String message) {
        super(message);
    }
}
