// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.eclipse.core;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Which parts of a line are which, for colouring. */
public final class Colours {

    /** Kinds of text that differ in colour. */
    public enum Kind {
        HEADING,
        TITLE,
        STEP_KEYWORD,
        TAG,
        COMMENT,
        STRING,
        NUMBER,
        PLACEHOLDER,
        TABLE_BAR,
        TABLE_HEAD,
        DOC_STRING,
        TEXT
    }

    /**
     * A part of a line.
     *
     * @param offset in the file
     * @param length at least 1
     * @param kind its colour
     */
    public record Part(int offset, int length, Kind kind) {}

    private static final Pattern IN_STEP = Pattern.compile(
            "(?<string>\"[^\"]*\"|'[^']*')|(?<placeholder><[^<>]+>)|(?<number>(?<![\\w-])-?\\d[\\d,.-]*)");

    private Colours() {}

    /** The parts of the lines from one offset to another, in order, covering all their characters but line ends. */
    public static List<Part> of(FeatureText text, int from, int to) {
        List<Part> parts = new ArrayList<>();
        int first = text.lineAt(from).number();
        int last = text.lineAt(to).number();
        for (int number = first; number <= last; number++) {
            FeatureLine line = text.lines().get(number - 1);
            boolean head = line.kind() == LineKind.TABLE
                    && (number == 1 || text.lines().get(number - 2).kind() != LineKind.TABLE);
            line(line, head, parts);
        }
        return parts;
    }

    private static void line(FeatureLine line, boolean head, List<Part> parts) {
        int start = line.start();
        int end = line.end();
        switch (line.kind()) {
            case COMMENT -> add(parts, start, end, Kind.COMMENT);
            case TAGS -> {
                int comment = line.text().indexOf(" #");
                int stop = comment < 0 ? end : line.offset() + comment;
                add(parts, start, stop, Kind.TAG);
                add(parts, stop, end, Kind.COMMENT);
            }
            case DOC_DELIMITER, DOC_TEXT -> add(parts, start, end, Kind.DOC_STRING);
            case STEP -> {
                int body = start + line.keyword().length();
                add(parts, start, body, Kind.STEP_KEYWORD);
                inside(line, body, Kind.TEXT, parts);
            }
            case TABLE -> table(line, head, parts);
            case BLANK -> add(parts, start, end, Kind.TEXT);
            case OTHER -> add(parts, start, end, Kind.TEXT);
            default -> {
                int colon = start + line.keyword().length() + 1;
                add(parts, start, colon, Kind.HEADING);
                inside(line, colon, Kind.TITLE, parts);
            }
        }
    }

    private static void inside(FeatureLine line, int from, Kind rest, List<Part> parts) {
        Matcher matcher = IN_STEP.matcher(line.text());
        int at = from;
        matcher.region(
                Math.min(from - line.offset(), line.text().length()),
                line.text().length());
        while (matcher.find()) {
            Kind kind = matcher.group("string") != null
                    ? Kind.STRING
                    : matcher.group("placeholder") != null ? Kind.PLACEHOLDER : Kind.NUMBER;
            if (rest == Kind.TITLE && kind != Kind.PLACEHOLDER) {
                continue;
            }
            add(parts, at, line.offset() + matcher.start(), rest);
            add(parts, line.offset() + matcher.start(), line.offset() + matcher.end(), kind);
            at = line.offset() + matcher.end();
        }
        add(parts, at, line.end(), rest);
    }

    private static void table(FeatureLine line, boolean head, List<Part> parts) {
        int at = line.start();
        String text = line.text();
        for (int i = line.indent(); i < text.length(); i++) {
            if (text.charAt(i) == '\\') {
                i++;
            } else if (text.charAt(i) == '|') {
                int bar = line.offset() + i;
                add(parts, at, bar, head ? Kind.TABLE_HEAD : Kind.TEXT);
                add(parts, bar, bar + 1, Kind.TABLE_BAR);
                at = bar + 1;
            }
        }
        add(parts, at, line.end(), head ? Kind.TABLE_HEAD : Kind.TEXT);
    }

    private static void add(List<Part> parts, int from, int to, Kind kind) {
        if (to > from) {
            parts.add(new Part(from, to - from, kind));
        }
    }
}
