// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.steps;

import io.cucumber.datatable.DataTable;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.wakespec.policies.UnknownPolicyException;

/** A table of expectations by policy: one row each, {@code others} for the rest. */
final class PolicyTable {

    private static final String OTHERS = "others";
    private static final Pattern PLACED = Pattern.compile("(?:task )?\"?([^\"]+?)\"? is placed on");
    private static final List<String> COLUMNS =
            List.of("policy", "B is placed on", "deciding rule", "affine rule", "core path");

    private final List<String> header;
    private final List<String> row;

    private PolicyTable(List<String> header, List<String> row) {
        this.header = header;
        this.row = row;
    }

    /**
     * The part of a table that concerns a policy.
     *
     * @throws BadScenarioException if the table has an unknown column or policy, a policy twice, or no row for this one
     */
    static PolicyTable of(DataTable table, String policy) {
        List<List<String>> rows = table.cells();
        if (rows.size() < 2 || !"policy".equals(rows.get(0).get(0))) {
            throw new BadScenarioException(
                    "the table by policy has a header that begins with 'policy', and a row " + "for each policy");
        }
        List<String> header = rows.get(0);
        if (header.size() < 2) {
            throw new BadScenarioException("the table by policy needs a column to check, for example 'B is placed on'");
        }
        header.subList(1, header.size()).forEach(PolicyTable::checkColumn);
        List<String> seen = new ArrayList<>();
        List<String> mine = null;
        List<String> others = null;
        for (List<String> row : rows.subList(1, rows.size())) {
            for (String cell : String.valueOf(row.get(0)).split(",")) {
                String id = resolve(cell.strip());
                if (seen.contains(id)) {
                    throw new BadScenarioException("the table by policy has two rows for '" + id + "'");
                }
                seen.add(id);
                mine = id.equals(policy) ? row : mine;
                others = id.equals(OTHERS) ? row : others;
            }
            if (row.subList(1, row.size()).stream().allMatch(PolicyTable::isBlank)) {
                throw new BadScenarioException(
                        "the row of '" + row.get(0) + "' expects nothing: fill in at least one cell");
            }
        }
        List<String> row = mine == null ? others : mine;
        if (row == null) {
            throw new BadScenarioException("the table by policy has no row for '" + policy
                    + "' and no row 'others'; it has: "
                    + String.join(", ", seen));
        }
        return new PolicyTable(header, row);
    }

    private static String resolve(String name) {
        if (name.equals(OTHERS)) {
            return OTHERS;
        }
        try {
            return Policies.registry().resolve(name);
        } catch (UnknownPolicyException e) {
            throw new BadScenarioException("table by policy: " + e.getMessage(), e);
        }
    }

    private static void checkColumn(String column) {
        if (column == null
                || !COLUMNS.subList(2, COLUMNS.size()).contains(column)
                        && !PLACED.matcher(column).matches()) {
            throw new BadScenarioException("the table by policy cannot check a column '" + column + "'"
                    + (column == null ? "." : Nearest.suggestion(column, COLUMNS)) + " Columns: "
                    + String.join(", ", COLUMNS));
        }
    }

    private static boolean isBlank(String cell) {
        return cell == null || cell.isBlank() || cell.equals("-");
    }

    /** Checks every cell of the row, and reports all that do not hold together. */
    void check(World world) {
        Placement last = world.last();
        List<String> expected = new ArrayList<>();
        List<String> actual = new ArrayList<>();
        for (int i = 1; i < header.size(); i++) {
            String cell = row.get(i);
            if (isBlank(cell)) {
                continue;
            }
            Matcher placed = PLACED.matcher(header.get(i));
            if (placed.matches()) {
                Placement p = world.last(placed.group(1));
                String wrong = Verdict.misplaced(p, Place.parse(cell), true);
                if (wrong != null) {
                    expected.add(wrong);
                    actual.add(
                            p.decision().task().comm + " on CPU " + p.decision().cpu());
                    last = p;
                }
                continue;
            }
            String is =
                    switch (header.get(i)) {
                        case "deciding rule" -> Verdict.finalRule(last.decision());
                        case "affine rule" -> Verdict.affineRule(last.decision());
                        default -> {
                            Verdict.checkPath(cell);
                            yield last.decision().path().label();
                        }
                    };
            if (!cell.equals(is)) {
                expected.add(header.get(i) + " " + cell);
                actual.add(header.get(i) + " " + is);
            }
        }
        if (!expected.isEmpty()) {
            throw Verdict.failure(last, String.join("; ", expected), String.join("; ", actual));
        }
    }
}
