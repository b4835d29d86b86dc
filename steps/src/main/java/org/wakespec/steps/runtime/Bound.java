// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.steps.runtime;

/** How a measured value has to compare with the one of a step. */
public enum Bound {
    EXACTLY("exactly"),
    AT_MOST("at most"),
    AT_LEAST("at least"),
    MORE_THAN("more than"),
    LESS_THAN("less than");

    private final String words;

    Bound(String words) {
        this.words = words;
    }

    static Bound of(String text) {
        for (Bound bound : values()) {
            if (bound.words.equals(text)) {
                return bound;
            }
        }
        return LESS_THAN;
    }

    boolean holds(double measured, double stated) {
        return switch (this) {
            case EXACTLY -> measured == stated;
            case AT_MOST -> measured <= stated;
            case AT_LEAST -> measured >= stated;
            case MORE_THAN -> measured > stated;
            case LESS_THAN -> measured < stated;
        };
    }

    @Override
    public String toString() {
        return words;
    }
}
