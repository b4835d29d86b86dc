// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.eclipse.runs;

import java.util.Map;
import org.eclipse.core.resources.IMarker;
import org.eclipse.core.resources.IProject;
import org.eclipse.core.resources.IResource;
import org.eclipse.core.resources.WorkspaceJob;
import org.eclipse.core.runtime.CoreException;
import org.eclipse.core.runtime.IProgressMonitor;
import org.eclipse.core.runtime.IStatus;
import org.eclipse.core.runtime.Status;
import org.wakespec.eclipse.WakespecPlugin;
import org.wakespec.eclipse.core.Failures;
import org.wakespec.eclipse.core.RunModel;
import org.wakespec.eclipse.prefs.Defaults;

/** Failed scenarios of the last run as markers on their lines. */
final class FailureMarkers {

    private FailureMarkers() {}

    static void show(IProject project, RunModel run) {
        if (project == null || !project.isAccessible()) {
            return;
        }
        WorkspaceJob job = new WorkspaceJob("Marking failed scenarios") {
            @Override
            public IStatus runInWorkspace(IProgressMonitor monitor) throws CoreException {
                if (!project.isAccessible()) {
                    return Status.OK_STATUS;
                }
                project.deleteMarkers(WakespecPlugin.FAILURE, true, IResource.DEPTH_INFINITE);
                if (!WakespecPlugin.get().getPreferenceStore().getBoolean(Defaults.MARK_FAILURES)) {
                    return Status.OK_STATUS;
                }
                for (Failures.Failure failure : Failures.of(run)) {
                    var file = WakespecPlugin.runs().file(failure.feature());
                    if (file.isPresent()) {
                        file.get()
                                .createMarker(
                                        WakespecPlugin.FAILURE,
                                        Map.of(
                                                IMarker.LINE_NUMBER,
                                                failure.line(),
                                                IMarker.SEVERITY,
                                                IMarker.SEVERITY_ERROR,
                                                IMarker.MESSAGE,
                                                failure.message()));
                    }
                }
                return Status.OK_STATUS;
            }
        };
        job.setSystem(true);
        job.setRule(project);
        job.schedule();
    }
}
