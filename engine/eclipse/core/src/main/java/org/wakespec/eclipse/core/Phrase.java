// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.eclipse.core;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * A Cucumber expression taken apart into words and parameters, with all ways to write its optional and alternative
 * words. Only for completion; whether a step matches is asked of Cucumber itself.
 */
final class Phrase {

    private static final int MOST_WAYS = 16;

    /**
     * A part of a way to write the expression.
     *
     * @param text the words, or the name of the parameter
     * @param isParameter which of both
     */
    record Part(String text, boolean isParameter) {}

    private Phrase() {}

    /** All ways to write it, the plainest first; none for a regular expression. */
    static List<List<Part>> ways(String expression) {
        if (expression.startsWith("^") || expression.endsWith("$")) {
            return List.of();
        }
        List<List<Part>> ways = new ArrayList<>();
        ways.add(new ArrayList<>());
        int i = 0;
        StringBuilder word = new StringBuilder();
        while (i <= expression.length()) {
            char c = i < expression.length() ? expression.charAt(i) : ' ';
            if (c == '\\' && i + 1 < expression.length()) {
                word.append(c).append(expression.charAt(i + 1));
                i += 2;
                continue;
            }
            if (c == '{' || c == ' ' || i == expression.length()) {
                ways = append(ways, variants(word.toString()), false);
                word.setLength(0);
                if (c == '{') {
                    int end = Math.max(i, expression.indexOf('}', i));
                    ways = append(ways, List.of(expression.substring(i + 1, Math.max(i + 1, end))), true);
                    i = end + 1;
                    continue;
                }
                if (i < expression.length()) {
                    ways = append(ways, List.of(" "), false);
                }
            } else {
                word.append(c);
            }
            i++;
        }
        return ways;
    }

    /** The ways to write one word: alternatives by slash, optional letters in parentheses. */
    private static List<String> variants(String word) {
        Set<String> variants = new LinkedHashSet<>();
        for (String alternative : word.split("(?<!\\\\)/")) {
            List<String> open = new ArrayList<>(List.of(""));
            StringBuilder rest = new StringBuilder(alternative);
            while (rest.length() > 0) {
                int from = plain(rest);
                List<String> next = new ArrayList<>();
                if (from < 0) {
                    open.replaceAll(text -> text + unescape(rest.toString()));
                    rest.setLength(0);
                    break;
                }
                int to = rest.indexOf(")", from);
                to = to < 0 ? rest.length() - 1 : to;
                String before = unescape(rest.substring(0, from));
                String optional = unescape(rest.substring(from + 1, Math.max(from + 1, to)));
                for (String text : open) {
                    next.add(text + before);
                    next.add(text + before + optional);
                }
                open = next;
                rest.delete(0, to + 1);
            }
            variants.addAll(open);
        }
        return new ArrayList<>(variants);
    }

    private static int plain(StringBuilder text) {
        for (int i = 0; i < text.length(); i++) {
            if (text.charAt(i) == '\\') {
                i++;
            } else if (text.charAt(i) == '(') {
                return i;
            }
        }
        return -1;
    }

    private static String unescape(String text) {
        return text.replaceAll("\\\\(.)", "$1");
    }

    private static List<List<Part>> append(List<List<Part>> ways, List<String> variants, boolean isParameter) {
        List<List<Part>> all = new ArrayList<>();
        for (String variant : variants) {
            for (List<Part> way : ways) {
                if (all.size() == MOST_WAYS) {
                    return all;
                }
                List<Part> longer = new ArrayList<>(way);
                int last = longer.size() - 1;
                if (!isParameter && last >= 0 && !longer.get(last).isParameter()) {
                    longer.set(last, new Part(longer.get(last).text() + variant, false));
                } else if (isParameter || !variant.isEmpty()) {
                    longer.add(new Part(variant, isParameter));
                }
                all.add(longer);
            }
        }
        return all;
    }
}
