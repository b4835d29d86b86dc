// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.engine;

import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** Finds what somebody may have meant. */
final class Nearest {

    private static final int SHOWN = 3;

    private Nearest() {}

    /** The candidates most like the wanted text, best first; candidates with nothing in common are left out. */
    static List<String> of(String wanted, Collection<String> candidates) {
        String lower = wanted.toLowerCase(Locale.ROOT);
        record Ranked(String text, int distance) {}
        return candidates.stream()
                .distinct()
                .map(candidate -> new Ranked(candidate, distance(lower, candidate.toLowerCase(Locale.ROOT))))
                .filter(r -> r.distance()
                        <= Math.max(3, Math.max(lower.length(), r.text().length()) * 2 / 3))
                .sorted(Comparator.comparingInt(Ranked::distance).thenComparing(Ranked::text))
                .limit(SHOWN)
                .map(Ranked::text)
                .toList();
    }

    /** A sentence that names the nearest candidates, or all of them if none is near and they are few. */
    static String hint(String wanted, Collection<String> candidates) {
        List<String> near = of(wanted, candidates);
        if (!near.isEmpty()) {
            return "Nearest: " + quoted(near) + ".";
        }
        if (candidates.isEmpty()) {
            return "There are none.";
        }
        List<String> sorted = candidates.stream().distinct().sorted().toList();
        return sorted.size() <= 12
                ? "There are: " + quoted(sorted) + "."
                : "There are " + sorted.size() + ", among them: " + quoted(sorted.subList(0, 8)) + ".";
    }

    private static String quoted(List<String> texts) {
        return texts.stream().map(text -> "'" + text + "'").collect(Collectors.joining(", "));
    }

    /** Levenshtein distance; what stands before or behind a wanted text that is contained counts little. */
    private static int distance(String a, String b) {
        if (!a.isEmpty() && b.contains(a)) {
            return Math.min(2, b.length() - a.length());
        }
        int[] previous = new int[b.length() + 1];
        for (int j = 0; j < previous.length; j++) {
            previous[j] = j;
        }
        for (int i = 1; i <= a.length(); i++) {
            int[] row = new int[b.length() + 1];
            row[0] = i;
            for (int j = 1; j <= b.length(); j++) {
                int substitute = previous[j - 1] + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
                row[j] = Math.min(substitute, Math.min(previous[j], row[j - 1]) + 1);
            }
            previous = row;
        }
        return previous[b.length()];
    }
}
