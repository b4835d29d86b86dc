// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.steps.compare;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The decisions of one scenario that two policies answered differently, those of equal facts together. */
public final class Pairs {

    /** How often a state is tried to be said in steps before its decision goes without. */
    private static final int MOST_ATTEMPTS = 3;

    /** Decisions of equal facts. */
    public static final class Group {

        private final Facts facts;
        private long count;
        private int attempts;
        private int baseCpu;
        private String baseBy;
        private int cpu;
        private String by;
        private List<String> steps = List.of();

        private Group(Facts facts) {
            this.facts = facts;
        }

        public Facts facts() {
            return facts;
        }

        public long count() {
            return count;
        }

        /** CPU of the base policy in the decision shown. */
        public int baseCpu() {
            return baseCpu;
        }

        /** Rules by which the base policy decided it. */
        public String baseBy() {
            return baseBy;
        }

        /** CPU of the candidate in the decision shown. */
        public int cpu() {
            return cpu;
        }

        /** Rules by which the candidate decided it. */
        public String by() {
            return by;
        }

        /** Given and When steps that bring the decision about; empty if the vocabulary could not say the state. */
        public List<String> steps() {
            return Collections.unmodifiableList(steps);
        }
    }

    private final String base;
    private final String candidate;
    private final Map<Facts, Group> groups = new LinkedHashMap<>();
    private String machine = "";
    private long decisions;
    private long changes;

    Pairs(String base, String candidate) {
        this.base = base;
        this.candidate = candidate;
    }

    public String base() {
        return base;
    }

    public String candidate() {
        return candidate;
    }

    /** Name of the machine; empty before the first decision. */
    public String machine() {
        return machine;
    }

    void on(String machineName) {
        machine = machineName;
    }

    /** Decisions both were asked for. */
    public long decisions() {
        return decisions;
    }

    /** Decisions among them with different CPUs. */
    public long changes() {
        return changes;
    }

    /** The different ones, in the order first met. */
    public Collection<Group> groups() {
        return Collections.unmodifiableCollection(groups.values());
    }

    void same() {
        decisions++;
    }

    /** Notes a difference; says whether its state should be put into words. */
    boolean different(Facts facts, int baseCpu, String baseBy, int cpu, String by) {
        decisions++;
        changes++;
        Group group = groups.computeIfAbsent(facts, Group::new);
        group.count++;
        if (!group.steps.isEmpty() || group.attempts >= MOST_ATTEMPTS) {
            return false;
        }
        group.attempts++;
        group.baseCpu = baseCpu;
        group.baseBy = baseBy;
        group.cpu = cpu;
        group.by = by;
        return true;
    }

    void inWords(Facts facts, List<String> steps) {
        groups.get(facts).steps = new ArrayList<>(steps);
    }
}
