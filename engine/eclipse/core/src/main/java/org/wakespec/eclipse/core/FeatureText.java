// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.eclipse.core;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A feature file line by line. Works on any text, also while it is being written and no parser would take it; whether it
 * is right is asked of Gherkin itself, see {@link SyntaxCheck}.
 */
public final class FeatureText {

    private static final Pattern LANGUAGE = Pattern.compile("^\\s*#\\s*language\\s*:\\s*([a-zA-Z\\-_]+)\\s*$");

    private final String text;
    private final Dialect dialect;
    private final List<FeatureLine> lines;

    private FeatureText(String text, Dialect dialect, List<FeatureLine> lines) {
        this.text = text;
        this.dialect = dialect;
        this.lines = List.copyOf(lines);
    }

    /** Reads a text. */
    public static FeatureText of(String text) {
        List<FeatureLine> lines = new ArrayList<>();
        Dialect dialect = Dialect.english();
        LineKind within = LineKind.OTHER;
        String doc = null;
        boolean headerOver = false;
        int start = 0;
        int number = 0;
        while (start <= text.length()) {
            int end = start;
            while (end < text.length() && text.charAt(end) != '\n' && text.charAt(end) != '\r') {
                end++;
            }
            String line = text.substring(start, end);
            String stripped = line.strip();
            number++;
            LineKind kind = LineKind.OTHER;
            String keyword = "";
            if (doc != null) {
                kind = stripped.equals(doc) ? LineKind.DOC_DELIMITER : LineKind.DOC_TEXT;
                doc = stripped.equals(doc) ? null : doc;
            } else if (stripped.isEmpty()) {
                kind = LineKind.BLANK;
            } else if (stripped.startsWith("#")) {
                kind = LineKind.COMMENT;
                Matcher language = LANGUAGE.matcher(line);
                if (!headerOver && language.matches()) {
                    dialect = Dialect.of(language.group(1)).orElse(dialect);
                }
            } else if (stripped.startsWith("@")) {
                kind = LineKind.TAGS;
            } else if (stripped.startsWith("|")) {
                kind = LineKind.TABLE;
            } else if (stripped.startsWith("\"\"\"") || stripped.startsWith("```")) {
                kind = LineKind.DOC_DELIMITER;
                doc = stripped.substring(0, 3);
            } else {
                Optional<Dialect.Heading> heading = dialect.heading(stripped);
                Optional<String> step = within.holdsSteps() ? dialect.stepKeyword(stripped) : Optional.empty();
                if (heading.isPresent()) {
                    kind = heading.get().kind();
                    keyword = heading.get().keyword();
                    within = kind;
                } else if (step.isPresent()) {
                    kind = LineKind.STEP;
                    keyword = step.get();
                }
            }
            headerOver |= kind.isHeading();
            lines.add(new FeatureLine(number, start, line, kind, keyword));
            if (end < text.length()
                    && text.charAt(end) == '\r'
                    && end + 1 < text.length()
                    && text.charAt(end + 1) == '\n') {
                end++;
            }
            start = end + 1;
        }
        return new FeatureText(text, dialect, lines);
    }

    /** The whole text. */
    public String text() {
        return text;
    }

    /** The keywords of its language. */
    public Dialect dialect() {
        return dialect;
    }

    /** All lines, in order; never empty. */
    public List<FeatureLine> lines() {
        return lines;
    }

    /** A line by its number, from 1; empty if there is none. */
    public Optional<FeatureLine> line(int number) {
        return number < 1 || number > lines.size() ? Optional.empty() : Optional.of(lines.get(number - 1));
    }

    /** The line an offset is on; the last one for offsets behind the text. */
    public FeatureLine lineAt(int offset) {
        int low = 0;
        int high = lines.size() - 1;
        while (low < high) {
            int middle = (low + high + 1) >>> 1;
            if (lines.get(middle).offset() <= offset) {
                low = middle;
            } else {
                high = middle - 1;
            }
        }
        return lines.get(low);
    }

    /** The nearest line of one of these kinds at or above a line. */
    public Optional<FeatureLine> above(int number, java.util.Set<LineKind> kinds) {
        for (int i = Math.min(number, lines.size()); i >= 1; i--) {
            if (kinds.contains(lines.get(i - 1).kind())) {
                return Optional.of(lines.get(i - 1));
            }
        }
        return Optional.empty();
    }

    /** What a step says, {@code And} and {@code But} resolved by the steps above it. */
    public Dialect.StepType stepType(int number) {
        for (int i = Math.min(number, lines.size()); i >= 1; i--) {
            FeatureLine line = lines.get(i - 1);
            if (line.kind().isHeading()) {
                break;
            }
            if (line.kind() == LineKind.STEP) {
                Dialect.StepType type = dialect.typeOf(line.keyword());
                if (type != Dialect.StepType.SAME) {
                    return type;
                }
            }
        }
        return Dialect.StepType.GIVEN;
    }
}
