// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The script bin/wakespec, in a copy of the layout it expects. */
class LauncherScriptTest {

    @TempDir
    Path home;

    private Path script;

    @BeforeEach
    void copyScript() throws IOException {
        assumeTrue(Files.isExecutable(Path.of("/bin/sh")), "needs a POSIX shell");
        Path original = Path.of("").toAbsolutePath();
        while (!Files.exists(original.resolve("bin/wakespec"))) {
            original = original.getParent();
        }
        script = Files.createDirectories(home.resolve("bin")).resolve("wakespec");
        Files.copy(original.resolve("bin/wakespec"), script);
        Files.setPosixFilePermissions(script, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    private Cli start(Path command, Map<String, String> environment, String... args) throws Exception {
        String[] line = new String[args.length + 1];
        line[0] = command.toString();
        System.arraycopy(args, 0, line, 1, args.length);
        ProcessBuilder builder = new ProcessBuilder(line)
                .directory(Files.createDirectories(home.resolve("elsewhere")).toFile());
        builder.environment().remove("JAVA_HOME");
        builder.environment().putAll(environment);
        Process process = builder.start();
        String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        String err = new String(process.getErrorStream().readAllBytes(), StandardCharsets.UTF_8);
        return new Cli(process.waitFor(), out, err);
    }

    private Path fakeJava(String version) throws IOException {
        Path java = Files.createDirectories(home.resolve("java-" + version + "/bin"))
                .resolve("java");
        Files.writeString(
                java,
                "#!/bin/sh\nif [ \"$1\" = -version ]; then echo 'openjdk version \"" + version
                        + "\" 2026-01-01' >&2; else echo \"started in $PWD: $*\"; fi\n");
        Files.setPosixFilePermissions(java, PosixFilePermissions.fromString("rwxr-xr-x"));
        return java.getParent().getParent();
    }

    private void fakeJar() throws IOException {
        Files.createFile(
                Files.createDirectories(home.resolve("engine/cli/target")).resolve("wakespec.jar"));
    }

    @Test
    void startsTheJarFromAnyDirectoryAndThroughALink() throws Exception {
        fakeJar();
        Path link = Files.createSymbolicLink(home.resolve("link"), script);
        String javaHome = fakeJava("21.0.2").toString();

        for (Path command : new Path[] {script, link}) {
            Cli cli = start(command, Map.of("JAVA_HOME", javaHome), "machine", "show", "two words");
            assertThat(cli.out()).contains("elsewhere", "engine/cli/target/wakespec.jar machine show two words");
            assertThat(cli.exit()).isZero();
        }
    }

    @Test
    void saysHowToBuildAMissingJar() throws Exception {
        Cli cli = start(script, Map.of("JAVA_HOME", fakeJava("17").toString()));

        assertThat(cli.exit()).isEqualTo(2);
        assertThat(cli.err())
                .contains("wakespec.jar is not built yet", "mvn -q package -DskipTests -pl engine/cli -am");
    }

    @Test
    void refusesAnOldJava() throws Exception {
        fakeJar();
        for (String old : new String[] {"1.8.0_392", "11.0.21"}) {
            Cli cli = start(script, Map.of("JAVA_HOME", fakeJava(old).toString()));
            assertThat(cli.exit()).isEqualTo(2);
            assertThat(cli.err()).contains("Java " + old, "Java 17 or later is needed");
        }
    }

    @Test
    void saysThatJavaIsMissing() throws Exception {
        fakeJar();
        Cli wrongHome = start(script, Map.of("JAVA_HOME", home.resolve("none").toString()));
        assertThat(wrongHome.exit()).isEqualTo(2);
        assertThat(wrongHome.err()).contains("there is no", "none/bin/java");
    }
}
