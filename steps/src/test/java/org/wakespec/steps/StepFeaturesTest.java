// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.steps;

import org.wakespec.engine.SchedulerSpecifications;

/** Every step at work: scenarios that pass. */
@SchedulerSpecifications("org.wakespec.steps.works")
class StepFeaturesTest {}
