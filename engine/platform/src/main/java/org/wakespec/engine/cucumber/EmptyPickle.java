// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.engine.cucumber;

import io.cucumber.core.gherkin.Pickle;
import io.cucumber.core.gherkin.Step;
import io.cucumber.plugin.event.Location;
import java.net.URI;
import java.util.List;
import java.util.Optional;

/** A scenario without steps: running it makes a runner compile its step definitions for a language, and nothing else. */
final class EmptyPickle implements Pickle {

    private static final URI NOWHERE = URI.create("wakespec:glue");
    private static final Location START = new Location(1, 1);

    private final String language;

    EmptyPickle(String language) {
        this.language = language;
    }

    @Override
    public String getLanguage() {
        return language;
    }

    @Override
    public List<Step> getSteps() {
        return List.of();
    }

    @Override
    public List<String> getTags() {
        return List.of();
    }

    @Override
    public String getKeyword() {
        return "Scenario";
    }

    @Override
    public String getName() {
        return "";
    }

    @Override
    public Location getLocation() {
        return START;
    }

    @Override
    public Location getScenarioLocation() {
        return START;
    }

    @Override
    public Optional<Location> getRuleLocation() {
        return Optional.empty();
    }

    @Override
    public Optional<Location> getFeatureLocation() {
        return Optional.empty();
    }

    @Override
    public Optional<Location> getExamplesLocation() {
        return Optional.empty();
    }

    @Override
    public URI getUri() {
        return NOWHERE;
    }

    @Override
    public String getId() {
        return "";
    }
}
