// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.eclipse.words;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import org.eclipse.core.resources.IProject;
import org.eclipse.core.resources.IResourceChangeEvent;
import org.eclipse.core.resources.IResourceChangeListener;
import org.eclipse.core.resources.IResourceDelta;
import org.eclipse.core.resources.ResourcesPlugin;
import org.eclipse.core.runtime.CoreException;
import org.eclipse.core.runtime.ICoreRunnable;
import org.eclipse.core.runtime.jobs.Job;
import org.eclipse.jdt.core.ElementChangedEvent;
import org.eclipse.jdt.core.IElementChangedListener;
import org.eclipse.jdt.core.IJavaElementDelta;
import org.eclipse.jdt.core.IJavaProject;
import org.eclipse.jdt.core.JavaCore;
import org.wakespec.eclipse.WakespecPlugin;
import org.wakespec.eclipse.core.Vocabulary;

/**
 * What the features of each project can say. Read in the background; whoever asks gets what is known, and hears when
 * there is more.
 */
public final class Words implements IElementChangedListener, IResourceChangeListener {

    private static final long DELAY_MS = 400;

    /** The state of one project: what is known, and the job that reads it anew. */
    private static final class State {
        volatile Vocabulary vocabulary = Vocabulary.EMPTY;
        volatile boolean loaded;
        Job job;
    }

    private final Map<IProject, State> states = new ConcurrentHashMap<>();
    private final CopyOnWriteArrayList<Consumer<IProject>> listeners = new CopyOnWriteArrayList<>();
    private final JarCache jars = new JarCache();

    /** Begins to listen to changes. */
    public void start() {
        JavaCore.addElementChangedListener(this, ElementChangedEvent.POST_CHANGE);
        ResourcesPlugin.getWorkspace().addResourceChangeListener(this, IResourceChangeEvent.POST_CHANGE);
    }

    /** Stops listening. */
    public void stop() {
        JavaCore.removeElementChangedListener(this);
        ResourcesPlugin.getWorkspace().removeResourceChangeListener(this);
        states.values().forEach(state -> {
            synchronized (state) {
                if (state.job != null) {
                    state.job.cancel();
                }
            }
        });
    }

    /** What is known now; begins to read if nothing is. Never blocks. */
    public Vocabulary of(IProject project) {
        if (project == null || !project.isAccessible()) {
            return Vocabulary.EMPTY;
        }
        State state = states.computeIfAbsent(project, p -> new State());
        if (!state.loaded) {
            schedule(project, state, 0);
        }
        return state.vocabulary;
    }

    /** Whether a project was read at least once. */
    public boolean isLoaded(IProject project) {
        State state = states.get(project);
        return state != null && state.loaded;
    }

    /** Calls back, in any thread, when a project was read. */
    public void addListener(Consumer<IProject> listener) {
        listeners.add(listener);
    }

    /** Undoes {@link #addListener}. */
    public void removeListener(Consumer<IProject> listener) {
        listeners.remove(listener);
    }

    private void schedule(IProject project, State state, long delay) {
        synchronized (state) {
            if (state.job == null) {
                state.job = Job.createSystem(
                        "Reading steps of " + project.getName(), (ICoreRunnable) monitor -> read(project, state));
            }
            if (state.job.getState() != Job.NONE && delay == 0) {
                return;
            }
            state.job.schedule(delay);
        }
    }

    private void read(IProject project, State state) throws CoreException {
        if (!project.isAccessible()) {
            states.remove(project);
            return;
        }
        state.vocabulary = project.hasNature(JavaCore.NATURE_ID)
                ? new ProjectReader(JavaCore.create(project), jars).read()
                : Vocabulary.EMPTY;
        state.loaded = true;
        for (Consumer<IProject> listener : listeners) {
            try {
                listener.accept(project);
            } catch (RuntimeException e) {
                WakespecPlugin.log("steps of " + project.getName() + " could not be shown", e);
            }
        }
    }

    @Override
    public void elementChanged(ElementChangedEvent event) {
        for (IJavaElementDelta delta : event.getDelta().getAffectedChildren()) {
            if (delta.getElement() instanceof IJavaProject changed && concernsSteps(delta)) {
                changed(changed.getProject());
            }
        }
    }

    private static boolean concernsSteps(IJavaElementDelta delta) {
        return delta.getKind() != IJavaElementDelta.CHANGED
                || (delta.getFlags()
                                & (IJavaElementDelta.F_CLASSPATH_CHANGED
                                        | IJavaElementDelta.F_RESOLVED_CLASSPATH_CHANGED
                                        | IJavaElementDelta.F_CHILDREN
                                        | IJavaElementDelta.F_CONTENT))
                        != 0;
    }

    @Override
    public void resourceChanged(IResourceChangeEvent event) {
        try {
            event.getDelta().accept(delta -> {
                String name = delta.getFullPath().lastSegment();
                String path = delta.getFullPath().toString();
                if (name != null
                        && (path.contains("/META-INF/wakespec/") || path.contains("/META-INF/services/"))
                        && delta.getKind() != IResourceDelta.NO_CHANGE) {
                    changed(delta.getResource().getProject());
                }
                return true;
            });
        } catch (CoreException e) {
            WakespecPlugin.log("a change of resources could not be read", e);
        }
    }

    /** A change concerns the project itself and all that use it. */
    private void changed(IProject project) {
        states.forEach((known, state) -> {
            if (known.equals(project) || uses(known, project)) {
                schedule(known, state, DELAY_MS);
            }
        });
    }

    private static boolean uses(IProject user, IProject used) {
        try {
            return user.isAccessible()
                    && java.util.List.of(user.getReferencedProjects()).contains(used);
        } catch (CoreException e) {
            return false;
        }
    }
}
