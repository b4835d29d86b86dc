// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.engine.gherkin;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * A part of a feature that has a place in the tree: the feature, a rule, a scenario, an Examples table or one of its rows.
 *
 * <p>Each part owns the lines from its first tag to the line before the next part begins, so that any line of a file
 * belongs to exactly one smallest part.
 */
public final class Element {

    /** The kinds of parts, outermost first. */
    public enum Kind {
        FEATURE("feature"),
        RULE("rule"),
        /** A scenario, also one with Examples. */
        SCENARIO("scenario"),
        EXAMPLES("examples"),
        EXAMPLE("example");

        private final String segment;

        Kind(String segment) {
            this.segment = segment;
        }

        /** The type of the unique id segment. */
        public String segment() {
            return segment;
        }
    }

    private final Kind kind;
    private final Element parent;
    private final String keyword;
    private final String title;
    private final int firstLine;
    private final int line;
    private final int column;
    private final List<String> tags;
    private final Map<String, String> cells;
    private final int steps;
    private final int runnable;
    private final List<Element> children = new ArrayList<>();
    private int lastLine = Integer.MAX_VALUE;
    private String key;
    private boolean titleRepeated;

    private Element(Builder builder, Element parent) {
        this.kind = builder.kind;
        this.parent = parent;
        this.keyword = builder.keyword;
        this.title = builder.title.isBlank() ? builder.keyword : builder.title.strip();
        this.line = builder.line;
        this.column = builder.column;
        this.firstLine = Math.min(builder.firstLine, builder.line);
        this.tags = List.copyOf(builder.tags);
        this.cells =
                builder.cells.isEmpty() ? Map.of() : Collections.unmodifiableMap(new LinkedHashMap<>(builder.cells));
        this.steps = builder.steps;
        this.runnable = builder.runnable;
        for (Builder child : builder.children) {
            children.add(new Element(child, this));
        }
    }

    /** What it is. */
    public Kind kind() {
        return kind;
    }

    /** What it stands in; empty for the feature. */
    public Optional<Element> parent() {
        return Optional.ofNullable(parent);
    }

    /** The parts it holds, in the order of the file. */
    public List<Element> children() {
        return Collections.unmodifiableList(children);
    }

    /** The keyword in the language of the file; empty for rows. */
    public String keyword() {
        return keyword;
    }

    /** The title; the keyword if it has none; the cells of a row joined by {@code |}, or {@code (empty)}. Never blank. */
    public String title() {
        return title;
    }

    /** The line of the keyword, or of the row, from 1. */
    public int line() {
        return line;
    }

    /** The column of the keyword, from 1. */
    public int column() {
        return column;
    }

    /** All tags in force here, inherited ones first, with their {@code @}. */
    public List<String> tags() {
        return tags;
    }

    /** The cells of a row by column; empty for everything else. */
    public Map<String, String> cells() {
        return cells;
    }

    /** The number of steps that will run, background included; 0 for anything that is not run. */
    public int steps() {
        return steps;
    }

    /** Position among the document's runnable elements; -1 if it is not run itself. */
    public int runnable() {
        return runnable;
    }

    /** Whether it is run itself. */
    public boolean isRunnable() {
        return runnable >= 0;
    }

    /** Its name among its siblings: the title, with a number behind if a sibling before it has the same. */
    public String key() {
        return key;
    }

    /** Whether another sibling of the same kind has the same title. */
    public boolean isTitleRepeated() {
        return titleRepeated;
    }

    /** Whether this is the other element or stands anywhere inside it. */
    public boolean isWithin(Element other) {
        for (Element e = this; e != null; e = e.parent) {
            if (e == other) {
                return true;
            }
        }
        return false;
    }

    /** The smallest part that owns this line; empty if the file has no such line. */
    public Optional<Element> at(int wanted) {
        if (wanted < firstLine || wanted > lastLine) {
            return Optional.empty();
        }
        for (Element child : children) {
            Optional<Element> inner = child.at(wanted);
            if (inner.isPresent()) {
                return inner;
            }
        }
        return Optional.of(this);
    }

    /** The child of this kind with this {@linkplain #key() key}. */
    public Optional<Element> child(String segment, String wantedKey) {
        return children.stream()
                .filter(c -> c.kind.segment.equals(segment) && c.key.equals(wantedKey))
                .findFirst();
    }

    private void settle(int endOfParent) {
        lastLine = endOfParent;
        Set<String> keys = new HashSet<>();
        for (int i = 0; i < children.size(); i++) {
            Element child = children.get(i);
            child.settle(i + 1 < children.size() ? children.get(i + 1).firstLine - 1 : endOfParent);
            child.key = distinct(child.title, child.kind, keys);
            if (!child.key.equals(child.title)) {
                for (Element other : children) {
                    other.titleRepeated |= other.kind == child.kind && other.title.equals(child.title);
                }
            }
        }
    }

    private static String distinct(String title, Kind kind, Set<String> taken) {
        String candidate = title;
        for (int number = 2; !taken.add(kind + candidate); number++) {
            candidate = title + " #" + number;
        }
        return candidate;
    }

    @Override
    public String toString() {
        return kind.segment + " '" + title + "' at line " + line;
    }

    /** Collects the parts of an element; children are built with the root. */
    public static final class Builder {

        private final Kind kind;
        private final List<Builder> children = new ArrayList<>();
        private String keyword = "";
        private String title = "";
        private int firstLine = Integer.MAX_VALUE;
        private int line = 1;
        private int column = 1;
        private List<String> tags = List.of();
        private Map<String, String> cells = Map.of();
        private int steps;
        private int runnable = -1;

        public Builder(Kind kind) {
            this.kind = kind;
        }

        public Builder named(String itsKeyword, String itsTitle) {
            keyword = itsKeyword;
            title = itsTitle;
            return this;
        }

        public Builder at(int itsLine, int itsColumn) {
            line = itsLine;
            column = Math.max(1, itsColumn);
            return this;
        }

        public Builder tags(List<String> inForce, int firstTagLine) {
            tags = inForce;
            firstLine = firstTagLine;
            return this;
        }

        public Builder cells(Map<String, String> byColumn) {
            cells = byColumn;
            return this;
        }

        public Builder runnable(int position, int itsSteps) {
            runnable = position;
            steps = itsSteps;
            return this;
        }

        public Builder add(Builder child) {
            children.add(child);
            return this;
        }

        /** Builds the feature; {@code lines} is the number of lines of the file. */
        public Element buildFeature(int lines) {
            Element feature = new Element(this, null);
            feature.key = feature.title;
            feature.settle(Math.max(lines, feature.line));
            return feature;
        }
    }
}
