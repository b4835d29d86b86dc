// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.engine.gherkin;

/** Hears what the steps of a running scenario leave behind; called on the thread that runs the scenario. */
public interface EvidenceListener {

    /**
     * A step attached something.
     *
     * @param name may be empty
     */
    void attached(String name, String mediaType, byte[] content);

    /** A step logged a line. */
    void logged(String text);
}
