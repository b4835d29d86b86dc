// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.published;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** All judgements, and what they add up to. */
public final class Report {

    /** Part of the cells the report has to meet. */
    static final double WANTED = 0.8;
    /** Part of the cells each table has to meet. */
    static final double WANTED_PER_TABLE = 0.6;
    /** Part of the changes beyond noise whose sign has to be right. */
    static final double WANTED_SIGNS = 0.9;

    private final List<Judgement> judgements;

    Report(List<Judgement> judgements) {
        this.judgements = List.copyOf(judgements);
    }

    List<Judgement> judgements() {
        return judgements;
    }

    /** Cells by table, in order. */
    Map<String, List<Judgement>> tables() {
        Map<String, List<Judgement>> tables = new LinkedHashMap<>();
        for (Judgement j : judgements) {
            tables.computeIfAbsent(j.cell().table(), t -> new java.util.ArrayList<>())
                    .add(j);
        }
        return tables;
    }

    /** Cells met and cells that count. */
    record Count(int met, int counted) {

        double rate() {
            return counted == 0 ? 1 : (double) met / counted;
        }

        @Override
        public String toString() {
            return met + " of " + counted + (counted == 0 ? "" : " (" + Math.round(rate() * 100) + " %)");
        }
    }

    static Count count(List<Judgement> list) {
        int met = 0;
        int counted = 0;
        for (Judgement j : list) {
            counted += j.cell().counts() ? 1 : 0;
            met += j.verdict() == Verdict.MET ? 1 : 0;
        }
        return new Count(met, counted);
    }

    /** Signs right, of the changes beyond noise. */
    static Count signs(List<Judgement> list) {
        int right = 0;
        int counted = 0;
        for (Judgement j : list) {
            if (j.signRight() != null) {
                counted++;
                right += j.signRight() ? 1 : 0;
            }
        }
        return new Count(right, counted);
    }

    /** Ids of the cells that are met. */
    public Set<String> met() {
        Set<String> met = new TreeSet<>();
        for (Judgement j : judgements) {
            if (j.verdict() == Verdict.MET) {
                met.add(j.cell().id());
            }
        }
        return met;
    }

    /** Ids of the cells that were looked at. */
    Set<String> judged() {
        Set<String> judged = new TreeSet<>();
        judgements.forEach(j -> judged.add(j.cell().id()));
        return judged;
    }

    /** As plain text. */
    public String text() {
        return new ReportText(this).text();
    }

    /** As Markdown. */
    public String markdown() {
        return new ReportText(this).markdown();
    }

    /** As JSON. */
    public String json() {
        return ReportJson.of(this);
    }
}
