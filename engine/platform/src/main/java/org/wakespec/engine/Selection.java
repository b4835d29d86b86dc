// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.engine;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.BiPredicate;
import org.wakespec.engine.gherkin.Element;
import org.wakespec.engine.gherkin.FeatureDocument;

/** What was selected of a feature. */
final class Selection {

    private final List<Choice> choices = new ArrayList<>();

    void add(Choice choice) {
        choices.add(choice);
    }

    boolean includes(FeatureDocument document, Element runnable, String variant, String longName) {
        boolean included = false;
        for (Choice choice : choices) {
            if (choice.includes(document, runnable, variant, longName)) {
                choice.used = true;
                included = true;
            }
        }
        return included;
    }

    /** Selections of something particular that chose nothing. */
    List<String> unused() {
        Set<String> unused = new LinkedHashSet<>();
        for (Choice choice : choices) {
            if (!choice.used && choice.description != null) {
                unused.add(choice.description);
            }
        }
        return List.copyOf(unused);
    }

    /** One selection. */
    static final class Choice {

        @FunctionalInterface
        private interface Test {
            boolean test(FeatureDocument document, Element runnable, String variant, String longName);
        }

        private final String description;
        private final Test test;
        private boolean used;

        private Choice(String description, Test test) {
            this.description = description;
            this.test = test;
        }

        /** The whole feature. */
        static Choice all() {
            return new Choice(null, (document, runnable, variant, name) -> true);
        }

        /** What stands around this line. */
        static Choice line(int line) {
            return new Choice("line " + line, (document, runnable, variant, name) -> document.feature()
                    .at(line)
                    .filter(runnable::isWithin)
                    .isPresent());
        }

        /** This element. */
        static Choice element(Element element) {
            return new Choice(element.toString(), (document, runnable, variant, name) -> runnable.isWithin(element));
        }

        /** This element under one variant. */
        static Choice element(Element element, BiPredicate<Element, String> variants, String variantName) {
            return new Choice(
                    element + " on '" + variantName + "'",
                    (document, runnable, variant, name) ->
                            runnable.isWithin(element) && variants.test(runnable, variant));
        }

        /** The leaf with this long name. */
        static Choice named(String longName) {
            return new Choice(null, (document, runnable, variant, name) -> name.equals(longName));
        }

        private boolean includes(FeatureDocument document, Element runnable, String variant, String longName) {
            return test.test(document, runnable, variant, longName);
        }
    }
}
