// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.eclipse.core;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;

/** The parts of a feature file, one inside the other; also for a file that is not well formed yet. */
public final class Outline {

    private final LineKind kind;
    private final String keyword;
    private final String title;
    private final int line;
    private final int firstLine;
    private final List<String> tags;
    private final List<Outline> children = new ArrayList<>();
    private int lastLine;

    private Outline(LineKind kind, String keyword, String title, int line, int firstLine, List<String> tags) {
        this.kind = kind;
        this.keyword = keyword;
        this.title = title;
        this.line = line;
        this.firstLine = firstLine;
        this.lastLine = line;
        this.tags = List.copyOf(tags);
    }

    /** The features of a file: one, unless it is empty or wrong. */
    public static List<Outline> of(FeatureText text) {
        List<Outline> roots = new ArrayList<>();
        List<Outline> open = new ArrayList<>();
        List<String> tags = new ArrayList<>();
        int firstTag = 0;
        for (FeatureLine line : text.lines()) {
            if (line.kind() == LineKind.TAGS) {
                firstTag = firstTag == 0 ? line.number() : firstTag;
                tags.addAll(
                        List.of(line.text().replaceFirst("\\s#.*", "").strip().split("\\s+")));
            } else if (line.kind().isHeading()) {
                Outline node = new Outline(
                        line.kind(),
                        line.keyword(),
                        line.body(),
                        line.number(),
                        firstTag == 0 ? line.number() : firstTag,
                        tags);
                close(open, depth(line.kind()));
                add(roots, open, node);
                open.add(node);
                tags.clear();
                firstTag = 0;
            } else if (line.kind() == LineKind.STEP) {
                close(open, depth(LineKind.STEP));
                Outline step = new Outline(
                        LineKind.STEP, line.keyword().strip(), line.body(), line.number(), line.number(), List.of());
                add(roots, open, step);
                open.add(step);
            } else if (line.kind() != LineKind.BLANK && line.kind() != LineKind.COMMENT) {
                open.forEach(node -> node.lastLine = line.number());
            }
        }
        return roots;
    }

    private static int depth(LineKind kind) {
        return switch (kind) {
            case FEATURE -> 0;
            case RULE -> 1;
            case BACKGROUND, SCENARIO, OUTLINE -> 2;
            default -> 3;
        };
    }

    private static void close(List<Outline> open, int depth) {
        while (!open.isEmpty() && depth(open.get(open.size() - 1).kind) >= depth) {
            open.remove(open.size() - 1);
        }
    }

    private static void add(List<Outline> roots, List<Outline> open, Outline node) {
        (open.isEmpty() ? roots : open.get(open.size() - 1).children).add(node);
        open.forEach(parent -> parent.lastLine = node.line);
    }

    /** What it is. */
    public LineKind kind() {
        return kind;
    }

    /** Its keyword as written, without space or colon. */
    public String keyword() {
        return keyword;
    }

    /** Its title, or the text of a step; may be empty. */
    public String title() {
        return title;
    }

    /** The line of its keyword, from 1. */
    public int line() {
        return line;
    }

    /** The line of its first tag, else {@link #line()}. */
    public int firstLine() {
        return firstLine;
    }

    /** Its last line that is neither blank nor a comment. */
    public int lastLine() {
        return lastLine;
    }

    /** Its own tags, with their {@code @}. */
    public List<String> tags() {
        return tags;
    }

    /** The parts inside it, in order. */
    public List<Outline> children() {
        return Collections.unmodifiableList(children);
    }

    /** The innermost part of one of these kinds around a line. */
    public static Optional<Outline> at(List<Outline> roots, int line, java.util.Set<LineKind> kinds) {
        Optional<Outline> found = Optional.empty();
        List<Outline> level = roots;
        while (true) {
            Outline around = null;
            for (Outline node : level) {
                if (node.firstLine <= line) {
                    around = node;
                }
            }
            if (around == null) {
                return found;
            }
            if (kinds.contains(around.kind)) {
                found = Optional.of(around);
            }
            level = around.children;
        }
    }

    /** The scenario or outline a line belongs to. */
    public static Optional<Outline> scenarioAt(List<Outline> roots, int line) {
        return at(roots, line, java.util.EnumSet.of(LineKind.SCENARIO, LineKind.OUTLINE));
    }

    @Override
    public String toString() {
        return title.isEmpty() ? keyword : kind == LineKind.STEP ? keyword + " " + title : keyword + ": " + title;
    }
}
