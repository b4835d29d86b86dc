// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
/**
 * Features as the engine sees them, and the one door through which they are parsed and run.
 *
 * <p>Nothing here mentions Cucumber: {@link org.wakespec.engine.gherkin.GherkinRuntime} is implemented in
 * {@code org.wakespec.engine.cucumber}, and another version of Cucumber is another implementation.
 */
package org.wakespec.engine.gherkin;
