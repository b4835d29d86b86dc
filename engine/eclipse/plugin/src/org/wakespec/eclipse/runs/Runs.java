// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.eclipse.runs;

import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import org.eclipse.core.resources.IFile;
import org.eclipse.core.resources.IProject;
import org.eclipse.core.resources.ResourcesPlugin;
import org.eclipse.core.runtime.CoreException;
import org.eclipse.core.runtime.ICoreRunnable;
import org.eclipse.core.runtime.IPath;
import org.eclipse.core.runtime.jobs.Job;
import org.eclipse.debug.core.DebugPlugin;
import org.eclipse.debug.core.ILaunch;
import org.eclipse.debug.core.ILaunchConfiguration;
import org.eclipse.debug.core.ILaunchesListener2;
import org.eclipse.jdt.launching.IJavaLaunchConfigurationConstants;
import org.eclipse.jface.preference.IPreferenceStore;
import org.eclipse.ui.IWorkbenchPage;
import org.eclipse.ui.IWorkbenchWindow;
import org.eclipse.ui.PartInitException;
import org.eclipse.ui.PlatformUI;
import org.wakespec.eclipse.WakespecPlugin;
import org.wakespec.eclipse.core.ResultFollower;
import org.wakespec.eclipse.core.RunModel;
import org.wakespec.eclipse.core.RunSelection;
import org.wakespec.eclipse.core.VmArguments;
import org.wakespec.eclipse.prefs.Defaults;

/** The last run of specifications: follows its result file, and tells who wants to know. */
public final class Runs implements ILaunchesListener2 {

    /** Hears of results; in any thread. */
    public interface Listener {

        /** There are more results, or another run. */
        void changed(RunModel run);
    }

    /** Where the engine writes if nothing else is said. */
    public static final String DEFAULT_FILE = "target/wakespec/results.jsonl";

    private static final String JUNIT = "org.eclipse.jdt.junit.launchconfig";
    private static final String LAST_PROJECT = "lastProject";
    private static final long WHILE_RUNNING_MS = 250;
    private static final long OTHERWISE_MS = 2_000;

    private final CopyOnWriteArrayList<Listener> listeners = new CopyOnWriteArrayList<>();
    private final Job job;
    private volatile RunModel current = RunModel.NONE;
    private volatile IProject project;
    private volatile ResultFollower follower;
    private volatile ILaunch launch;
    private volatile boolean stopped;

    public Runs() {
        job = Job.createSystem("Following scheduler specifications", (ICoreRunnable) monitor -> poll());
        job.setPriority(Job.SHORT);
    }

    /** Begins to listen to launches. */
    public void start() {
        DebugPlugin.getDefault().getLaunchManager().addLaunchListener(this);
    }

    /** Stops listening and following. */
    public void stop() {
        stopped = true;
        DebugPlugin.getDefault().getLaunchManager().removeLaunchListener(this);
        job.cancel();
    }

    /** The results as far as they are read. */
    public RunModel current() {
        return current;
    }

    /** The project whose results are shown; null before the first run. */
    public IProject project() {
        return project;
    }

    /** The launch that goes on or came last; null if results were not made by a launch. */
    public ILaunch launch() {
        return launch;
    }

    /** Calls back when there are more results. */
    public void addListener(Listener listener) {
        listeners.add(listener);
    }

    /** Undoes {@link #addListener}. */
    public void removeListener(Listener listener) {
        listeners.remove(listener);
    }

    /** Follows the result file of the project that was followed before the workbench was closed. */
    public void followLast() {
        String name = preferences().getString(LAST_PROJECT);
        if (project == null && !name.isEmpty()) {
            IProject last = ResourcesPlugin.getWorkspace().getRoot().getProject(name);
            if (last.isAccessible()) {
                follow(last, DEFAULT_FILE);
            }
        }
    }

    /**
     * Follows a result file.
     *
     * @param file relative to the project, or absolute
     */
    public void follow(IProject of, String file) {
        if (of.getLocation() == null) {
            return;
        }
        Path path = of.getLocation().toPath().resolve(file);
        // what is just read of the run before must not be shown after this, as if it were of the new one
        synchronized (this) {
            project = of;
            follower = new ResultFollower(path);
            publish(RunModel.NONE);
        }
        preferences().setValue(LAST_PROJECT, of.getName());
        job.schedule();
    }

    private static IPreferenceStore preferences() {
        return WakespecPlugin.get().getPreferenceStore();
    }

    private boolean isRunning() {
        ILaunch last = launch;
        return last != null && !last.isTerminated();
    }

    private void poll() {
        ResultFollower now = follower;
        if (now != null) {
            now.poll().ifPresent(run -> {
                synchronized (this) {
                    if (now == follower) {
                        publish(run);
                    }
                }
            });
            if (!stopped) {
                job.schedule(isRunning() ? WHILE_RUNNING_MS : OTHERWISE_MS);
            }
        }
    }

    private void publish(RunModel run) {
        current = run;
        for (Listener listener : listeners) {
            listener.changed(run);
        }
        if (run.isComplete() || !run.problem().isEmpty() || run == RunModel.NONE) {
            FailureMarkers.show(project, run);
        }
    }

    // ------------------------------------------------------------------ launches

    @Override
    public void launchesAdded(ILaunch[] launches) {
        for (ILaunch added : launches) {
            try {
                added(added);
            } catch (CoreException e) {
                WakespecPlugin.log("the results of a launch cannot be followed", e);
            }
        }
    }

    private void added(ILaunch added) throws CoreException {
        ILaunchConfiguration configuration = added.getLaunchConfiguration();
        if (configuration == null
                || !configuration.exists() && !configuration.isWorkingCopy()
                || !configuration.getType().getIdentifier().equals(JUNIT)) {
            return;
        }
        String name = configuration.getAttribute(IJavaLaunchConfigurationConstants.ATTR_PROJECT_NAME, "");
        IProject of =
                name.isEmpty() ? null : ResourcesPlugin.getWorkspace().getRoot().getProject(name);
        if (of == null || !of.isAccessible() || !isOurs(of, configuration)) {
            return;
        }
        VmArguments arguments =
                VmArguments.of(configuration.getAttribute(IJavaLaunchConfigurationConstants.ATTR_VM_ARGUMENTS, ""));
        launch = added;
        follow(of, arguments.property(RunSelection.RESULTS).orElse(DEFAULT_FILE));
        if (preferences().getBoolean(Defaults.SHOW_VIEW)) {
            PlatformUI.getWorkbench().getDisplay().asyncExec(Runs::showView);
        }
    }

    private static boolean isOurs(IProject of, ILaunchConfiguration configuration) throws CoreException {
        return configuration
                        .getAttribute("org.eclipse.jdt.junit.TEST_UNIQUE_ID", "")
                        .startsWith("[engine:wakespec]")
                || !WakespecPlugin.words().of(of).policies().isEmpty();
    }

    private static void showView() {
        IWorkbenchWindow window = PlatformUI.getWorkbench().getActiveWorkbenchWindow();
        IWorkbenchPage page = window == null ? null : window.getActivePage();
        if (page != null && page.findView("org.wakespec.eclipse.placement") == null) {
            try {
                page.showView("org.wakespec.eclipse.placement", null, IWorkbenchPage.VIEW_VISIBLE);
            } catch (PartInitException e) {
                WakespecPlugin.log("the Placement view cannot be opened", e);
            }
        }
    }

    @Override
    public void launchesTerminated(ILaunch[] launches) {
        for (ILaunch terminated : launches) {
            if (terminated == launch) {
                job.schedule();
            }
        }
    }

    @Override
    public void launchesRemoved(ILaunch[] launches) {
        // results stay when a launch is forgotten
    }

    @Override
    public void launchesChanged(ILaunch[] launches) {
        // a process was added; nothing to do before it ends
    }

    // ------------------------------------------------------------------ files

    /** The file of the project a path of the result file means; empty if it lies elsewhere, for example in a jar. */
    public Optional<IFile> file(String path) {
        IProject of = project;
        if (of == null || path.isEmpty()) {
            return Optional.empty();
        }
        IPath plain = IPath.fromPortableString(path.replaceFirst("^classpath:", ""));
        IFile direct = of.getFile(plain);
        if (!plain.isAbsolute() && !path.startsWith("classpath:") && !path.startsWith("..") && direct.exists()) {
            return Optional.of(direct);
        }
        if (plain.isAbsolute()) {
            return Optional.ofNullable(ResourcesPlugin.getWorkspace().getRoot().getFileForLocation(plain));
        }
        for (String folder : new String[] {"src/test/resources", "src/main/resources", "src/test/java", "src", "."}) {
            IFile file = of.getFile(IPath.fromPortableString(folder).append(plain));
            if (file.exists()) {
                return Optional.of(file);
            }
        }
        return Optional.empty();
    }
}
