// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.engine;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.junit.platform.engine.ExecutionRequest;
import org.junit.platform.engine.TestDescriptor;
import org.junit.platform.engine.reporting.FileEntry;
import org.junit.platform.engine.reporting.ReportEntry;
import org.wakespec.engine.Settings.AttachmentFiles;
import org.wakespec.results.Attachment;
import org.wakespec.results.Verdict;

/**
 * Hands attachments to JUnit as files in the output directory of their leaf. {@code wakespec.attachments.files} says for
 * which leaves: {@code always} (default), {@code failed}, {@code never}; the result file has them in any case.
 */
final class AttachmentPublisher {

    private static final Map<String, String> EXTENSIONS = Map.of(
            "text/plain",
            ".txt",
            "text/html",
            ".html",
            "text/csv",
            ".csv",
            "text/markdown",
            ".md",
            "application/json",
            ".json",
            "application/xml",
            ".xml",
            "image/svg+xml",
            ".svg",
            "image/png",
            ".png",
            "image/jpeg",
            ".jpg",
            "application/pdf",
            ".pdf");

    private final ExecutionRequest request;
    private final AttachmentFiles mode;

    AttachmentPublisher(ExecutionRequest request, AttachmentFiles mode) {
        this.request = request;
        this.mode = mode;
    }

    void publish(TestDescriptor leaf, List<Attachment> attachments, Verdict verdict) {
        boolean isWanted =
                mode == AttachmentFiles.ALWAYS || mode == AttachmentFiles.FAILED && verdict != Verdict.PASSED;
        if (attachments.isEmpty() || !isWanted) {
            return;
        }
        try {
            Path directory = request.getOutputDirectoryCreator().createOutputDirectory(leaf);
            Set<String> taken = new HashSet<>();
            for (Attachment attachment : attachments) {
                Path file = directory.resolve(fileName(attachment, taken));
                Files.write(file, attachment.content());
                request.getEngineExecutionListener()
                        .fileEntryPublished(leaf, FileEntry.from(file, attachment.mediaType()));
            }
        } catch (IOException e) {
            // the verdict must not depend on whether a disk is full; the result file may still have the attachment
            request.getEngineExecutionListener()
                    .reportingEntryPublished(leaf, ReportEntry.from("attachments not written", e.toString()));
        }
    }

    static String fileName(Attachment attachment, Set<String> taken) {
        String stem = attachment.name().strip().replaceAll("[^\\p{L}\\p{N}._-]+", "_");
        stem = stem.isEmpty() || stem.startsWith(".") ? "attachment" + stem : stem;
        stem = stem.length() > 80 ? stem.substring(0, 80) : stem;
        String extension = extension(attachment.mediaType());
        if (stem.toLowerCase(Locale.ROOT).endsWith(extension)) {
            stem = stem.substring(0, stem.length() - extension.length());
        }
        String name = stem + extension;
        for (int number = 2; !taken.add(name.toLowerCase(Locale.ROOT)); number++) {
            name = stem + "-" + number + extension;
        }
        return name;
    }

    private static String extension(String mediaType) {
        String type = mediaType.replaceFirst(";.*", "").strip().toLowerCase(Locale.ROOT);
        if (EXTENSIONS.containsKey(type)) {
            return EXTENSIONS.get(type);
        }
        return type.endsWith("+json")
                ? ".json"
                : type.endsWith("+xml") ? ".xml" : type.startsWith("text/") ? ".txt" : ".bin";
    }
}
