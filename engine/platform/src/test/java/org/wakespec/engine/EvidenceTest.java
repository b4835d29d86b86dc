// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.platform.engine.reporting.FileEntry;
import org.junit.platform.testkit.engine.EventType;
import org.wakespec.results.Attachment;
import org.wakespec.results.ScenarioResult;

/** What steps attach and log reaches JUnit and the record, at the leaf it belongs to. */
class EvidenceTest {

    @Test
    void attachments_are_files_of_the_leaf() throws Exception {
        EngineRun run = EngineRun.ofSpec("attachments.feature")
                .flavours("plain,sweet")
                .with("wakespec.execution.parallel.enabled", "true")
                .execute();
        run.everythingPassed();
        var entries = run.results()
                .testEvents()
                .filter(e -> e.getType() == EventType.FILE_ENTRY_PUBLISHED)
                .toList();
        assertThat(entries).hasSize(2 * 2 + 2 * 4);
        for (var event : entries) {
            FileEntry entry = event.getRequiredPayload(FileEntry.class);
            String leaf = event.getTestDescriptor().getDisplayName();
            if (entry.getMediaType().orElseThrow().equals("text/plain")) {
                assertThat(Files.readString(entry.getPath())).isEqualTo("taste of " + leaf);
            }
        }
        assertThat(run.results().testEvents().filter(e -> e.getType() == EventType.REPORTING_ENTRY_PUBLISHED))
                .hasSize(2 + 4)
                .allSatisfy(e -> assertThat(e.getPayload().orElseThrow().toString())
                        .contains("logged by " + e.getTestDescriptor().getDisplayName()));
    }

    @Test
    void attachments_are_in_the_record() {
        EngineRun run = EngineRun.ofSpec("attachments.feature").execute();
        ScenarioResult one = run.file().sorted().results().get(0);
        assertThat(one.attachments())
                .containsExactly(
                        Attachment.text("picture", "text/plain", "taste of plain"),
                        new Attachment("picture", "image/png", new byte[] {1, 2, 3}));
        assertThat(one.log()).containsExactly("logged by plain");
    }

    @Test
    void the_text_of_features_is_in_the_record_once() {
        EngineRun run =
                EngineRun.ofSpec("attachments.feature").flavours("plain,sweet").execute();
        assertThat(run.file().features())
                .singleElement()
                .satisfies(feature -> assertThat(feature.source()).startsWith("Feature:"))
                .satisfies(feature -> assertThat(feature.feature())
                        .isEqualTo(run.file().results().get(0).feature()));
    }

    @Test
    void files_only_for_failures_or_never() {
        for (String mode : List.of("failed", "never")) {
            EngineRun run = EngineRun.ofSpec("attachments.feature")
                    .with("wakespec.attachments.files", mode)
                    .execute();
            assertThat(run.results().testEvents().filter(e -> e.getType() == EventType.FILE_ENTRY_PUBLISHED))
                    .isEmpty();
            assertThat(run.file().results().get(0).attachments()).isNotEmpty();
        }
    }

    @Test
    void file_names_are_safe_and_distinct() {
        Set<String> taken = new HashSet<>();
        assertThat(AttachmentPublisher.fileName(Attachment.text("a/b: c?", "text/plain", ""), taken))
                .isEqualTo("a_b_c_.txt");
        assertThat(AttachmentPublisher.fileName(Attachment.text("a/b: c?", "text/plain", ""), taken))
                .isEqualTo("a_b_c_-2.txt");
        assertThat(AttachmentPublisher.fileName(Attachment.text("", "image/svg+xml", ""), taken))
                .isEqualTo("attachment.svg");
        assertThat(AttachmentPublisher.fileName(
                        Attachment.text("x.json", "application/vnd.a+json; charset=utf-8", ""), taken))
                .isEqualTo("x.json");
        assertThat(AttachmentPublisher.fileName(Attachment.text("../../etc", "application/octet-stream", ""), taken))
                .isEqualTo("attachment.._.._etc.bin")
                .doesNotContain("/");
        assertThat(Path.of(AttachmentPublisher.fileName(Attachment.text("x".repeat(500), "text/csv", ""), taken))
                        .toString())
                .hasSize(84);
    }
}
