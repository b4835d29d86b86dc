// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.engine.triggers;

import org.junit.platform.suite.api.ConfigurationParameter;
import org.junit.platform.suite.api.IncludeEngines;
import org.junit.platform.suite.api.SelectClasspathResource;
import org.junit.platform.suite.api.Suite;

/** JUnit's own way to select. */
@Suite
@IncludeEngines("wakespec")
@SelectClasspathResource("specs/rule.feature")
@ConfigurationParameter(key = "wakespec.variant-source", value = "flavour")
@ConfigurationParameter(key = "wakespec.flavours", value = "sweet")
@ConfigurationParameter(key = "wakespec.results.file", value = "none")
@ConfigurationParameter(key = "wakespec.source", value = "file")
public final class SuiteOfRules {}
