// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.eclipse.core;

import java.util.List;

/**
 * Something completion offers.
 *
 * @param offset where the text that is replaced begins
 * @param length how long it is
 * @param text what is inserted
 * @param label what the list shows
 * @param note what the list shows behind it; may be empty
 * @param help what is shown beside the list; may be empty
 * @param blanks the parts of the inserted text the user fills in, in order
 */
public record Proposal(
        int offset, int length, String text, String label, String note, String help, List<Blank> blanks) {

    public Proposal {
        blanks = List.copyOf(blanks);
    }

    /**
     * A part to fill in.
     *
     * @param start offset in the inserted text
     * @param length of what stands there for the time being
     * @param name of the parameter type
     * @param choices values to choose from; may be empty
     */
    public record Blank(int start, int length, String name, List<String> choices) {

        public Blank {
            choices = List.copyOf(choices);
        }
    }
}
