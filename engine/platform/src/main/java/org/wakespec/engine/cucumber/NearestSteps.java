// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.engine.cucumber;

import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;

/**
 * The step definitions somebody may have meant. Compared word by word, as a parameter stands for any word, and one letter
 * of a short word is much.
 */
final class NearestSteps {

    private static final int SHOWN = 2;
    private static final Pattern PARAMETER = Pattern.compile("\\{[^{}]*\\}");
    private static final Pattern OPTIONAL = Pattern.compile("\\(([^()]*)\\)");
    private static final String ANY = "{}";
    /** A parameter that stands for a word, for one word more, and for none. */
    private static final double TAKEN = 0.1;

    private static final double MORE = 0.2;
    private static final double MISSING = 0.6;
    /** A word of the definition, other than a parameter, that the step has not. */
    private static final double LEFT_OUT = 0.7;

    /** The most that a word of a step, on the average, may differ. */
    private static final double NEAR = 0.25;

    private NearestSteps() {}

    /** At most two expressions, best first. */
    static List<String> of(String step, Collection<String> expressions) {
        record Ranked(String expression, double distance) {}
        String[] words = words(step);
        return expressions.stream()
                .distinct()
                .map(expression -> {
                    String[] pattern = pattern(expression);
                    int shorter = Math.min(pattern.length, words.length);
                    return new Ranked(expression, distance(pattern, words) / shorter);
                })
                .filter(ranked -> ranked.distance() <= NEAR)
                .sorted(Comparator.comparingDouble(Ranked::distance).thenComparing(Ranked::expression))
                .limit(SHOWN)
                .map(Ranked::expression)
                .toList();
    }

    private static String[] words(String text) {
        return text.strip().toLowerCase(Locale.ROOT).split("\\s+");
    }

    /** Words, parameters as {@link #ANY}; optional text counts as written. */
    private static String[] pattern(String expression) {
        String plain = PARAMETER.matcher(expression).replaceAll(ANY);
        return words(OPTIONAL.matcher(plain).replaceAll("$1"));
    }

    private static double distance(String[] pattern, String[] words) {
        double[] row = new double[words.length + 1];
        for (int j = 1; j <= words.length; j++) {
            row[j] = j;
        }
        for (String wanted : pattern) {
            boolean any = wanted.contains(ANY);
            double diagonal = row[0];
            row[0] += any ? MISSING : LEFT_OUT;
            for (int j = 1; j <= words.length; j++) {
                double replace = diagonal + (any ? TAKEN : difference(wanted, words[j - 1]));
                double skip = row[j] + (any ? MISSING : LEFT_OUT);
                double more = row[j - 1] + (any ? MORE : 1);
                diagonal = row[j];
                row[j] = Math.min(replace, Math.min(skip, more));
            }
        }
        return row[words.length];
    }

    /** Of two words, 0 to 1; of alternatives such as {@code is/are} the best. */
    private static double difference(String wanted, String word) {
        double best = 1;
        for (String alternative : wanted.split("/")) {
            int longest = Math.max(1, Math.max(alternative.length(), word.length()));
            best = Math.min(best, (double) edits(alternative, word) / longest);
        }
        return best;
    }

    /** Insertions, deletions, changes of a letter, and two letters that changed places. */
    private static int edits(String a, String b) {
        int[] before = new int[b.length() + 1];
        int[] previous = new int[b.length() + 1];
        int[] row = new int[b.length() + 1];
        for (int j = 0; j <= b.length(); j++) {
            row[j] = j;
        }
        for (int i = 1; i <= a.length(); i++) {
            int[] spare = before;
            before = previous;
            previous = row;
            row = spare;
            row[0] = i;
            for (int j = 1; j <= b.length(); j++) {
                int change = previous[j - 1] + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
                row[j] = Math.min(change, Math.min(previous[j], row[j - 1]) + 1);
                boolean swapped =
                        i > 1 && j > 1 && a.charAt(i - 1) == b.charAt(j - 2) && a.charAt(i - 2) == b.charAt(j - 1);
                if (swapped) {
                    row[j] = Math.min(row[j], before[j - 2] + 1);
                }
            }
        }
        return row[b.length()];
    }
}
