// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.gate;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** The verdict in one screen. */
final class VerdictText {

    static final int MOST_LINES = 24;
    static final int WIDTH = 80;
    private static final List<Kind> MEASURED = List.of(Kind.WORSE, Kind.UNDECIDED, Kind.BETTER);
    /** Nothing to worry about, nothing gained. */
    private static final List<Kind> QUIET = List.of(Kind.PLACEMENT_EXPECTED, Kind.WITHIN_NOISE, Kind.SAME);

    private static final String INDENT = " ".repeat(7);

    private final GateVerdict verdict;
    private final Style style;
    private final List<String> lines = new ArrayList<>();

    VerdictText(GateVerdict verdict, Style style) {
        this.verdict = verdict;
        this.style = style;
    }

    String text() {
        head();
        List<String> body = new ArrayList<>();
        verdict.problems()
                .forEach(problem ->
                        body.addAll(wrapped("ERROR  ", problem.firstLine().split(" "))));
        verdict.objections().forEach(objection -> body.addAll(wrapped("claim  ", objection.split(" "))));
        // a scenario takes two lines or more: what happened, where, and figures
        for (ScenarioChange change : verdict.changes()) {
            boolean claimed = change.figures().stream().anyMatch(figure -> figure.budget() != null);
            if (QUIET.contains(change.kind()) && !claimed) {
                continue;
            }
            body.add(mark(change.kind()) + change.title());
            body.addAll(detailLines(change));
        }
        verdict.notes().forEach(note -> body.addAll(wrapped("note   ", note.split(" "))));
        tail(body);
        StringBuilder text = new StringBuilder();
        lines.forEach(line -> text.append(line).append('\n'));
        return text.toString();
    }

    private void head() {
        GateRequest request = verdict.request();
        String result = verdict.passed() ? "PASS" : "FAIL";
        String title = cut("gate: " + request.candidate() + " against " + request.base(), WIDTH - 6);
        lines.add(title
                + " ".repeat(WIDTH - 4 - title.length())
                + (verdict.passed() ? style.good(result) : style.bad(result)));
        Claims claims = verdict.claims();
        add(
                claims == Claims.NONE
                        ? "claims: none, so nothing may change"
                        : "claims: " + claims.source() + (claims.title().isEmpty() ? "" : ", " + claims.title()));
        Map<Kind, Integer> counts = verdict.counts();
        add(String.format(
                Locale.ROOT,
                "%d scenario%s: %d same, %d fixed, %d broken, %d undecided%s",
                verdict.changes().size(),
                verdict.changes().size() == 1 ? "" : "s",
                counts.get(Kind.SAME),
                counts.get(Kind.FIXED),
                counts.get(Kind.BROKEN),
                counts.get(Kind.UNDECIDED),
                verdict.problems().isEmpty() ? "" : ", " + verdict.problems().size() + " could not be run"));
        add(String.format(
                Locale.ROOT,
                "  placement changed: %d expected, %d unexpected",
                counts.get(Kind.PLACEMENT_EXPECTED),
                counts.get(Kind.PLACEMENT_UNEXPECTED)));
        add(String.format(
                Locale.ROOT,
                "  measured on %d seed%s: %d better, %d worse, %d within noise",
                request.seeds(),
                request.seeds() == 1 ? "" : "s",
                counts.get(Kind.BETTER),
                counts.get(Kind.WORSE),
                counts.get(Kind.WITHIN_NOISE)));
        add(String.format(
                Locale.ROOT,
                "decisions asked of both: %d; answered differently: %d, not as claimed: %d",
                verdict.decisions(),
                verdict.changedDecisions(),
                verdict.outside()));
    }

    private void tail(List<String> body) {
        if (body.isEmpty()) {
            return;
        }
        lines.add("");
        int room = MOST_LINES - lines.size();
        if (body.size() <= room) {
            body.forEach(this::add);
            return;
        }
        // lines of a scenario belong together, and the last line says how much is left out
        int shown = room - 1;
        while (shown > 0 && body.get(shown).startsWith(INDENT)) {
            shown--;
        }
        body.subList(0, shown).forEach(this::add);
        long left = body.subList(shown, body.size()).stream()
                .filter(line -> !line.startsWith(INDENT))
                .count();
        add("... and " + left + " more; --json has all");
    }

    private static String mark(Kind kind) {
        return switch (kind) {
            case BROKEN -> "BROKEN ";
            case PLACEMENT_UNEXPECTED -> "MOVED  ";
            case WORSE -> "WORSE  ";
            case UNDECIDED -> "open   ";
            case FIXED -> "fixed  ";
            case BETTER -> "better ";
            // listed only for a claim about its figures
            default -> "kept   ";
        };
    }

    static String detail(ScenarioChange change) {
        String place = shortPlace(change);
        return switch (change.kind()) {
            case BROKEN -> place + "  " + firstLine(change);
            case PLACEMENT_UNEXPECTED -> place + "  " + moved(change);
            case WORSE, UNDECIDED, BETTER -> place + "  " + figures(change);
            default -> place;
        };
    }

    /** The same, in as many lines as its figures take. */
    private static List<String> detailLines(ScenarioChange change) {
        List<String> figures = figureWords(change);
        if (figures.isEmpty() || !MEASURED.contains(change.kind()) && !QUIET.contains(change.kind())) {
            return wrapped(INDENT, detail(change).split("(?<=;) "));
        }
        return wrapped(
                INDENT + shortPlace(change) + "  ",
                figures.stream()
                        .map(figure -> figure + (figure.equals(figures.get(figures.size() - 1)) ? "" : ","))
                        .toArray(String[]::new));
    }

    /** Words in as many lines as they take, the first after the head, the others under it. */
    private static List<String> wrapped(String head, String... words) {
        List<String> wrapped = new ArrayList<>();
        StringBuilder line = new StringBuilder(head);
        boolean first = true;
        for (String word : words) {
            if (!first && line.length() + 1 + word.length() > WIDTH) {
                wrapped.add(line.toString());
                line.setLength(0);
                line.append(INDENT);
                first = true;
            }
            line.append(first ? "" : " ").append(word);
            first = false;
        }
        wrapped.add(line.toString());
        return wrapped;
    }

    private static String moved(ScenarioChange change) {
        PairGroup worst = change.worst();
        if (worst == null) {
            return change.outcome();
        }
        return worst.words() + (change.outside() > 1 ? ", " + change.outside() + " times" : "") + "; "
                + String.join("; ", worst.objections());
    }

    static String figures(ScenarioChange change) {
        List<String> words = figureWords(change);
        return words.isEmpty()
                ? change.candidate().message().map(VerdictText::line).orElse("")
                : String.join(", ", words);
    }

    /** Figures a claim is about, then what differs, the worst first; what may be chance is left out. */
    private static List<String> figureWords(ScenarioChange change) {
        List<FigureChange> told = new ArrayList<>();
        change.figures().stream().filter(figure -> figure.budget() != null).forEach(told::add);
        for (Kind kind : MEASURED) {
            change.byJudgement().getOrDefault(kind, List.of()).stream()
                    .filter(figure -> figure.budget() == null)
                    .forEach(told::add);
        }
        return told.stream().map(figure -> figure.name() + " " + figure.words()).toList();
    }

    private static String shortPlace(ScenarioChange change) {
        String feature = change.any().feature();
        return feature.substring(feature.lastIndexOf('/') + 1) + ":"
                + change.any().line();
    }

    private static String firstLine(ScenarioChange change) {
        return change.candidate().message().map(VerdictText::line).orElse("failed");
    }

    private static String line(String message) {
        return message.lines().findFirst().orElse("").strip();
    }

    private void add(String line) {
        lines.add(cut(line, WIDTH));
    }

    private static String cut(String line, int width) {
        return line.length() <= width ? line : line.substring(0, width - 3) + "...";
    }
}
