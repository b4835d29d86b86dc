// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.engine.gherkin;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.wakespec.engine.spi.Variant;

/**
 * How a session runs.
 *
 * @param glue packages with step classes
 * @param dryRun whether steps are only matched
 * @param plugins report plug-ins of each variant, output names already made
 * @param objectFactory class name of the object factory to use if there are several
 */
public record SessionSettings(
        List<String> glue, boolean dryRun, Map<Variant, List<String>> plugins, Optional<String> objectFactory) {}
