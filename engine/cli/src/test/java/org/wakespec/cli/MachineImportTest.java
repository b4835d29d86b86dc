// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MachineImportTest {

    @TempDir
    Path dir;

    private Path input;

    @BeforeEach
    void write() throws IOException {
        input = Files.writeString(dir.resolve("desk.txt"), """
                CPU NODE SOCKET CORE L1d:L1i:L2:L3 ONLINE
                  0    0      0    0 0:0:0:0          yes
                  1    0      0    1 1:1:1:0          yes
                  2    0      0    0 0:0:0:0          yes
                  3    0      0    1 1:1:1:0          yes
                """);
    }

    @Test
    void aMachineIsImportedAndDrawnWithItsDomains() throws IOException {
        Path out = dir.resolve("machines/desk.yaml");
        Path svg = dir.resolve("desk.svg");

        Cli imported = Cli.run("machine", "import", input.toString(), "-o", out.toString());
        Cli shown = Cli.run("machine", "show", out.toString(), "--svg", svg.toString());

        assertThat(imported.exit()).isZero();
        assertThat(imported.out()).isEmpty();
        assertThat(imported.err()).contains("not known from lscpu -e: the architecture: x86 is assumed");
        assertThat(shown.exit()).isZero();
        assertThat(shown.out())
                .contains(
                        "4 CPUs, 2 cores, 1 package, 1 node",
                        "package 0, node 0, LLC 0   CPUs 0-3",
                        "[0 2] [1 3]",
                        "SMT   span 0,2",
                        "MC    span 0-3");
        assertThat(Files.readString(svg)).startsWith("<svg").contains("CPU 3, idle");
    }

    @Test
    void withoutAFileItIsPrinted() {
        Cli cli = Cli.run("machine", "import", input.toString());

        assertThat(cli.exit()).isZero();
        assertThat(cli.out()).contains("cpus: 4", "  core: [\"0-1/1+2\"]");
    }

    @Test
    void inADirectoryTheFileIsCalledLikeTheMachine() {
        Cli cli = Cli.run("machine", "import", input.toString(), "--name", "mine", "-o", dir.toString());

        assertThat(cli.exit()).isZero();
        assertThat(dir.resolve("mine.yaml")).isRegularFile();
    }

    @Test
    void badInputIsOneMessageAndNoFile() throws IOException {
        Files.writeString(input, "nothing of the kind");
        Path out = dir.resolve("out");

        Cli cli = Cli.run(
                "machine",
                "import",
                input.toString(),
                "-o",
                out.resolve("x.yaml").toString());
        Cli name = Cli.run("machine", "import", input.toString(), "--name", "../x", "-o", out.toString());
        Cli missing = Cli.run("machine", "import", dir.resolve("no").toString());

        assertThat(cli.exit()).isEqualTo(2);
        assertThat(cli.err().lines())
                .singleElement()
                .asString()
                .contains("desk.txt:1: 'nothing of the kind' begins no");
        assertThat(name.err().lines()).singleElement().asString().contains("no name of a machine");
        assertThat(missing.err().lines()).singleElement().asString().contains("there is no file");
        try (Stream<Path> files = Files.list(dir)) {
            assertThat(files).containsExactly(input);
        }
    }
}
