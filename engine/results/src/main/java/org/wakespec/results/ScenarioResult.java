// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.results;

import java.util.List;
import java.util.Objects;
import java.util.Optional;

/** One scenario under one variant: what it was and what became of it. */
public final class ScenarioResult {

    /** Message of a scenario that is skipped as the whole run was ended before it could run, or run to its end. */
    public static final String BROKEN_OFF = "the run was broken off before its end";

    private final String id;
    private final String feature;
    private final String featureName;
    private final String rule;
    private final String scenario;
    private final int line;
    private final ExampleRow example;
    private final List<String> tags;
    private final String variant;
    private final Verdict verdict;
    private final String message;
    private final List<String> frames;
    private final List<String> log;
    private final List<Attachment> attachments;
    private final Times times;

    private ScenarioResult(Builder builder) {
        id = Objects.requireNonNull(builder.id, "id");
        feature = builder.feature;
        featureName = builder.featureName;
        rule = builder.rule;
        scenario = builder.scenario;
        line = builder.line;
        example = builder.example;
        tags = List.copyOf(builder.tags);
        variant = builder.variant;
        verdict = Objects.requireNonNull(builder.verdict, "verdict");
        message = builder.message;
        frames = List.copyOf(builder.frames);
        log = List.copyOf(builder.log);
        attachments = List.copyOf(builder.attachments);
        times = builder.times;
    }

    /** A new builder; the id and the verdict are required. */
    public static Builder builder() {
        return new Builder();
    }

    /** Whether the run was ended before this scenario could run, or run to its end. */
    public boolean isBrokenOff() {
        return verdict == Verdict.SKIPPED && BROKEN_OFF.equals(message);
    }

    /** The JUnit unique id of the leaf. */
    public String id() {
        return id;
    }

    /** Path of the feature file relative to the project, or its class path name; empty if none is concerned. */
    public String feature() {
        return feature;
    }

    /** The title of the feature; may be empty. */
    public String featureName() {
        return featureName;
    }

    /** The title of the rule the scenario stands under. */
    public Optional<String> rule() {
        return Optional.ofNullable(rule);
    }

    /** The title of the scenario. */
    public String scenario() {
        return scenario;
    }

    /** The line of the scenario, or of the example row; 0 if none is concerned. */
    public int line() {
        return line;
    }

    /** The example row, if the scenario is an outline. */
    public Optional<ExampleRow> example() {
        return Optional.ofNullable(example);
    }

    /** All tags in force, with their {@code @}. */
    public List<String> tags() {
        return tags;
    }

    /** The variant it ran under; empty for a problem that concerns none. */
    public String variant() {
        return variant;
    }

    /** What became of it. */
    public Verdict verdict() {
        return verdict;
    }

    /** Why it did not pass. */
    public Optional<String> message() {
        return Optional.ofNullable(message);
    }

    /** Where it did not pass: the step method, then the line of the feature file. */
    public List<String> frames() {
        return frames;
    }

    /** Lines the steps logged. */
    public List<String> log() {
        return log;
    }

    /** Evidence the steps attached, in order. */
    public List<Attachment> attachments() {
        return attachments;
    }

    /** When it ran; empty if it was not run. */
    public Optional<Times> times() {
        return Optional.ofNullable(times);
    }

    @Override
    public String toString() {
        return feature + ":" + line + " " + scenario + " [" + variant + "] " + verdict.key();
    }

    /** Collects the parts of a result. */
    public static final class Builder {

        private String id;
        private String feature = "";
        private String featureName = "";
        private String rule;
        private String scenario = "";
        private int line;
        private ExampleRow example;
        private List<String> tags = List.of();
        private String variant = "";
        private Verdict verdict;
        private String message;
        private List<String> frames = List.of();
        private List<String> log = List.of();
        private List<Attachment> attachments = List.of();
        private Times times;

        private Builder() {}

        public Builder id(String value) {
            id = value;
            return this;
        }

        public Builder feature(String path, String name) {
            feature = path;
            featureName = name;
            return this;
        }

        public Builder rule(String value) {
            rule = value;
            return this;
        }

        public Builder scenario(String name, int atLine) {
            scenario = name;
            line = atLine;
            return this;
        }

        public Builder example(ExampleRow value) {
            example = value;
            return this;
        }

        public Builder tags(List<String> value) {
            tags = value;
            return this;
        }

        public Builder variant(String value) {
            variant = value;
            return this;
        }

        public Builder verdict(Verdict value) {
            verdict = value;
            return this;
        }

        public Builder message(String value) {
            message = value;
            return this;
        }

        public Builder frames(List<String> value) {
            frames = value;
            return this;
        }

        public Builder log(List<String> value) {
            log = value;
            return this;
        }

        public Builder attachments(List<Attachment> value) {
            attachments = value;
            return this;
        }

        public Builder times(Times value) {
            times = value;
            return this;
        }

        public ScenarioResult build() {
            return new ScenarioResult(this);
        }
    }
}
