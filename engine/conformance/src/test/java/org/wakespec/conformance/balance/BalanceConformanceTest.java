// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.conformance.balance;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.IntNode;
import com.fasterxml.jackson.databind.node.LongNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.wakespec.conformance.ConformanceReport;

class BalanceConformanceTest {

    /** 17 kinds of records, five of them also with cache-aware balancing. */
    private static final int KINDS = 22;

    private static final List<String> MACHINES = List.of(
            "tiny-2",
            "smp-8",
            "smt-4c8t",
            "altra-80",
            "altra-80-pairllc",
            "zen3-2s-128c256t",
            "zen4-1s-96c192t",
            "cwf-snc3",
            "cluster-arm-8x4",
            "cluster-smt-4x4c2t",
            "biglittle-4+4",
            "biglittle-4+4-2llc",
            "numa-4node-ring",
            "asym-smt-8c16t",
            "numa-2x4c8t-balwake",
            "smp-8-isolcpus",
            "numa-2node-far",
            "hybrid-4c8t+8e",
            "uneven-llc-2+8");

    @TempDir
    Path dir;

    @Test
    void everyRecordOfTheSampleMatches() {
        ConformanceReport report = BalanceConformance.run(BalanceSample.DIRECTORY);

        assertThat(text(report)).contains("total").doesNotContain("expected");
        assertThat(report.exitCode()).isEqualTo(ConformanceReport.ALL_MATCH);
        assertThat(report.tallies()).hasSize(BalanceSample.FILES.size());
        for (ConformanceReport.Tally tally : report.tallies()) {
            assertThat(tally.compared()).as(tally.name()).isGreaterThan(700);
            assertThat(tally.matched()).as(tally.name()).isEqualTo(tally.compared());
            assertThat(tally.excluded()).as(tally.name()).isEmpty();
        }
    }

    @Test
    void theSampleHasEveryMachineAndKind() {
        assertThat(richestOfEachKind()).hasSize(KINDS);
        List<String> machines = new ArrayList<>();
        for (String file : BalanceSample.FILES) {
            for (JsonNode record : BalanceSample.records(file)) {
                machines.add(record.get("topo").textValue());
            }
        }
        assertThat(machines).contains(MACHINES.toArray(String[]::new));
    }

    /** Whichever value a record expects: another one is a difference, and so is one field more or less. */
    @Test
    void everyExpectedValueIsCompared() {
        Machines machines = new Machines(BalanceSample.topologies(), "topologies");
        int changed = 0;
        for (JsonNode record : richestOfEachKind().values()) {
            List<Runnable> changes = changes(record.get("expect"));
            for (int i = 0; i < changes.size(); i++) {
                JsonNode copy = record.deepCopy();
                changes(copy.get("expect")).get(i).run();
                assertThat(Replay.difference(new Json(copy, "copy"), machines))
                        .as("change %d of %s", i, copy)
                        .isNotNull();
                changed++;
            }
        }
        assertThat(changed).isGreaterThan(150);
    }

    /** The record of each kind that expects most, with and without cache-aware balancing. */
    private static Map<String, JsonNode> richestOfEachKind() {
        Map<String, JsonNode> richest = new LinkedHashMap<>();
        for (String file : BalanceSample.FILES) {
            for (JsonNode record : BalanceSample.records(file)) {
                String kind = (record.has("cache") ? "cache " : "")
                        + record.get("kind").textValue();
                JsonNode known = richest.get(kind);
                if (known == null || size(record) > size(known)) {
                    richest.put(kind, record);
                }
            }
        }
        return richest;
    }

    private static int size(JsonNode record) {
        return record.get("expect").toString().length();
    }

    /** Ways to falsify: each leaf in turn, and each field or element removed. */
    private static List<Runnable> changes(JsonNode node) {
        List<Runnable> changes = new ArrayList<>();
        if (node instanceof ObjectNode object) {
            List<String> names = new ArrayList<>();
            object.fieldNames().forEachRemaining(names::add);
            for (String name : names) {
                changes.add(() -> object.remove(name));
                changes.addAll(changes(object.get(name)));
                if (!object.get(name).isContainerNode()) {
                    changes.add(() -> object.set(name, other(object.get(name))));
                }
            }
            changes.add(() -> object.put("unheard_of", 1));
        } else if (node instanceof ArrayNode array) {
            for (int i = 0; i < Math.min(array.size(), 3); i++) {
                int at = i;
                changes.add(() -> array.remove(at));
                changes.addAll(changes(array.get(at)));
                if (!array.get(at).isContainerNode()) {
                    changes.add(() -> array.set(at, other(array.get(at))));
                }
            }
            changes.add(() -> array.add(1));
        }
        return changes;
    }

    private static JsonNode other(JsonNode value) {
        if (value.isNull()) {
            return IntNode.valueOf(1);
        }
        return value.isNumber() ? LongNode.valueOf(value.longValue() + 1) : TextNode.valueOf(value.textValue() + "x");
    }

    @Test
    void aDifferenceIsExplainedWithItsPlace() throws IOException {
        ObjectNode record = BalanceSample.records("queue").get(0).deepCopy();
        ((ObjectNode) record.get("expect")).put("src_cpu", 4711);
        copyMachines();
        Files.writeString(dir.resolve("queue.jsonl"), record + "\n");

        ConformanceReport report = BalanceConformance.run(dir);

        assertThat(report.exitCode()).isEqualTo(ConformanceReport.DIFFERENCES);
        assertThat(text(report))
                .contains("queue.jsonl:1 (" + record.get("id").textValue() + "): src_cpu: expected 4711, got");
    }

    @Test
    void recordsThatCannotBeReadAreNamed() throws IOException {
        copyMachines();
        String record = BalanceSample.records("queue").get(0).toString();
        Map<String, String> files = new LinkedHashMap<>();
        files.put("field.jsonl", record.replaceFirst("\\{", "{\"sibling\":1,"));
        files.put("kind.jsonl", record.replaceFirst("\"kind\":\"\\w+\"", "\"kind\":\"guess\""));
        files.put("machine.jsonl", record.replaceFirst("\"topo\":\"[^\"]+\"", "\"topo\":\"altair-80\""));
        files.put("cpu.jsonl", record.replaceFirst("\"cpu\":\\d+", "\"cpu\":4096"));
        files.put("number.jsonl", record.replaceFirst("\"cpu\":\\d+", "\"cpu\":\"one\""));
        files.put("broken.jsonl", record.substring(0, record.length() / 2));
        for (Map.Entry<String, String> file : files.entrySet()) {
            Files.writeString(dir.resolve(file.getKey()), file.getValue() + "\n");
        }

        ConformanceReport report = BalanceConformance.run(dir);

        assertThat(report.exitCode()).isEqualTo(ConformanceReport.NOTHING_COMPARED);
        assertThat(report.unreadable()).hasSize(files.size());
        assertThat(text(report))
                .contains("field.jsonl:1", "unknown field 'sibling'")
                .contains("unknown kind of record 'guess'")
                .contains("there is no machine 'altair-80'")
                .contains("there is no CPU 4096")
                .contains("is not a whole number")
                .contains("broken.jsonl:1 is not JSON");
    }

    @Test
    void recordsAfterOneThatCannotBeReadAreCompared() throws IOException {
        copyMachines();
        List<JsonNode> records = BalanceSample.records("queue");
        StringBuilder lines = new StringBuilder();
        for (int i = 0; i < 15; i++) {
            lines.append(records.get(i).toString().replaceFirst("\\{", "{\"sibling\":1,"))
                    .append('\n');
            lines.append(records.get(i)).append('\n');
        }
        Files.writeString(dir.resolve("queue.jsonl"), lines);

        ConformanceReport report = BalanceConformance.run(dir);

        assertThat(report.matched()).isEqualTo(15);
        assertThat(report.compared()).isEqualTo(15);
        assertThat(report.exitCode()).isEqualTo(ConformanceReport.NOTHING_COMPARED);
        assertThat(report.unreadable()).hasSize(11);
        assertThat(text(report)).contains("queue.jsonl:19").contains("5 more records of");
    }

    @Test
    void aMachineThatCannotBeBuiltIsNamed() throws IOException {
        ObjectNode machines = BalanceSample.topologies().deepCopy();
        ObjectNode machine = (ObjectNode) machines.get("tiny-2");
        ((ObjectNode) machine.get("cpu_domains")).putArray("0-1").add(7);
        Files.writeString(dir.resolve("topologies.json"), machines.toString());
        Files.writeString(dir.resolve("queue.jsonl"), recordOf("queue", "should", "tiny-2") + "\n");
        assertThat(text(BalanceConformance.run(dir)))
                .contains("machine 'tiny-2': 'cpu_domains' of '0-1': there is no domain 7, only 0-0");
    }

    @Test
    void offlineCpusAreInNoWorkingSetAndShortenTheLongestInterval() throws IOException {
        ObjectNode machines = BalanceSample.topologies().deepCopy();
        ObjectNode machine = (ObjectNode) machines.get("smp-8");
        machine.put("offline", "7");
        machine.put("max_interval_jiffies", 700);
        Files.writeString(dir.resolve("topologies.json"), machines.toString());
        Files.writeString(dir.resolve("queue.jsonl"), """
                {"id":"a","topo":"smp-8","kind":"should","cpu":7,"domain":0,"idle":"idle","expect":{"ret":0,"why":"not-in-set"}}
                {"id":"b","topo":"smp-8","kind":"interval","cpu":0,"domain":0,"busy":1,"balance_interval":4096,"expect":{"jiffies":700}}
                """);
        ConformanceReport report = BalanceConformance.run(dir);
        assertThat(text(report)).contains("2 of 2 match");
    }

    @Test
    void aStopWithoutDomainStateHasNoFailuresBeforeIt() throws IOException {
        copyMachines();
        ObjectNode record = (ObjectNode) BalanceSample.records("detach").stream()
                .filter(r -> r.get("kind").textValue().equals("stop")
                        && r.get("sd").get("nr_balance_failed").asInt() == 0)
                .findFirst()
                .orElseThrow()
                .deepCopy();
        record.remove("sd");
        Files.writeString(dir.resolve("detach.jsonl"), record + "\n");
        assertThat(BalanceConformance.run(dir).exitCode()).isEqualTo(ConformanceReport.ALL_MATCH);
    }

    private static JsonNode recordOf(String file, String kind, String machine) {
        return BalanceSample.records(file).stream()
                .filter(r -> r.get("kind").textValue().equals(kind)
                        && r.get("topo").textValue().equals(machine))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void aDirectoryWithoutMachinesOrRecordsComparesNothing() throws IOException {
        assertThat(BalanceConformance.run(dir.resolve("nowhere")).exitCode())
                .isEqualTo(ConformanceReport.NOTHING_COMPARED);
        assertThat(text(BalanceConformance.run(dir))).contains("there is no topologies.json");
        copyMachines();
        assertThat(BalanceConformance.run(dir).exitCode()).isEqualTo(ConformanceReport.NOTHING_COMPARED);
    }

    @Test
    void progressIsTold() {
        List<Long> told = new ArrayList<>();
        BalanceConformance.run(BalanceSample.DIRECTORY, (what, done) -> told.add(done));

        assertThat(told).hasSizeGreaterThan(20).isSorted();
    }

    private void copyMachines() throws IOException {
        Files.copy(BalanceSample.DIRECTORY.resolve("topologies.json.xz"), dir.resolve("topologies.json.xz"));
    }

    private static String text(ConformanceReport report) {
        StringWriter text = new StringWriter();
        report.print(new PrintWriter(text, true));
        return text.toString();
    }
}
