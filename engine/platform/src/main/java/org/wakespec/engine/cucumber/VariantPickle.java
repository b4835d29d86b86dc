// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.engine.cucumber;

import io.cucumber.core.gherkin.Pickle;
import io.cucumber.core.gherkin.Step;
import io.cucumber.plugin.event.Location;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.wakespec.engine.spi.Variant;

/**
 * A scenario under one variant: of the tags that name variants it shows the one it runs under and no other, so that
 * hooks can be bound to a variant by tag.
 */
final class VariantPickle implements Pickle {

    private final Pickle pickle;
    private final List<String> tags;

    VariantPickle(Pickle pickle, Variant variant) {
        this.pickle = pickle;
        String prefix = "@" + variant.label() + ":";
        List<String> shown = new ArrayList<>();
        for (String tag : pickle.getTags()) {
            if (!tag.startsWith(prefix)) {
                shown.add(tag);
            }
        }
        shown.add(variant.tag());
        this.tags = List.copyOf(shown);
    }

    @Override
    public List<String> getTags() {
        return tags;
    }

    @Override
    public String getKeyword() {
        return pickle.getKeyword();
    }

    @Override
    public String getLanguage() {
        return pickle.getLanguage();
    }

    @Override
    public String getName() {
        return pickle.getName();
    }

    @Override
    public Location getLocation() {
        return pickle.getLocation();
    }

    @Override
    public Location getScenarioLocation() {
        return pickle.getScenarioLocation();
    }

    @Override
    public Optional<Location> getRuleLocation() {
        return pickle.getRuleLocation();
    }

    @Override
    public Optional<Location> getFeatureLocation() {
        return pickle.getFeatureLocation();
    }

    @Override
    public Optional<Location> getExamplesLocation() {
        return pickle.getExamplesLocation();
    }

    @Override
    public List<Step> getSteps() {
        return pickle.getSteps();
    }

    @Override
    public URI getUri() {
        return pickle.getUri();
    }

    @Override
    public String getId() {
        return pickle.getId();
    }
}
