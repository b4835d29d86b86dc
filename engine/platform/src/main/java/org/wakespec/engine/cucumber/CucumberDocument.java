// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.engine.cucumber;

import io.cucumber.core.gherkin.Feature;
import io.cucumber.core.gherkin.Pickle;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import org.wakespec.engine.gherkin.Element;
import org.wakespec.engine.gherkin.FeatureDocument;

/**
 * A feature with Cucumber's own view of it beside ours. Most discoveries run nothing, or little, of what they find, so
 * Cucumber's view, with every step of every example row in it, is made from the text when it is first asked for.
 */
final class CucumberDocument implements FeatureDocument {

    private final URI uri;
    private final Element feature;
    private final List<Element> runnables;
    private byte[] content;
    private Feature cucumberFeature;

    CucumberDocument(URI uri, byte[] content, Element feature) {
        this.uri = uri;
        this.content = content;
        this.feature = feature;
        List<Element> found = new ArrayList<>();
        collect(feature, found);
        this.runnables = List.copyOf(found);
    }

    private static void collect(Element element, List<Element> runnables) {
        if (element.isRunnable()) {
            runnables.add(element);
        }
        for (Element child : element.children()) {
            collect(child, runnables);
        }
    }

    @Override
    public URI uri() {
        return uri;
    }

    @Override
    public String source() {
        return cucumberFeature().getSource();
    }

    @Override
    public Element feature() {
        return feature;
    }

    @Override
    public List<Element> runnables() {
        return runnables;
    }

    synchronized Feature cucumberFeature() {
        if (cucumberFeature == null) {
            cucumberFeature = CucumberParser.parse(uri, content);
            content = null;
        }
        return cucumberFeature;
    }

    /** Whether Cucumber's view was asked for yet. */
    synchronized boolean isParsedByCucumber() {
        return cucumberFeature != null;
    }

    Pickle pickle(Element runnable) {
        return cucumberFeature().getPickles().get(runnable.runnable());
    }
}
