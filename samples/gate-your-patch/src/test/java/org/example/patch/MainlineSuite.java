// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.example.patch;

import org.wakespec.engine.SchedulerSpecifications;

/** The suite that documents mainline; run by the gate, not by itself. */
@SchedulerSpecifications("org.wakespec.features")
class MainlineSuite {}
