// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.engine;

import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import org.wakespec.engine.gherkin.Element;
import org.wakespec.engine.gherkin.Element.Kind;
import org.wakespec.engine.gherkin.FeatureDocument;

/**
 * Names that tell a scenario apart in a flat list: {@code Feature - Rule - Scenario [variant]}.
 *
 * <p>They depend on the files only and never on what was selected, so that a rerun of a single scenario has the name it
 * had before.
 */
final class LongNames {

    private final Map<Element, String> names = new HashMap<>();

    /** @param neighbours the features that are reported under the same class */
    LongNames(FeatureFile file, FeatureDocument document, Collection<FeatureFile> neighbours) {
        boolean titleIsTaken = neighbours.stream()
                .anyMatch(other -> !other.equals(file) && other.title().equals(file.title()));
        String title = titleIsTaken ? file.title() + " (" + file.key() + ")" : file.title();
        Map<String, Integer> uses = new HashMap<>();
        for (Element runnable : document.runnables()) {
            String name = name(title, runnable);
            names.put(runnable, name);
            uses.merge(name, 1, Integer::sum);
        }
        names.replaceAll((runnable, name) -> uses.get(name) > 1 ? name + " (line " + runnable.line() + ")" : name);
    }

    String of(Element runnable, String variant) {
        return names.get(runnable) + " [" + variant + "]";
    }

    private static String name(String featureTitle, Element runnable) {
        Deque<String> parts = new ArrayDeque<>();
        for (Element e = runnable; e.parent().isPresent(); e = e.parent().get()) {
            boolean untitledExamples = e.kind() == Kind.EXAMPLES && e.title().equals(e.keyword());
            if (!untitledExamples) {
                parts.addFirst(e.title());
            }
        }
        parts.addFirst(featureTitle);
        return String.join(" - ", parts);
    }
}
