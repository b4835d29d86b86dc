// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.features;

import org.wakespec.engine.SchedulerSpecifications;

/** Runs the suite: every feature of this package, on the policies its tags or {@code -Dwakespec.policies} name. */
@SchedulerSpecifications
class PlacementTest {}
