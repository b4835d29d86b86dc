// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.steps;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;

/** Finds the names a mistyped one was probably meant to be. */
final class Nearest {

    private record Candidate(String name, int distance) {}

    private Nearest() {}

    /** {@code , did you mean A or B?}; empty if no name is near. */
    static String suggestion(String name, Collection<String> known) {
        List<String> near = of(name, known);
        return near.isEmpty() ? "" : ", did you mean " + String.join(" or ", near) + "?";
    }

    /** Known names that differ little, nearest first, at most three. */
    static List<String> of(String name, Collection<String> known) {
        String wanted = name.toLowerCase(Locale.ROOT);
        List<Candidate> candidates = new ArrayList<>();
        for (String other : known) {
            String lower = other.toLowerCase(Locale.ROOT);
            int distance = editDistance(wanted, lower);
            if (distance <= Math.max(1, other.length() / 3) || wanted.length() > 2 && lower.contains(wanted)) {
                candidates.add(new Candidate(other, distance));
            }
        }
        candidates.sort(Comparator.comparingInt(Candidate::distance).thenComparing(Candidate::name));
        return candidates.stream().map(Candidate::name).distinct().limit(3).toList();
    }

    private static int editDistance(String a, String b) {
        int[] row = new int[b.length() + 1];
        for (int j = 0; j < row.length; j++) {
            row[j] = j;
        }
        for (int i = 1; i <= a.length(); i++) {
            int diagonal = row[0];
            row[0] = i;
            for (int j = 1; j <= b.length(); j++) {
                int substitution = diagonal + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
                diagonal = row[j];
                row[j] = Math.min(substitution, 1 + Math.min(row[j], row[j - 1]));
            }
        }
        return row[b.length()];
    }
}
