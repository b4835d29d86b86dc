// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.wakespec.simulator.wakeup.Decision;
import org.wakespec.simulator.wakeup.Decision.Path;
import org.wakespec.simulator.wakeup.Decision.Queued;
import org.wakespec.simulator.wakeup.Ladder;
import org.wakespec.simulator.wakeup.WakeFlags;

/**
 * A decision as plain text: who woke whom, where it went, and every rung asked with what it saw. The rung that decided
 * is marked {@code >>}, the one that decided the affine comparison {@code >}. No line is longer than {@value #WIDTH}
 * columns.
 */
public final class LadderText {

    /** Longest line, in columns. */
    public static final int WIDTH = 100;

    private static final int NAME = 34;
    private static final String UNDER = " ".repeat(NAME + 2);

    private LadderText() {}

    /** The decision and its ladder. */
    public static String of(Decision decision) {
        return of(decision, List.of());
    }

    /**
     * The decision, its ladder and what filled in what was left unsaid.
     *
     * @param defaults one line each; may be empty
     */
    public static String of(Decision d, List<String> defaults) {
        StringBuilder text = new StringBuilder(1024);
        wrap(text, "", "", headline(d));
        wrap(text, "", "  ", "=> " + outcome(d));
        wrap(text, "   ", "   ", circumstances(d));
        ladder(text, d);
        if (!defaults.isEmpty()) {
            text.append("left unsaid, filled in by default:\n");
            for (String line : defaults) {
                wrap(text, "  - ", "    ", line);
            }
        }
        return text.toString();
    }

    /** Who asks for whom, in one sentence. */
    public static String headline(Decision d) {
        String task = d.task().comm;
        String who;
        if ((d.wakeFlags() & WakeFlags.WF_EXEC) != 0) {
            who = task + " on CPU " + d.thisCpu() + " calls exec";
        } else if ((d.wakeFlags() & WakeFlags.WF_FORK) != 0) {
            who = d.waker().comm + " on CPU " + d.thisCpu() + " forks " + task;
        } else {
            who = d.waker().comm + " on CPU " + d.thisCpu() + " (" + d.context() + ") wakes " + task + ", last on CPU "
                    + d.prevCpu()
                    + flags(d);
        }
        return who + "   [" + d.policy() + "]";
    }

    private static String flags(Decision d) {
        List<String> names = WakeFlags.names(d.wakeFlags() & (WakeFlags.WF_SYNC | WakeFlags.WF_CURRENT_CPU));
        return names.isEmpty() ? ", not sync" : ", with " + String.join(" and ", names);
    }

    /** The CPU and the rule, in one sentence. */
    public static String outcome(Decision d) {
        StringBuilder s =
                new StringBuilder("CPU ").append(d.cpu()).append(" by ").append(d.by());
        if (d.path() == Path.FALLBACK && d.policyAsked()) {
            s.append(", after select_fallback_rq(): the policy chose CPU ")
                    .append(d.selectedCpu())
                    .append(", which the task cannot use");
        }
        Ladder.Entry decided = deciding(d);
        if (decided != null && !decided.rule().meaning().isEmpty()) {
            s.append(": ").append(decided.rule().meaning());
        } else if (!d.policyAsked()) {
            s.append(": ").append(d.path().meaning());
        }
        return s.toString();
    }

    private static String circumstances(Decision d) {
        String queued =
                switch (d.queued()) {
                    case DIRECT -> "; enqueued by the waking CPU";
                    case WAKELIST -> "; put on the wake list of CPU " + d.cpu();
                    case NONE -> "";
                };
        return "core path: " + d.path().label() + "; " + d.scanned() + (d.scanned() == 1 ? " CPU" : " CPUs")
                + " examined"
                + (d.queued() == Queued.NONE ? "" : queued);
    }

    /** The rung that chose the CPU, or null. */
    static Ladder.Entry deciding(Decision d) {
        if (d.ladder() == null) {
            return null;
        }
        List<Ladder.Entry> entries = d.ladder().entries();
        for (int i = entries.size() - 1; i >= 0; i--) {
            Ladder.Entry entry = entries.get(i);
            if (entry.rule() != null && d.by().endsWith(entry.rule().label())) {
                return entry;
            }
        }
        return null;
    }

    private static void ladder(StringBuilder text, Decision d) {
        if (d.ladder() == null || d.ladder().entries().isEmpty()) {
            return;
        }
        Ladder.Entry deciding = deciding(d);
        for (Ladder.Entry entry : d.ladder().entries()) {
            String mark = entry == deciding ? ">> " : entry.rule() != null ? " > " : "   ";
            String name =
                    mark + "  ".repeat(entry.rung().depth()) + entry.rung().name();
            String indent = name.length() >= NAME ? name + "  " : pad(name) + "  ";
            wrap(text, indent, UNDER, verdict(entry));
            String saw = observations(entry);
            if (!saw.isEmpty()) {
                wrap(text, UNDER, UNDER, saw);
            }
            if (entry.rule() != null) {
                String chosen = entry.cpu() >= 0 ? " -> CPU " + entry.cpu() : "";
                wrap(text, UNDER, UNDER, "decided: " + entry.rule().label() + chosen);
            }
        }
    }

    private static String verdict(Ladder.Entry entry) {
        String question = entry.rung().question();
        String answer = entry.outcome();
        return answer.isEmpty() ? question : question + " " + answer;
    }

    private static String observations(Ladder.Entry entry) {
        List<String> parts = new ArrayList<>();
        for (Map.Entry<String, Object> saw : entry.saw().entrySet()) {
            parts.add(saw.getKey() + " " + words(saw.getValue()));
        }
        if (!entry.probes().isEmpty()) {
            parts.add("probed " + probes(entry.probes()));
        }
        return parts.isEmpty() ? "" : "saw " + String.join(", ", parts);
    }

    private static Object words(Object value) {
        if (value instanceof Boolean yes) {
            return yes ? "yes" : "no";
        }
        return value;
    }

    /** Probes with equal results side by side: {@code CPU 1 busy, CPU 2 idle}. */
    private static String probes(List<Ladder.Probe> probes) {
        StringBuilder s = new StringBuilder();
        int i = 0;
        while (i < probes.size()) {
            Ladder.Probe first = probes.get(i);
            int end = i;
            while (end + 1 < probes.size()
                    && probes.get(end + 1).idle() == first.idle()
                    && probes.get(end + 1).cpu() == probes.get(end).cpu() + 1) {
                end++;
            }
            s.append(s.length() == 0 ? "" : ", ");
            s.append(end > i ? "CPUs " + first.cpu() + "-" + probes.get(end).cpu() : "CPU " + first.cpu());
            s.append(first.idle() ? " idle" : " busy");
            i = end + 1;
        }
        return s.toString();
    }

    private static String pad(String text) {
        return text.length() >= NAME ? text : text + " ".repeat(NAME - text.length());
    }

    /** Appends words, broken before {@link #WIDTH}. */
    static void wrap(StringBuilder out, String first, String rest, String words) {
        if (first.length() + words.length() <= WIDTH && !words.endsWith(" ")) {
            out.append(first).append(words).append('\n');
            return;
        }
        StringBuilder line = new StringBuilder(first);
        boolean empty = true;
        for (String word : words.split(" ")) {
            if (!empty && line.length() + 1 + word.length() > WIDTH) {
                out.append(line.toString().stripTrailing()).append('\n');
                line.setLength(0);
                line.append(rest);
                empty = true;
            }
            String left = word;
            while (line.length() + (empty ? 0 : 1) + left.length() > WIDTH) {
                // one word longer than a line: a CPU list of a large machine
                int room = WIDTH - line.length() - (empty ? 0 : 1);
                line.append(empty ? "" : " ").append(left, 0, room);
                left = left.substring(room);
                out.append(line).append('\n');
                line.setLength(0);
                line.append(rest);
                empty = true;
            }
            line.append(empty ? "" : " ").append(left);
            empty = false;
        }
        out.append(line.toString().stripTrailing()).append('\n');
    }
}
