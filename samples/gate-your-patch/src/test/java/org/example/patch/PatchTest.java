// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.example.patch;

import org.wakespec.engine.SchedulerSpecifications;

/** Runs the features of this package on mainline and on the patch. */
@SchedulerSpecifications(variants = {"linux-7.2", "my-patch"})
class PatchTest {}
