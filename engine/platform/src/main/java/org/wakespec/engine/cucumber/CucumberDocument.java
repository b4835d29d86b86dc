// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.engine.cucumber;

import io.cucumber.core.gherkin.Feature;
import io.cucumber.core.gherkin.Pickle;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import org.wakespec.engine.gherkin.Element;
import org.wakespec.engine.gherkin.FeatureDocument;

/** A feature with Cucumber's own view of it beside ours. */
final class CucumberDocument implements FeatureDocument {

    private final Feature cucumberFeature;
    private final List<Pickle> pickles;
    private final Element feature;
    private final List<Element> runnables;

    private CucumberDocument(Feature cucumberFeature, Element feature, List<Element> runnables) {
        this.cucumberFeature = cucumberFeature;
        this.pickles = cucumberFeature.getPickles();
        this.feature = feature;
        this.runnables = runnables;
    }

    static CucumberDocument of(Feature cucumberFeature, int lines) {
        Element feature = new ElementReader(cucumberFeature).read(lines);
        List<Element> runnables = new ArrayList<>();
        collect(feature, runnables);
        return new CucumberDocument(cucumberFeature, feature, List.copyOf(runnables));
    }

    private static void collect(Element element, List<Element> runnables) {
        if (element.isRunnable()) {
            runnables.add(element);
        }
        element.children().forEach(child -> collect(child, runnables));
    }

    @Override
    public URI uri() {
        return cucumberFeature.getUri();
    }

    @Override
    public String source() {
        return cucumberFeature.getSource();
    }

    @Override
    public Element feature() {
        return feature;
    }

    @Override
    public List<Element> runnables() {
        return runnables;
    }

    Feature cucumberFeature() {
        return cucumberFeature;
    }

    Pickle pickle(Element runnable) {
        return pickles.get(runnable.runnable());
    }
}
