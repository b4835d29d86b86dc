// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.gate;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.wakespec.results.Attachment;
import org.wakespec.results.ScenarioResult;
import org.wakespec.steps.compare.PairsJson;

/** Reads what the steps attached to a result. */
final class Evidence {

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String FIGURES = "application/vnd.wakespec.figures+json";
    private static final String DECISIONS = "application/vnd.wakespec.decisions+json";
    private static final int FORMAT = 1;

    private Evidence() {}

    /** The decisions two policies answered differently. */
    static Optional<JsonNode> pairs(ScenarioResult result) {
        return document(result, PairsJson.MEDIA_TYPE);
    }

    /** What a program measured under a policy. */
    static Optional<Figures> figures(ScenarioResult result, String policy) {
        return documents(result, FIGURES).stream()
                .filter(document -> document.path("policy").asText().equals(policy))
                .findFirst()
                .map(Figures::of);
    }

    /** Where each task went, in order: {@code B on CPU 5}. */
    static List<String> placements(ScenarioResult result) {
        List<String> placements = new ArrayList<>();
        document(result, DECISIONS).ifPresent(document -> document.path("decisions")
                .forEach(d -> placements.add(
                        d.path("task").asText() + " on CPU " + d.path("cpu").asInt())));
        return placements;
    }

    private static Optional<JsonNode> document(ScenarioResult result, String mediaType) {
        return documents(result, mediaType).stream().findFirst();
    }

    private static List<JsonNode> documents(ScenarioResult result, String mediaType) {
        List<JsonNode> documents = new ArrayList<>();
        for (Attachment attachment : result.attachments()) {
            if (attachment.mediaType().equals(mediaType)) {
                try {
                    JsonNode document = JSON.readTree(attachment.text());
                    if (document.path("format").asInt() != FORMAT) {
                        throw new GateException(result.id() + ": the attachment '" + attachment.name()
                                + "' has format " + document.path("format").asText("none")
                                + ", this version reads " + FORMAT);
                    }
                    documents.add(document);
                } catch (JsonProcessingException e) {
                    throw new GateException(
                            result.id() + ": the attachment '" + attachment.name() + "' is no JSON: "
                                    + e.getOriginalMessage(),
                            e);
                }
            }
        }
        return documents;
    }
}
