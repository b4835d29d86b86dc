// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.engine;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.platform.engine.EngineExecutionListener;
import org.junit.platform.engine.TestDescriptor;
import org.junit.platform.engine.reporting.ReportEntry;
import org.wakespec.engine.gherkin.EvidenceListener;
import org.wakespec.results.Attachment;

/** What one scenario left behind. Logged lines go to JUnit at once; attachments wait until the verdict is known. */
final class Evidence implements EvidenceListener {

    private final TestDescriptor leaf;
    private final EngineExecutionListener listener;
    private List<Attachment> attachments = List.of();
    private List<String> log = List.of();

    Evidence(TestDescriptor leaf, EngineExecutionListener listener) {
        this.leaf = leaf;
        this.listener = listener;
    }

    @Override
    public void attached(String name, String mediaType, byte[] content) {
        if (attachments.isEmpty()) {
            attachments = new ArrayList<>(4);
        }
        attachments.add(new Attachment(name, mediaType, content));
    }

    @Override
    public void logged(String text) {
        if (log.isEmpty()) {
            log = new ArrayList<>(4);
        }
        log.add(text);
        if (!text.isBlank()) {
            listener.reportingEntryPublished(leaf, ReportEntry.from("log", text));
        }
    }

    List<Attachment> attachments() {
        return Collections.unmodifiableList(attachments);
    }

    List<String> log() {
        return Collections.unmodifiableList(log);
    }
}
