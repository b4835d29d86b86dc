// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.simulator.wakeup;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The questions one CPU selection asked, in order, with what each saw. Written by a policy through {@link Selection};
 * exists only while somebody listens.
 */
public final class Ladder {

    /**
     * A CPU that was looked at: the result of one available_idle_cpu() call.
     *
     * @param cpu the CPU
     * @param idle whether it was available
     */
    public record Probe(int cpu, boolean idle) {}

    /** One rung: what was asked, what it saw and how it answered. */
    public static final class Entry {

        private final Rung rung;
        private final List<Probe> probes = new ArrayList<>(4);
        private final Map<String, Object> saw = new LinkedHashMap<>(4);
        private String outcome = "";
        private Rule rule;
        private int cpu = -1;

        private Entry(Rung rung) {
            this.rung = rung;
        }

        public Rung rung() {
            return rung;
        }

        /** CPUs examined by available_idle_cpu() on this rung, in order. */
        public List<Probe> probes() {
            return Collections.unmodifiableList(probes);
        }

        /** Named quantities the answer depended on, in the order they were read. */
        public Map<String, Object> saw() {
            return Collections.unmodifiableMap(saw);
        }

        /** The answer in words; empty if the rung only leads to others. */
        public String outcome() {
            return outcome;
        }

        /** The rule by which this rung decided, or null if it passed the question on. */
        public Rule rule() {
            return rule;
        }

        /** The CPU this rung chose, or -1. */
        public int cpu() {
            return cpu;
        }
    }

    private final List<Entry> entries = new ArrayList<>();

    public Ladder() {}

    /** The rungs asked, in order. */
    public List<Entry> entries() {
        return Collections.unmodifiableList(entries);
    }

    /** Whether a rung of that name was asked. */
    public boolean asked(String rungName) {
        return entries.stream().anyMatch(e -> e.rung.name().equals(rungName));
    }

    /** Every available_idle_cpu() probe, in the order made. */
    public List<Probe> probes() {
        return entries.stream().flatMap(e -> e.probes.stream()).toList();
    }

    void ask(Rung rung) {
        entries.add(new Entry(rung));
    }

    void probe(int cpu, boolean idle) {
        last().probes.add(new Probe(cpu, idle));
    }

    void saw(String what, Object value) {
        last().saw.put(what, value);
    }

    void answer(String outcome) {
        last().outcome = outcome;
    }

    void decide(Rule rule, int cpu) {
        Entry entry = last();
        entry.rule = rule;
        entry.cpu = cpu;
    }

    private Entry last() {
        if (entries.isEmpty()) {
            throw new IllegalStateException("a policy recorded an observation before asking any rung");
        }
        return entries.get(entries.size() - 1);
    }
}
