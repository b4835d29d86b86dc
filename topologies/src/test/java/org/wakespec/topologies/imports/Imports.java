// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.topologies.imports;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import org.wakespec.simulator.topology.DomainBuilder;
import org.wakespec.simulator.topology.SchedDomain;
import org.wakespec.simulator.topology.SchedTopology;

/** Imports samples and texts, and tells domain trees in a line. */
final class Imports {

    private Imports() {}

    static byte[] sample(String file) {
        try (InputStream in = Imports.class.getResourceAsStream(file)) {
            return in.readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static ImportedMachine of(String file) {
        return of(sample(file), file);
    }

    static ImportedMachine text(String text) {
        return of(text.getBytes(StandardCharsets.UTF_8), "input");
    }

    static ImportedMachine of(byte[] bytes, String input) {
        try {
            return MachineImport.read(new ByteArrayInputStream(bytes), input, "box", null);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static SchedTopology topology(ImportedMachine machine) {
        return DomainBuilder.build(machine.description().machine());
    }

    /** Names and spans of a CPU's domains, bottom-up. */
    static String tree(SchedTopology topology, int cpu) {
        StringBuilder text = new StringBuilder();
        for (SchedDomain sd : topology.domains(cpu)) {
            text.append(text.length() == 0 ? "" : " > ")
                    .append(sd.name)
                    .append(' ')
                    .append(sd.span);
        }
        return text.toString();
    }

    /** All there is to a domain tree. */
    static String everything(SchedTopology topology) {
        StringBuilder text = new StringBuilder();
        for (int cpu = 0; cpu < topology.nrCpus; cpu++) {
            text.append(cpu)
                    .append(": llc ")
                    .append(topology.sdLlcId[cpu])
                    .append('/')
                    .append(topology.sdLlcSize[cpu]);
            for (SchedDomain sd : topology.domains(cpu)) {
                text.append(" > ")
                        .append(sd.name)
                        .append(' ')
                        .append(sd.span)
                        .append(" flags ")
                        .append(sd.flags);
                text.append(" pct ").append(sd.imbalancePct).append(" imb ").append(sd.imbNumaNr);
            }
            text.append('\n');
        }
        return text.toString();
    }
}
