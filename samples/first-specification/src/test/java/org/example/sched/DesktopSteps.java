// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.example.sched;

import io.cucumber.java.en.When;
import org.wakespec.steps.ActionSteps;
import org.wakespec.steps.TaskName;

/** The words of a desktop, said in those of Wakespec. */
public final class DesktopSteps {

    private final ActionSteps actions;

    public DesktopSteps(ActionSteps actions) {
        this.actions = actions;
    }

    @When("{task} hands a frame to {task}")
    public void handsFrame(TaskName from, TaskName to) {
        actions.pipeWrite(from, to);
    }
}
