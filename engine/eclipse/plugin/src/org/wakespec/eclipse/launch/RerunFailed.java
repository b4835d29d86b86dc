// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.eclipse.launch;

import org.eclipse.core.commands.AbstractHandler;
import org.eclipse.core.commands.ExecutionEvent;
import org.eclipse.jface.dialogs.MessageDialog;
import org.eclipse.ui.handlers.HandlerUtil;

/** Runs the scenarios that failed in the last run. */
public final class RerunFailed extends AbstractHandler {

    @Override
    public Object execute(ExecutionEvent event) {
        if (!Launches.rerunFailed()) {
            MessageDialog.openInformation(
                    HandlerUtil.getActiveShell(event), "Rerun Failed Scenarios", "No scenario of the last run failed.");
        }
        return null;
    }
}
