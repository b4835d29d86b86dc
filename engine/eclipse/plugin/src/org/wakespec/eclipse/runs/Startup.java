// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.eclipse.runs;

import org.eclipse.ui.IStartup;
import org.wakespec.eclipse.WakespecPlugin;

/** Wakes the plug-in with the workbench, so that it hears of runs before anybody opens a feature. */
public final class Startup implements IStartup {

    @Override
    public void earlyStartup() {
        WakespecPlugin.runs().followLast();
    }
}
