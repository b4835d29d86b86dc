// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.eclipse.view;

import java.nio.charset.StandardCharsets;
import org.wakespec.eclipse.core.Comparison;
import org.wakespec.eclipse.core.RunEvidence;
import org.wakespec.results.Attachment;
import org.wakespec.results.ScenarioResult;

/** A result as text: verdict, message, what was logged, and the texts attached. */
final class Details {

    private Details() {}

    static String of(ScenarioResult result) {
        StringBuilder text = new StringBuilder();
        text.append('[')
                .append(result.variant())
                .append("] ")
                .append(result.verdict().key())
                .append('\n');
        result.message().ifPresent(message -> text.append(message).append('\n'));
        result.frames().forEach(frame -> text.append("    at ").append(frame).append('\n'));
        result.log().forEach(line -> text.append(line).append('\n'));
        RunEvidence.of(result).ifPresent(evidence -> {
            evidence.figures().forEach(figure -> text.append(figure).append('\n'));
            evidence.spreads().forEach(spread -> text.append(spread.name())
                    .append(": ")
                    .append(spread.summary())
                    .append('\n'));
        });
        Comparison.of(result).ifPresent(comparison -> text.append('\n').append(comparison.text()));
        for (Attachment attachment : result.attachments()) {
            if (attachment.mediaType().startsWith("text/plain")) {
                text.append('\n')
                        .append(attachment.name())
                        .append(":\n")
                        .append(new String(attachment.content(), StandardCharsets.UTF_8))
                        .append('\n');
            }
        }
        return text.append('\n').toString();
    }
}
