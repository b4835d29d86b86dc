// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.eclipse.core;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What can be written at a place of a feature file. */
public final class Completion {

    private static final Pattern OPEN_NAME = Pattern.compile(".*\\b(machine|policy) \"([^\"]*)$");
    private static final Pattern OPEN_TAG = Pattern.compile("(?:^|.*\\s)@((?:not-)?policy:)?([^\\s@]*)$");
    private static final Pattern CHOICES = Pattern.compile("[A-Za-z0-9_ -]+(?:\\|[A-Za-z0-9_ -]+)+");
    private static final Map<String, String> SAMPLES =
            Map.of("int", "1", "double", "1.0", "float", "1.0", "long", "1", "string", "\"name\"", "word", "word");

    private final FeatureText text;
    private final Vocabulary words;
    private final FeatureLine line;
    private final int offset;

    private Completion(FeatureText text, Vocabulary words, int offset) {
        this.text = text;
        this.words = words;
        this.offset = offset;
        this.line = text.lineAt(offset);
    }

    /** What fits at an offset, the best first. */
    public static List<Proposal> at(FeatureText text, int offset, Vocabulary words) {
        return new Completion(
                        text, words, Math.max(0, Math.min(offset, text.text().length())))
                .propose();
    }

    private List<Proposal> propose() {
        String before = line.text()
                .substring(0, Math.min(offset - line.offset(), line.text().length()));
        if (line.kind() == LineKind.DOC_TEXT || line.kind() == LineKind.DOC_DELIMITER) {
            return List.of();
        }
        if (line.kind() == LineKind.COMMENT) {
            return language(before);
        }
        if (before.stripLeading().startsWith("@")) {
            return tags(before);
        }
        if (line.kind() == LineKind.TABLE) {
            return cells(before);
        }
        Matcher open = OPEN_NAME.matcher(before);
        if (open.matches()) {
            boolean isPolicy = open.group(1).equals("policy");
            return names(open.group(2), isPolicy ? words.policies() : words.machines(), closing());
        }
        String stripped = before.stripLeading();
        Optional<String> keyword = inSteps() ? text.dialect().stepKeyword(stripped) : Optional.empty();
        if (keyword.isPresent()) {
            return steps(
                    stripped.substring(keyword.get().length()), text.dialect().typeOf(keyword.get()));
        }
        return keywords(stripped);
    }

    private String closing() {
        int i = offset - line.offset();
        return i < line.text().length() && line.text().charAt(i) == '"' ? "" : "\"";
    }

    private boolean inSteps() {
        for (int i = line.number() - 1; i >= 1; i--) {
            LineKind kind = text.lines().get(i - 1).kind();
            if (kind.isHeading()) {
                return kind.holdsSteps();
            }
        }
        return false;
    }

    // ------------------------------------------------------------------ keywords

    private List<Proposal> keywords(String typed) {
        List<Proposal> proposals = new ArrayList<>();
        Dialect dialect = text.dialect();
        if (inSteps()) {
            for (String keyword : List.copyOf(dialect.stepKeywords())) {
                if (!keyword.startsWith("*")) {
                    keyword(proposals, typed, keyword, "step");
                }
            }
            proposals.sort(Comparator.comparingInt(p -> dialect.typeOf(p.text()).ordinal()));
        }
        boolean hasFeature =
                text.lines().stream().anyMatch(l -> l.kind() == LineKind.FEATURE && l.number() != line.number());
        for (LineKind kind : LineKind.values()) {
            if (kind.isHeading() && (kind == LineKind.FEATURE) != hasFeature) {
                dialect.headings(kind).forEach(k -> keyword(proposals, typed, k + ": ", "opens a part"));
            }
        }
        return proposals;
    }

    private void keyword(List<Proposal> proposals, String typed, String keyword, String note) {
        if (startsWith(keyword, typed) && !keyword.strip().equals(typed.strip())) {
            proposals.add(new Proposal(
                    offset - typed.length(), typed.length(), keyword, keyword.strip(), note, "", List.of()));
        }
    }

    private static boolean startsWith(String word, String typed) {
        return word.toLowerCase(Locale.ROOT).startsWith(typed.toLowerCase(Locale.ROOT));
    }

    private List<Proposal> language(String before) {
        Matcher matcher = Pattern.compile("\\s*#\\s*language\\s*:\\s*(\\S*)$").matcher(before);
        if (!matcher.matches()) {
            return List.of();
        }
        String typed = matcher.group(1);
        return Dialect.languages().stream()
                .filter(code -> code.startsWith(typed))
                .map(code ->
                        new Proposal(offset - typed.length(), typed.length(), code, code, "language", "", List.of()))
                .toList();
    }

    // ------------------------------------------------------------------ names

    private List<Proposal> tags(String before) {
        Matcher matcher = OPEN_TAG.matcher(before);
        if (!matcher.matches()) {
            return List.of();
        }
        String typed = matcher.group(2);
        if (matcher.group(1) != null) {
            return names(typed, words.policies(), "");
        }
        List<Proposal> proposals = new ArrayList<>();
        for (String tag : List.of("policy:", "not-policy:")) {
            if (tag.startsWith(typed)) {
                proposals.add(new Proposal(
                        offset - typed.length(),
                        typed.length(),
                        tag,
                        "@" + tag,
                        tag.startsWith("not") ? "not on this policy" : "on this policy",
                        "",
                        List.of()));
            }
        }
        text.lines().stream()
                .filter(l -> l.kind() == LineKind.TAGS && l.number() != line.number())
                .flatMap(l -> java.util.Arrays.stream(l.text().strip().split("\\s+")))
                .filter(tag -> tag.startsWith("@" + typed))
                .distinct()
                .sorted()
                .forEach(tag -> proposals.add(new Proposal(
                        offset - typed.length(), typed.length(), tag.substring(1), tag, "tag", "", List.of())));
        return proposals;
    }

    private List<Proposal> names(String typed, List<Named> names, String behind) {
        List<Proposal> proposals = new ArrayList<>();
        for (Named named : names) {
            List<String> all = new ArrayList<>(List.of(named.name()));
            all.addAll(named.aliases());
            if (typed.isEmpty() ? true : all.stream().anyMatch(name -> contains(name, typed))) {
                proposals.add(new Proposal(
                        offset - typed.length(),
                        typed.length(),
                        named.name() + behind,
                        named.name(),
                        named.title(),
                        Describe.named(named),
                        List.of()));
            }
        }
        proposals.sort(Comparator.comparing(p -> !startsWith(p.label(), typed)));
        return proposals;
    }

    private static boolean contains(String name, String typed) {
        return name.toLowerCase(Locale.ROOT).contains(typed.toLowerCase(Locale.ROOT));
    }

    /** In the column called policy: names of policies. */
    private List<Proposal> cells(String before) {
        int column = Tables.cells(before + "x").size() - 1;
        int head = line.number();
        while (head > 1 && text.lines().get(head - 2).kind() == LineKind.TABLE) {
            head--;
        }
        List<String> names = Tables.cells(text.lines().get(head - 1).text());
        if (head == line.number() || column < 0 || column >= names.size()) {
            return List.of();
        }
        String typed = before.substring(before.lastIndexOf('|') + 1).stripLeading();
        return switch (names.get(column)) {
            case "policy" -> names(typed, words.policies(), "");
            case "machine" -> names(typed, words.machines(), "");
            default -> List.of();
        };
    }

    // ------------------------------------------------------------------ steps

    private List<Proposal> steps(String typed, Dialect.StepType keyword) {
        Dialect.StepType wanted = keyword == Dialect.StepType.SAME ? text.stepType(line.number() - 1) : keyword;
        List<Ranked> ranked = new ArrayList<>();
        for (Vocabulary.Entry entry : words.entries()) {
            complete(entry, typed).ifPresent(done -> {
                StepDefinition definition = entry.definition;
                boolean fits = definition.type() == wanted || definition.type() == Dialect.StepType.SAME;
                ranked.add(new Ranked((fits ? 0 : 4) + done.rank, proposal(definition, typed, done)));
            });
        }
        ranked.sort(Comparator.comparingInt(Ranked::rank)
                .thenComparing(r -> r.proposal().label()));
        return ranked.stream().map(Ranked::proposal).toList();
    }

    private record Ranked(int rank, Proposal proposal) {}

    private record Done(int rank, String text, List<Proposal.Blank> blanks) {}

    private Proposal proposal(StepDefinition definition, String typed, Done done) {
        String rest = line.text()
                .substring(Math.min(offset - line.offset(), line.text().length()));
        return new Proposal(
                offset - typed.length(),
                typed.length() + rest.stripTrailing().length(),
                done.text,
                done.text.lines().findFirst().orElse(""),
                definition.does(),
                Describe.step(definition),
                done.blanks);
    }

    private Optional<Done> complete(Vocabulary.Entry entry, String typed) {
        StepDefinition definition = entry.definition;
        if (entry.ways.isEmpty()) {
            return definition.examples().stream()
                    .filter(example -> mentions(example + " " + definition.does(), typed))
                    .findFirst()
                    .map(example -> new Done(startsWith(example, typed) ? 0 : 2, example, List.of()));
        }
        for (Vocabulary.Way way : entry.ways) {
            Optional<Done> continued = continuation(entry, way, typed);
            if (continued.isPresent()) {
                return continued;
            }
        }
        if (mentions(definition.expression(), typed) || mentions(definition.does(), typed)) {
            return Optional.of(fill(entry, entry.ways.get(0), "", 0, 2));
        }
        return Optional.empty();
    }

    /** Keeps what was typed if it is the beginning of such a step, and goes on from there. */
    private Optional<Done> continuation(Vocabulary.Entry entry, Vocabulary.Way way, String typed) {
        List<Phrase.Part> parts = way.parts();
        if (typed.isEmpty()) {
            return Optional.of(fill(entry, way, "", 0, 0));
        }
        for (int done = parts.size(); done >= 0; done--) {
            Matcher matcher = way.upTo().get(done).matcher(typed);
            if (!matcher.lookingAt()) {
                continue;
            }
            String left = typed.substring(matcher.end());
            String kept = typed.substring(0, matcher.end());
            if (left.isEmpty()) {
                return done == parts.size() ? Optional.empty() : Optional.of(fill(entry, way, kept, done, 0));
            }
            if (done < parts.size()) {
                Phrase.Part next = parts.get(done);
                if (!next.isParameter() && startsWith(next.text(), left)) {
                    return Optional.of(fill(entry, way, kept, done, 0));
                }
                if (next.isParameter()) {
                    Matcher partial = way.upTo().get(done + 1).matcher(typed);
                    if (!partial.matches() && partial.hitEnd()) {
                        return Optional.of(fill(entry, way, kept, done, 1));
                    }
                }
            }
        }
        return Optional.empty();
    }

    private Done fill(Vocabulary.Entry entry, Vocabulary.Way way, String kept, int from, int rank) {
        List<String> values = exampleValues(entry.definition, entry.ways.get(0));
        StringBuilder out = new StringBuilder(kept);
        List<Proposal.Blank> blanks = new ArrayList<>();
        int parameter = 0;
        for (int i = 0; i < way.parts().size(); i++) {
            Phrase.Part part = way.parts().get(i);
            if (i < from) {
                parameter += part.isParameter() ? 1 : 0;
                continue;
            }
            if (!part.isParameter()) {
                out.append(part.text());
                continue;
            }
            String value = parameter < values.size()
                    ? values.get(parameter)
                    : SAMPLES.getOrDefault(part.text(), part.text().isEmpty() ? "text" : part.text());
            parameter++;
            blank(blanks, out, part.text(), value);
        }
        out.append(below(entry.definition));
        return new Done(rank, out.toString(), blanks);
    }

    private void blank(List<Proposal.Blank> blanks, StringBuilder out, String kind, String value) {
        boolean quoted = kind.equals("string") && value.length() >= 2;
        String before = out.toString();
        List<String> choices = choices(kind, before);
        int start = out.length() + (quoted ? 1 : 0);
        out.append(value);
        blanks.add(new Proposal.Blank(start, value.length() - (quoted ? 2 : 0), kind, choices));
    }

    private List<String> choices(String kind, String before) {
        if (kind.equals("string") && before.endsWith("machine ")) {
            return words.machines().stream().map(Named::name).toList();
        }
        if (kind.equals("string") && before.endsWith("policy ")) {
            return words.policies().stream().map(Named::name).toList();
        }
        ParameterKind parameter = words.parameters().get(kind);
        return parameter != null && CHOICES.matcher(parameter.pattern()).matches()
                ? List.of(parameter.pattern().split("\\|"))
                : List.of();
    }

    /** The table or doc string the example shows below the step. */
    private String below(StepDefinition definition) {
        String example =
                definition.examples().isEmpty() ? "" : definition.examples().get(0);
        int end = example.indexOf('\n');
        if (end < 0) {
            return "";
        }
        String indent = line.text().substring(0, line.indent()) + "  ";
        return example.substring(end).replace("\n", "\n" + indent);
    }

    private static List<String> exampleValues(StepDefinition definition, Vocabulary.Way way) {
        for (String example : definition.examples()) {
            String first = example.lines().findFirst().orElse("");
            Map<Integer, String> values = new LinkedHashMap<>();
            int from = 0;
            boolean fits = true;
            for (int i = 0; i < way.parts().size() && fits; i++) {
                Matcher matcher = way.upTo().get(i + 1).matcher(first);
                fits = i + 1 == way.parts().size() ? matcher.matches() : matcher.lookingAt();
                if (fits && way.parts().get(i).isParameter()) {
                    values.put(i, first.substring(from, matcher.end()));
                }
                from = fits ? matcher.end() : from;
            }
            if (fits) {
                return List.copyOf(values.values());
            }
        }
        return List.of();
    }

    /** Whether each word typed begins a word of the text. */
    private static boolean mentions(String where, String typed) {
        if (!typed.isBlank() && !typed.matches(".*[\\p{Alnum}_].*")) {
            return false;
        }
        String words = " " + where.toLowerCase(Locale.ROOT).replaceAll("[^\\p{Alnum}_]+", " ");
        for (String word : typed.toLowerCase(Locale.ROOT).split("[^\\p{Alnum}_]+")) {
            if (!words.contains(" " + word)) {
                return false;
            }
        }
        return true;
    }
}
