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
        verdict.objections().forEach(objection -> body.add("claim  " + objection));
        // a scenario takes two lines: what happened, and where
        for (ScenarioChange change : verdict.changes()) {
            if (change.kind() == Kind.SAME
                    || change.kind() == Kind.WITHIN_NOISE
                    || change.kind() == Kind.PLACEMENT_EXPECTED) {
                continue;
            }
            body.add(mark(change.kind()) + change.title());
            body.add("       " + detail(change));
        }
        verdict.notes().forEach(note -> body.add("note   " + note));
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
                "%d scenarios: %d same, %d fixed, %d broken, %d undecided",
                verdict.changes().size(),
                counts.get(Kind.SAME),
                counts.get(Kind.FIXED),
                counts.get(Kind.BROKEN),
                counts.get(Kind.UNDECIDED)));
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
        // two lines belong together, and the last line says how much is left out
        int shown = room - 1;
        while (shown > 0 && body.get(shown).startsWith("       ")) {
            shown--;
        }
        body.subList(0, shown).forEach(this::add);
        long left = body.subList(shown, body.size()).stream()
                .filter(line -> !line.startsWith("       "))
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
            default -> "       ";
        };
    }

    static String detail(ScenarioChange change) {
        String place = shortPlace(change);
        return switch (change.kind()) {
            case BROKEN -> place + "  " + firstLine(change);
            case PLACEMENT_UNEXPECTED -> place + "  " + moved(change);
            case WORSE, BETTER, UNDECIDED -> place + "  " + figures(change);
            default -> place;
        };
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
        List<String> words = new ArrayList<>();
        for (Kind kind : List.of(Kind.WORSE, Kind.UNDECIDED, Kind.BETTER)) {
            for (FigureChange figure : change.byJudgement().getOrDefault(kind, List.of())) {
                words.add(figure.name() + " " + Percent.of(figure.change()));
            }
        }
        if (words.isEmpty()) {
            change.figures().stream()
                    .filter(FigureChange::breaksBudget)
                    .forEach(figure -> words.add(figure.name() + " " + Percent.of(figure.change())));
        }
        return words.isEmpty()
                ? change.candidate().message().map(VerdictText::line).orElse("")
                : String.join(", ", words);
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
