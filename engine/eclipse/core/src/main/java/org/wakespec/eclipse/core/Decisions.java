// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.eclipse.core;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.wakespec.results.Attachment;
import org.wakespec.results.ScenarioResult;

/**
 * The placement decisions of one scenario under one policy.
 *
 * @param policy its id
 * @param machine its name or the sentence it was described with
 * @param decisions in the order made
 * @param defaults what filled in what the scenario left unsaid
 * @param words what rungs ask and rules mean, by name
 */
public record Decisions(
        String policy, String machine, List<Decision> decisions, List<String> defaults, Map<String, String> words) {

    /** Media type of the attachment. */
    public static final String MEDIA_TYPE = "application/vnd.wakespec.decisions+json";

    private static final ObjectMapper JSON = new ObjectMapper();

    /**
     * One task placed.
     *
     * @param by labels of the deciding rules, or the path if the policy was not asked
     * @param ladder the rungs asked, in order; empty if none was recorded
     */
    public record Decision(
            String task,
            String waker,
            int wakerCpu,
            String context,
            int prevCpu,
            List<String> flags,
            String path,
            int cpu,
            String by,
            int scanned,
            String summary,
            List<Rung> ladder) {

        /** CPUs whose idleness was looked at. */
        public BitSet probed() {
            BitSet cpus = new BitSet();
            ladder.forEach(rung -> rung.probes().forEach(probe -> cpus.set(probe.cpu())));
            return cpus;
        }

        /** The rung that decided where the task went: the last with a rule; empty if there is none. */
        public Optional<Rung> deciding() {
            return ladder.stream().filter(rung -> !rung.rule().isEmpty()).reduce((a, b) -> b);
        }

        /** The flags without those every wakeup has. */
        private List<String> telling() {
            return flags.stream()
                    .filter(flag -> !flag.equals("WF_TTWU") && !flag.equals("WF_RQ_SELECTED"))
                    .toList();
        }

        /** One line: who woke whom, how. */
        public String title() {
            return waker + " on CPU " + wakerCpu + " wakes " + task
                    + (telling().isEmpty() ? "" : " (" + String.join(" ", telling()) + ")")
                    + (context.equals("task context") ? "" : " from " + context);
        }
    }

    /** A CPU whose idleness was asked for. */
    public record Probe(int cpu, boolean idle) {}

    /**
     * One question on the ladder.
     *
     * @param rule by which it decided; empty if it did not
     * @param cpu it decided for; -1 if none
     * @param saw what it looked at, as {@code name=value}
     */
    public record Rung(
            String rung, int depth, String answer, String rule, int cpu, List<String> saw, List<Probe> probes) {

        /** The CPUs probed, idle ones marked. */
        public String probesText() {
            StringBuilder text = new StringBuilder();
            for (Probe probe : probes) {
                text.append(text.length() == 0 ? "" : " ").append(probe.cpu()).append(probe.idle() ? " idle" : " busy");
                text.append(',');
            }
            return text.length() == 0 ? "" : text.substring(0, text.length() - 1);
        }
    }

    /** The decisions a result carries; empty if it carries none or they cannot be read. */
    public static Optional<Decisions> of(ScenarioResult result) {
        return text(result, MEDIA_TYPE).flatMap(Decisions::parse);
    }

    static Optional<String> text(ScenarioResult result, String mediaType) {
        return result.attachments().stream()
                .filter(a -> a.mediaType().equals(mediaType))
                .map(Decisions::text)
                .reduce((a, b) -> b);
    }

    private static String text(Attachment attachment) {
        return new String(attachment.content(), StandardCharsets.UTF_8);
    }

    /** Reads the JSON of an attachment; empty if it is not one of format 1. */
    public static Optional<Decisions> parse(String json) {
        try {
            JsonNode node = JSON.readTree(json);
            if (node.path("format").asInt() != 1) {
                return Optional.empty();
            }
            List<Decision> decisions = new ArrayList<>();
            node.path("decisions").forEach(d -> decisions.add(decision(d)));
            Map<String, String> words = new LinkedHashMap<>();
            for (String kind : List.of("questions", "meanings")) {
                node.path(kind)
                        .properties()
                        .forEach(e -> words.put(e.getKey(), e.getValue().asText()));
            }
            return Optional.of(new Decisions(
                    node.path("policy").asText(),
                    node.path("machine").asText(),
                    List.copyOf(decisions),
                    texts(node.path("defaults")),
                    words));
        } catch (JsonProcessingException e) {
            return Optional.empty();
        }
    }

    private static Decision decision(JsonNode d) {
        List<Rung> ladder = new ArrayList<>();
        d.path("ladder").forEach(rung -> ladder.add(rung(rung)));
        return new Decision(
                d.path("task").asText(),
                d.path("waker").asText(),
                d.path("wakerCpu").asInt(-1),
                d.path("context").asText(),
                d.path("prevCpu").asInt(-1),
                texts(d.path("flags")),
                d.path("path").asText(),
                d.path("cpu").asInt(-1),
                d.path("by").asText(),
                d.path("scanned").asInt(),
                d.path("summary").asText(),
                List.copyOf(ladder));
    }

    private static Rung rung(JsonNode node) {
        List<String> saw = new ArrayList<>();
        node.path("saw")
                .properties()
                .forEach(e -> saw.add(e.getKey() + "=" + e.getValue().asText()));
        List<Probe> probes = new ArrayList<>();
        node.path("probes")
                .forEach(p -> probes.add(new Probe(p.path(0).asInt(), p.path(1).asBoolean())));
        return new Rung(
                node.path("rung").asText(),
                node.path("depth").asInt(),
                node.path("answer").asText(),
                node.path("rule").asText(),
                node.path("cpu").asInt(-1),
                List.copyOf(saw),
                List.copyOf(probes));
    }

    private static List<String> texts(JsonNode nodes) {
        List<String> texts = new ArrayList<>();
        nodes.forEach(node -> texts.add(node.asText()));
        return List.copyOf(texts);
    }
}
