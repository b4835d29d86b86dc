// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.conformance;

/** Told now and then how far a comparison has come; a terminal shows it, a log does not. */
@FunctionalInterface
public interface Progress {

    /** Tells nobody. */
    Progress NONE = (what, done) -> {};

    /**
     * @param what file or run being compared
     * @param done records compared so far
     */
    void at(String what, long done);
}
