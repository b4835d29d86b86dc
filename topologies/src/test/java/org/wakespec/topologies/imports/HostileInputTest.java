// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.topologies.imports;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.zip.GZIPOutputStream;
import org.apache.commons.compress.compressors.bzip2.BZip2CompressorOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.wakespec.topologies.MachineFile;

/** One clear message, no file read that was not given, nothing written. */
class HostileInputTest {

    private static final String PU =
            "<object type=\"Machine\" cpuset=\"0x1\"><object type=\"PU\" os_index=\"0\"/></object>";

    @TempDir
    Path dir;

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "``                                    | input: it is empty",
                "hello                                 | input:1: 'hello' begins no known format; expected lscpu",
                "{\"lscpu\": [                         | input:1: the JSON is damaged or cut off",
                "{\"caches\": []}                      | lscpu -C tells nothing of CPUs",
                "{\"lscpu\": []}                       | there is no field 'CPU(s)'; of a translated lscpu",
                "CPU NODE;0                            | input:2: the line has 1 values for 2 columns",
                "CPU NODE;x 0                          | input:2: expected numbers",
                "CPU NODE;4096 0                       | CPU 4096 is beyond the largest machine",
                "CPU ONLINE;0 no                       | describes no CPU that is online",
                "# CPU,Core;0                          | input:2: the line has 1 values for 2 columns",
                "# Something;0,0                       | the line that names the columns is missing",
                "CPU BOOK;0 0                          | architecture 's390x'",
                "Architecture: ppc64le;CPU(s): 8       | architecture 'ppc64le': the rules",
                "CPU(s): 8;Core(s) per socket: 3       | the cores are not all alike",
                "CPU(s): 2;Core(s) per socket: 2;NUMA node0 CPU(s): 0-9999999 | field 'numa node0 cpu(s)'",
                "<html/>                               | input:1: the root is <html>, hwloc's is <topology>",
                "<topology version=\"9.0\"/>           | hwloc XML of version '9.0' is not known; known are 1, 2 and 3",
                "<topology>                            | input:1: the XML is damaged or cut off",
                "<topology/>                           | input: it describes no CPU",
                "<topology><object type=\"PU\" os_index=\"-7\"/></topology> | CPU -7 is beyond",
                "<topology><object type=\"Machine\" complete_cpuset=\"0xf...f\"/></topology> | has no end",
            })
    void says_what_is_wrong(String text, String message) {
        assertThatThrownBy(() -> Imports.text(text.replace(';', '\n')))
                .isInstanceOf(MachineImportException.class)
                .hasMessageContaining(message);
    }

    @Test
    void an_entity_is_neither_expanded_nor_fetched() throws IOException {
        Path secret = Files.writeString(dir.resolve("secret"), "0x3");
        String file =
                "<!DOCTYPE topology [<!ENTITY e SYSTEM \"" + secret.toUri() + "\">]><topology>&e;" + PU + "</topology>";
        assertThatThrownBy(() -> Imports.text(file)).isInstanceOf(MachineImportException.class);

        StringBuilder bomb = new StringBuilder("<!DOCTYPE topology [<!ENTITY e0 \"xxxxxxxxxx\">");
        for (int i = 1; i < 30; i++) {
            bomb.append("<!ENTITY e")
                    .append(i)
                    .append(" \"")
                    .append(("&e" + (i - 1) + ";").repeat(10))
                    .append("\">");
        }
        bomb.append("]><topology><info name=\"CPUModel\" value=\"&e29;\"/></topology>");
        assertThatThrownBy(() -> Imports.text(bomb.toString())).isInstanceOf(MachineImportException.class);
    }

    @Test
    void the_document_type_is_not_looked_for() throws IOException {
        AtomicInteger asked = new AtomicInteger();
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", exchange -> {
            asked.incrementAndGet();
            exchange.sendResponseHeaders(404, -1);
            exchange.close();
        });
        server.start();
        try {
            String address = "http://127.0.0.1:" + server.getAddress().getPort() + "/hwloc.dtd";
            Imports.text("<!DOCTYPE topology SYSTEM \"" + address + "\"><topology>" + PU + "</topology>");
        } finally {
            server.stop(0);
        }
        assertThat(asked).hasValue(0);
    }

    @Test
    void deep_nesting_ends() {
        String xml = "<topology>" + "<object type=\"Group\">".repeat(100_000);
        assertThatThrownBy(() -> Imports.text(xml)).hasMessageContaining("nested more than");
        String json = "{\"lscpu\": " + "[".repeat(100_000);
        assertThatThrownBy(() -> Imports.text(json)).hasMessageContaining("the JSON is damaged");
    }

    @ParameterizedTest
    @ValueSource(strings = {"../../etc/passwd", "sys/../../x/cpu/online", "a/..", "..\\x"})
    void an_archive_that_leads_out_is_refused(String path) {
        byte[] tar = new SysfsTar().raw(path, "0").file("cpu/online", "0").bytes();

        assertThatThrownBy(() -> Imports.of(tar, "tar")).hasMessageContaining("leads out of the archive");
    }

    @Test
    void long_names_are_read_and_lead_nowhere_either() {
        String deep = "d/".repeat(80) + "sys/devices/system/cpu/cpu0/topology/thread_siblings_list";
        byte[] gnu = new SysfsTar().longName(deep, "0").bytes();
        byte[] pax = new SysfsTar().paxName(deep, "0").bytes();

        assertThat(Imports.of(gnu, "tar").description().machine().nrCpus()).isEqualTo(1);
        assertThat(Imports.of(pax, "tar").description().machine().nrCpus()).isEqualTo(1);
        assertThatThrownBy(
                        () -> Imports.of(new SysfsTar().longName("x/../y", "0").bytes(), "tar"))
                .hasMessageContaining("leads out of the archive");
    }

    @Test
    void a_damaged_entry_is_noticed() {
        byte[] tar = new SysfsTar().file("cpu/online", "0").bytes();
        tar[3]++;

        assertThatThrownBy(() -> Imports.of(tar, "tar")).hasMessageContaining("the checksum of an entry is wrong");
    }

    @Test
    void links_are_not_followed() throws IOException {
        Path secret = Files.writeString(dir.resolve("online"), "0-99");
        byte[] tar = new SysfsTar()
                .link("sys/devices/system/cpu/online", secret.toString())
                .modalias(true)
                .file("cpu/cpu0/topology/thread_siblings_list", "0")
                .bytes();

        assertThat(Imports.of(tar, "tar").description().machine().nrCpus()).isEqualTo(1);
    }

    @Test
    void a_bomb_is_not_unpacked() throws IOException {
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        try (GZIPOutputStream gzip = new GZIPOutputStream(packed)) {
            gzip.write("CPU NODE\n".getBytes(StandardCharsets.US_ASCII));
            byte[] spaces = new byte[1 << 20];
            Arrays.fill(spaces, (byte) ' ');
            for (int i = 0; i < 65; i++) {
                gzip.write(spaces);
            }
        }
        assertThatThrownBy(() -> Imports.of(packed.toByteArray(), "bomb")).hasMessageContaining("longer than 64 MiB");

        LimitedInput limited = new LimitedInput(new ByteArrayInputStream(new byte[100]), 99, "bomb");
        assertThatThrownBy(() -> limited.skip(100)).hasMessageContaining("unpacks to more than");
    }

    @Test
    void bzip2_is_unpacked_and_its_damage_noticed() throws IOException {
        byte[] plain = Imports.sample("own-e.txt");
        byte[] packed = bzip2(plain);
        assertThat(Imports.of(packed, "own").yaml())
                .isEqualTo(Imports.of(plain, "own").yaml());

        for (int at = 4; at < packed.length; at += 7) {
            byte[] damaged = packed.clone();
            damaged[at] ^= 0x20;
            assertThatThrownBy(() -> Imports.of(damaged, "damaged"))
                    .as("byte %d", at)
                    .isInstanceOf(MachineImportException.class)
                    .hasMessageStartingWith("damaged: ");
        }
        assertThatThrownBy(() -> Imports.of(Arrays.copyOf(packed, packed.length / 2), "cut"))
                .isInstanceOf(MachineImportException.class)
                .hasMessageStartingWith("cut: the bzip2 data is damaged or cut off");
    }

    @Test
    void a_bomb_of_bzip2_is_not_unpacked() throws IOException {
        byte[] text = new byte[65 << 20];
        Arrays.fill(text, (byte) ' ');
        byte[] head = "CPU NODE\n".getBytes(StandardCharsets.US_ASCII);
        System.arraycopy(head, 0, text, 0, head.length);
        assertThatThrownBy(() -> Imports.of(bzip2(text), "bomb")).hasMessageContaining("longer than 64 MiB");
    }

    private static byte[] bzip2(byte[] plain) throws IOException {
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        try (BZip2CompressorOutputStream bzip2 = new BZip2CompressorOutputStream(packed)) {
            bzip2.write(plain);
        }
        return packed.toByteArray();
    }

    @ParameterizedTest
    @CsvSource({"i7-1370p.tar.gz", "gb10-v2.xml.gz"})
    void a_cut_off_file_is_noticed(String file) {
        byte[] whole = Imports.sample(file);

        for (int length : new int[] {20, whole.length / 3, whole.length / 2, whole.length - 20}) {
            assertThatThrownBy(() -> Imports.of(Arrays.copyOf(whole, length), "cut"))
                    .isInstanceOf(MachineImportException.class)
                    .hasMessageStartingWith("cut: ");
        }
    }

    @Test
    void a_name_from_outside_cannot_become_a_path_or_yaml() throws IOException {
        assertThatThrownBy(() -> MachineImport.read(
                        new ByteArrayInputStream(Imports.sample("own-e.txt")), "input", "../../x", null))
                .hasMessageContaining("is no name of a machine");
        Path file = dir.resolve("..evil name.txt");
        Files.write(file, Imports.sample("own-e.txt"));
        assertThat(MachineImport.read(file, null, null).description().name()).isEqualTo("evil-name");

        String yaml = Imports.text(new String(Imports.sample("own.json"), StandardCharsets.UTF_8)
                        .replace("AMD EPYC", "x\\\"\\nisolated: \\\"0"))
                .yaml();
        assertThat(yaml).doesNotContain("\nisolated").contains("description: \"x\\\"?isolated: \\\"0, 2 CPUs");
    }

    @Test
    void a_machine_file_of_aliases_does_not_grow_without_end() {
        StringBuilder bomb = new StringBuilder("sources:\n  - &a0 [x, x, x]\n");
        for (int i = 1; i <= 16; i++) {
            bomb.append("  - &a").append(i).append(" [*a").append(i - 1);
            bomb.append(", *a").append(i - 1).append(", *a").append(i - 1).append("]\n");
        }

        assertThatThrownBy(() -> MachineFile.parse(bomb.toString(), "box", "box.yaml"))
                .hasMessageMatching("(?s)box.yaml:\\d+: more than 500000 values, aliases counted");
    }

    @Test
    void two_machines_in_one_archive_are_refused() {
        byte[] tar =
                new SysfsTar().raw("a/cpu/online", "0").raw("b/cpu/online", "0").bytes();

        assertThatThrownBy(() -> Imports.of(tar, "tar")).hasMessageContaining("two machines");
    }

    @Test
    void siblings_that_contradict_are_refused() {
        byte[] tar = new SysfsTar()
                .modalias(true)
                .file("cpu/online", "0-1")
                .file("cpu/cpu0/topology/thread_siblings_list", "1")
                .file("cpu/cpu1/topology/thread_siblings_list", "1")
                .bytes();

        assertThatThrownBy(() -> Imports.of(tar, "tar"))
                .hasMessageContaining("cpu/cpu0/topology/thread_siblings_list: CPU 0 is not among its own siblings");
    }
}
