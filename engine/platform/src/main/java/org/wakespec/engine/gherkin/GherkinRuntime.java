// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.engine.gherkin;

import java.net.URI;
import java.util.List;
import java.util.Optional;

/** Parses features and opens sessions that run them. */
public interface GherkinRuntime {

    /**
     * Parses one feature file.
     *
     * @param uri where it is, for messages, reports and stack frames
     * @param content its bytes
     * @return the feature; empty if the file holds none
     * @throws BrokenFeatureException if it is not well formed
     */
    Optional<FeatureDocument> parse(URI uri, byte[] content);

    /**
     * Why a report plug-in specification cannot be used.
     *
     * @param plugin for example {@code html:target/report.html}
     * @return the reason; empty if it can be used
     */
    Optional<String> checkPlugin(String plugin);

    /** Opens a session for one set of step classes; it loads nothing before it is started. */
    ScenarioSession open(SessionSettings settings, List<PlannedScenario> plan);
}
