// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Result files become a page, or one message. */
class ReportCommandTest {

    private static final String FEATURE = """
            Feature: Page
              Said about it.

              Scenario: One
                Given the machine "smp-8"
                And A runs on CPU 0
                And B sleeps, last on CPU 5
                When A wakes B
                Then B is placed on CPU 5
            """;

    @TempDir
    Path dir;

    private Path results() throws IOException {
        Path feature = Files.writeString(dir.resolve("page.feature"), FEATURE);
        Path results = dir.resolve("r.jsonl");
        Cli cli = Cli.run(
                "run", "-q", feature.toString(), "--policies", "linux-7.2,no-sync", "--results", results.toString());
        assertThat(cli.exit()).isZero();
        return results;
    }

    @Test
    void aPageIsMadeOfAResultFile() throws IOException {
        Path results = results();
        Path page = dir.resolve("deep/page.html");
        Cli cli = Cli.run("report", results.toString(), "-o", page.toString(), "--title", "My <page>");
        assertThat(cli.exit()).isZero();
        assertThat(cli.out()).contains("page.html: ").contains(" KiB");
        String html = Files.readString(page);
        assertThat(html)
                .startsWith("<!DOCTYPE html>")
                .contains("My &lt;page&gt;", "Said about it.", "sis:", "linux-7.2", "no-sync");
        Cli.run(
                "report",
                "-q",
                results.toString(),
                "-o",
                dir.resolve("again.html").toString(),
                "--title",
                "My <page>");
        assertThat(dir.resolve("again.html")).hasContent(html);
    }

    @Test
    void aRunLeavesAPageAtOnce() throws IOException {
        Path feature = Files.writeString(dir.resolve("page.feature"), FEATURE);
        Path page = dir.resolve("page.html");
        assertThat(Cli.run("run", "-q", feature.toString(), "--report", page.toString())
                        .exit())
                .isZero();
        assertThat(Files.readString(page)).contains("Said about it.", "\"label\":\"policy\"");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            quoteCharacter = '`',
            value = {
                "``                                                ; it is empty",
                "GIF89a                                            ; not a Wakespec result file",
                "{\"type\":\"run\"}                                ; not a Wakespec result file",
                "{\"type\":\"run\",\"schema\":99}                  ; schema 99 is not known",
                "<html>                                            ; not a Wakespec result file",
            })
    void aForeignFileGivesOneMessageAndNoPage(String content, String message) throws IOException {
        Path file = Files.writeString(dir.resolve("foreign.jsonl"), content == null ? "" : content);
        Cli cli = Cli.run(
                "report", file.toString(), "-o", dir.resolve("page.html").toString());
        assertThat(cli.exit()).isEqualTo(2);
        assertThat(cli.err()).startsWith("wakespec: ").contains("foreign.jsonl").contains(message);
        assertThat(cli.err().lines()).hasSize(1);
        try (Stream<Path> left = Files.list(dir)) {
            assertThat(left).containsExactly(file);
        }
    }

    @Test
    void aTruncatedFileIsShownAsFarAsItGoes() throws IOException {
        byte[] whole = Files.readAllBytes(results());
        String text = new String(whole, StandardCharsets.UTF_8);
        Path cut = dir.resolve("cut.jsonl");
        Files.writeString(cut, text.substring(0, text.indexOf("no-sync\",\"verdict\"") + 5));
        Cli cli =
                Cli.run("report", cut.toString(), "-o", dir.resolve("page.html").toString());
        assertThat(cli.exit()).isZero();
        assertThat(Files.readString(dir.resolve("page.html"))).contains("is cut off after", "did not come to its end");

        Files.writeString(cut, text.substring(0, text.indexOf('\n') + 1));
        cli = Cli.run("report", cut.toString(), "-o", dir.resolve("none.html").toString());
        assertThat(cli.exit()).isEqualTo(2);
        assertThat(cli.err()).contains("there is no result in").contains("cut.jsonl");
        assertThat(dir.resolve("none.html")).doesNotExist();
    }

    @Test
    void whereThePageGoesMustBeAFile() throws IOException {
        Cli cli = Cli.run("report", results().toString(), "-o", dir.toString());
        assertThat(cli.exit()).isEqualTo(2);
        assertThat(cli.err()).contains("is a directory");
    }

    @Test
    void aLinkThatIsNoneIsRefused() throws IOException {
        Cli cli = Cli.run(
                "report",
                results().toString(),
                "-o",
                dir.resolve("p.html").toString(),
                "--source-link",
                "javascript:{path}");
        assertThat(cli.exit()).isEqualTo(2);
        assertThat(cli.err()).contains("https://example.org/tree/{path}");
        assertThat(dir.resolve("p.html")).doesNotExist();
    }
}
