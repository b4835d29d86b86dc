// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.simulator;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;

/** Finds the names someone may have meant who wrote one that nobody bears. */
public final class NearestNames {

    private static final int MOST = 3;
    /** Fewer common letters at the beginning say nothing. */
    private static final int LEAST_PREFIX = 3;

    private NearestNames() {}

    /**
     * At most three candidates, nearest first: those containing the word or within a few edits of it; if there is none,
     * those with the longest beginning in common.
     */
    public static List<String> of(String word, Collection<String> candidates) {
        record Scored(String name, int distance) {}
        String wanted = word.toLowerCase(Locale.ROOT);
        List<Scored> scored = new ArrayList<>();
        for (String candidate : candidates) {
            String name = candidate.toLowerCase(Locale.ROOT);
            int distance = edits(wanted, name);
            boolean contained = wanted.length() >= 3 && (name.contains(wanted) || wanted.contains(name));
            if (contained) {
                distance = Math.min(distance, 2);
            }
            // a word of which no letter agrees is near nothing
            if (distance <= Math.min(wanted.length() - 1, Math.max(2, wanted.length() / 2))) {
                scored.add(new Scored(candidate, distance));
            }
        }
        if (scored.isEmpty()) {
            for (String candidate : candidates) {
                int common = commonPrefix(wanted, candidate.toLowerCase(Locale.ROOT));
                if (common >= LEAST_PREFIX) {
                    scored.add(new Scored(candidate, -common));
                }
            }
        }
        scored.sort(Comparator.comparingInt(Scored::distance).thenComparing(Scored::name));
        return scored.stream().limit(MOST).map(Scored::name).toList();
    }

    private static int commonPrefix(String a, String b) {
        int length = 0;
        while (length < Math.min(a.length(), b.length()) && a.charAt(length) == b.charAt(length)) {
            length++;
        }
        return length;
    }

    private static int edits(String a, String b) {
        int[] row = new int[b.length() + 1];
        for (int j = 0; j <= b.length(); j++) {
            row[j] = j;
        }
        for (int i = 1; i <= a.length(); i++) {
            int diagonal = row[0];
            row[0] = i;
            for (int j = 1; j <= b.length(); j++) {
                int replace = diagonal + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
                diagonal = row[j];
                row[j] = Math.min(replace, Math.min(row[j], row[j - 1]) + 1);
            }
        }
        return row[b.length()];
    }
}
