// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.topologies;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.OutputStream;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MachineCatalogTest {

    private final ClassLoader loader = getClass().getClassLoader();

    @Test
    void built_in_machines_are_found_by_name_and_alias() {
        MachineCatalog catalog = MachineCatalog.load(loader);

        assertThat(catalog.names())
                .contains("altra-80-llc2", "altra-80-llc80", "zen3-2p-128c256t", "zen4-2p-256c512t", "cwf-snc3-288")
                .contains("biglittle-4+4", "conformance/zen3-2s-128c256t");
        assertThat(catalog.names())
                .filteredOn(name -> name.startsWith("conformance/"))
                .hasSize(17);
        assertThat(catalog.find("altra-80").name()).isEqualTo("altra-80-llc2");
        assertThat(catalog.contains("altra-80")).isTrue();
        assertThat(catalog.problems()).isEmpty();
        assertThat(catalog.machines()).hasSameSizeAs(catalog.names());
    }

    @Test
    void an_unknown_name_gets_the_nearest_ones() {
        MachineCatalog catalog = MachineCatalog.load(loader);

        assertThatThrownBy(() -> catalog.find("altra-8"))
                .isInstanceOf(UnknownMachineException.class)
                .hasMessageStartingWith("there is no machine 'altra-8'; did you mean 'altra-80'");
        assertThatThrownBy(() -> catalog.find("zen9"))
                .hasMessageContaining("did you mean 'zen3-2p-128c256t' or 'zen4-1p-96c192t' or 'zen4-2p-256c512t'?"
                        + " 'wakespec machine list'");
        assertThatThrownBy(() -> catalog.find("zen3")).hasMessageContaining("'zen3-2p-128c256t'");
        assertThatThrownBy(() -> catalog.find("qqqqqqqqqqqqqqqqqqq"))
                .hasMessageMatching("there is no machine 'q+'; 'wakespec machine list' shows all \\d+");
    }

    @Test
    void a_users_directory_adds_machines(@TempDir Path folder) throws IOException {
        Files.createDirectories(folder.resolve("lab"));
        Files.writeString(folder.resolve("lab/box.yaml"), "shape: {cores_per_socket: 3}\naliases: [the-box]\n");
        Files.writeString(folder.resolve("notes.txt"), "no machine");

        MachineCatalog catalog = MachineCatalog.load(loader, List.of(folder));

        assertThat(catalog.machine("lab/box").nrCpus()).isEqualTo(3);
        assertThat(catalog.find("the-box").name()).isEqualTo("lab/box");
        assertThat(catalog.contains("notes")).isFalse();
    }

    @Test
    void a_users_jar_adds_machines(@TempDir Path folder) throws IOException {
        Path jar = folder.resolve("user machines.jar");
        try (OutputStream out = Files.newOutputStream(jar);
                JarOutputStream zip = new JarOutputStream(out)) {
            for (String dir :
                    List.of("META-INF/", "META-INF/wakespec/", MachineCatalog.FOLDER, MachineCatalog.FOLDER + "lab/")) {
                zip.putNextEntry(new JarEntry(dir));
            }
            zip.putNextEntry(new JarEntry(MachineCatalog.FOLDER + "lab/box 4+4.yaml"));
            zip.write("shape: {cores_per_socket: 5}\n".getBytes(StandardCharsets.UTF_8));
            zip.putNextEntry(new JarEntry(MachineCatalog.FOLDER + "lab/bad.yaml"));
            zip.write("shape: 1\n".getBytes(StandardCharsets.UTF_8));
        }
        try (URLClassLoader user = new URLClassLoader(new URL[] {jar.toUri().toURL()}, loader)) {
            MachineCatalog catalog = MachineCatalog.load(user);

            assertThat(catalog.machine("lab/box 4+4").nrCpus()).isEqualTo(5);
            assertThat(catalog.names()).contains("altra-80-llc2");
            assertThatThrownBy(() -> catalog.find("lab/bad"))
                    .isInstanceOf(MachineFileException.class)
                    .hasMessageContaining("lab/bad.yaml:1: expected keys with values here");
        }
    }

    @Test
    void a_broken_file_hurts_only_its_own_machine(@TempDir Path folder) throws IOException {
        Path bad = folder.resolve("bad.yaml");
        Files.writeString(bad, "shape: {cores_per_sockt: 3}\n");

        MachineCatalog catalog = MachineCatalog.load(loader, List.of(folder));

        String message = bad + ":1: unknown key 'cores_per_sockt'; did you mean 'cores_per_socket'";
        assertThat(catalog.machine("smp-8").nrCpus()).isEqualTo(8);
        assertThat(catalog.problems()).singleElement().asString().startsWith(message);
        assertThatThrownBy(() -> catalog.find("bad")).hasMessageStartingWith(message);
        assertThatThrownBy(() -> catalog.find("no such machine at all"))
                .hasMessageContaining("(not readable: " + message);
    }

    @Test
    void two_files_of_one_name_are_refused(@TempDir Path folder) throws IOException {
        Files.writeString(folder.resolve("smp-8.yaml"), "shape: {cores_per_socket: 8}\n");

        assertThatThrownBy(() -> MachineCatalog.load(loader, List.of(folder)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("two machine files are called 'smp-8': ")
                .hasMessageEndingWith("; rename one");
    }

    @Test
    void an_alias_must_be_free(@TempDir Path folder) throws IOException {
        Files.writeString(folder.resolve("box.yaml"), "shape: {cores_per_socket: 8}\naliases: [smp-2]\n");

        MachineCatalog catalog = MachineCatalog.load(loader, List.of(folder));

        assertThatThrownBy(() -> catalog.find("anything"))
                .hasMessageContaining("the alias 'smp-2' of machine 'box'")
                .hasMessageEndingWith("already means 'smp-2'");
    }

    @Test
    void a_directory_must_exist(@TempDir Path folder) {
        Path missing = folder.resolve("missing");

        assertThatThrownBy(() -> MachineCatalog.load(loader, List.of(missing)))
                .hasMessage("machine directory '" + missing + "' does not exist");
    }
}
