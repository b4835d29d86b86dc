// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.published;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

/** A report for programs to read. */
final class ReportJson {

    private static final ObjectMapper JSON = new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT);

    private ReportJson() {}

    static String of(Report report) {
        ObjectNode root = JSON.createObjectNode();
        root.put("conventions", "changes are (new - base) / base in percent: negative means the value went down");
        ArrayNode tables = root.putArray("tables");
        report.tables().forEach((name, list) -> {
            ObjectNode table = tables.addObject();
            table.put("name", name);
            counts(table, Report.count(list), Report.signs(list));
            ArrayNode cells = table.putArray("cells");
            list.forEach(j -> cell(cells.addObject(), j));
        });
        counts(root, Report.count(report.judgements()), Report.signs(report.judgements()));
        try {
            return JSON.writeValueAsString(root);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException(e);
        }
    }

    private static void counts(ObjectNode node, Report.Count count, Report.Count signs) {
        node.put("met", count.met());
        node.put("counted", count.counted());
        node.put("signs_right", signs.met());
        node.put("signs_counted", signs.counted());
    }

    private static void cell(ObjectNode node, Judgement j) {
        Cell cell = j.cell();
        node.put("id", cell.id());
        node.put("role", cell.role().toString());
        node.put("verdict", j.verdict().toString());
        node.put("unit", cell.figure().unit());
        number(node, "published", cell.figure().value());
        number(node, "published_stddev", cell.figure().stddev());
        node.put("note", cell.note());
        if (j.comparison() == null) {
            return;
        }
        Comparison c = j.comparison();
        node.put("simulation", cell.experiment().words());
        node.put("mark", cell.mark().words());
        number(node, "predicted", c.predicted());
        number(node, "predicted_stddev", c.spread());
        number(node, "off_percent", c.difference());
        number(node, "published_change_percent", c.publishedChange());
        number(node, "predicted_change_percent", c.predictedChange());
        if (j.signRight() != null) {
            node.put("sign_right", j.signRight());
        }
        node.set("why", JSON.valueToTree(j.mechanism()));
    }

    private static void number(ObjectNode node, String name, double value) {
        if (!Double.isNaN(value) && !Double.isInfinite(value)) {
            node.put(name, value);
        }
    }
}
