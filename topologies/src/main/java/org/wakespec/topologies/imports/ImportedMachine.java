// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.topologies.imports;

import java.util.List;
import org.wakespec.topologies.MachineDescription;

/**
 * A machine made of a tool's output.
 *
 * @param source what it was read from, such as {@code lscpu -e}
 * @param yaml text of the machine file; what is assumed stands in its comments, too
 * @param description what reading that text gives
 * @param unknown what the input does not tell, and what is assumed instead; one sentence each
 */
public record ImportedMachine(String source, String yaml, MachineDescription description, List<String> unknown) {

    public ImportedMachine {
        unknown = List.copyOf(unknown);
    }
}
