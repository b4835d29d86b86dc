// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.eclipse.tests;

import java.io.ByteArrayInputStream;
import java.io.File;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.eclipse.core.resources.IContainer;
import org.eclipse.core.resources.IFile;
import org.eclipse.core.resources.IFolder;
import org.eclipse.core.resources.IMarker;
import org.eclipse.core.resources.IProject;
import org.eclipse.core.resources.IProjectDescription;
import org.eclipse.core.resources.IResource;
import org.eclipse.core.resources.IncrementalProjectBuilder;
import org.eclipse.core.resources.ResourcesPlugin;
import org.eclipse.core.runtime.CoreException;
import org.eclipse.core.runtime.IPath;
import org.eclipse.jdt.core.IClasspathEntry;
import org.eclipse.jdt.core.JavaCore;
import org.eclipse.jdt.junit.JUnitCore;
import org.eclipse.jdt.junit.TestRunListener;
import org.eclipse.jdt.junit.model.ITestRunSession;
import org.eclipse.jdt.launching.JavaRuntime;
import org.eclipse.swt.widgets.Shell;
import org.eclipse.ui.IWorkbenchPage;
import org.eclipse.ui.IWorkbenchWindow;
import org.eclipse.ui.PlatformUI;
import org.wakespec.eclipse.WakespecPlugin;

/** What tests in a workbench need. Everything has a time limit. */
final class Bench {

    private static final int UI_SECONDS = 30;
    private static final int SESSION_SECONDS = Integer.getInteger("wakespec.session.seconds", 60);

    private Bench() {}

    /** Something done on the UI thread. */
    interface Action {
        void run() throws Exception;
    }

    static void ui(Action action) throws Exception {
        get(() -> {
            action.run();
            return null;
        });
    }

    static <T> T get(Callable<T> question) throws Exception {
        CompletableFuture<T> answer = new CompletableFuture<>();
        PlatformUI.getWorkbench().getDisplay().asyncExec(() -> {
            try {
                answer.complete(question.call());
            } catch (Throwable e) {
                answer.completeExceptionally(e);
            }
        });
        try {
            return answer.get(UI_SECONDS, TimeUnit.SECONDS);
        } catch (ExecutionException e) {
            if (e.getCause() instanceof Error error) {
                throw error;
            }
            throw e;
        }
    }

    /** Waits until something holds; fails with a sentence and a picture if it does not in time. */
    static void until(String what, int seconds, BooleanSupplier holds) throws Exception {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(seconds);
        while (!holds.getAsBoolean()) {
            if (System.nanoTime() > end) {
                shot("timeout");
                throw new AssertionError("after " + seconds + " s still not: " + what);
            }
            Thread.sleep(50);
        }
    }

    static IWorkbenchPage page() {
        IWorkbenchWindow window = PlatformUI.getWorkbench().getActiveWorkbenchWindow();
        return (window != null ? window : PlatformUI.getWorkbench().getWorkbenchWindows()[0]).getActivePage();
    }

    /** A picture of the screen, kept with the artifacts of the build. */
    static void shot(String name) throws Exception {
        String folder = System.getProperty("wakespec.shots");
        if (folder != null) {
            Files.createDirectories(Path.of(folder));
            // what was asked to be drawn is drawn first
            ui(() -> {
                while (PlatformUI.getWorkbench().getDisplay().readAndDispatch()) {}
            });
            Thread.sleep(400);
            Process process = new ProcessBuilder("import", "-window", "root", folder + "/" + name + ".png").start();
            if (!process.waitFor(30, TimeUnit.SECONDS)) {
                process.destroyForcibly();
            }
        }
    }

    static File libraries() {
        return new File(System.getProperty("wakespec.libraries"));
    }

    /** A Java project with the class path of a specification project. */
    static IProject project(String name) throws CoreException {
        IProject project = ResourcesPlugin.getWorkspace().getRoot().getProject(name);
        project.create(null);
        project.open(null);
        // natures given at creation would not be configured: no Java builder
        IProjectDescription description = project.getDescription();
        description.setNatureIds(new String[] {JavaCore.NATURE_ID});
        project.setDescription(description, null);
        for (String folder : new String[] {"src/test/java", "src/test/resources"}) {
            folder(project.getFolder(IPath.fromPortableString(folder)));
        }
        List<IClasspathEntry> entries = new ArrayList<>();
        IPath output = project.getFullPath().append("target/test-classes");
        entries.add(JavaCore.newSourceEntry(project.getFullPath().append("src/test/java"), null, null, output));
        entries.add(JavaCore.newSourceEntry(project.getFullPath().append("src/test/resources"), null, null, output));
        entries.add(JavaRuntime.getDefaultJREContainerEntry());
        File[] jars = libraries().listFiles((dir, file) -> file.endsWith(".jar"));
        Arrays.sort(jars);
        for (File jar : jars) {
            entries.add(JavaCore.newLibraryEntry(IPath.fromFile(jar), null, null));
        }
        JavaCore.create(project)
                .setRawClasspath(
                        entries.toArray(IClasspathEntry[]::new),
                        project.getFullPath().append("target/classes"),
                        null);
        return project;
    }

    static void folder(IContainer container) throws CoreException {
        if (container instanceof IFolder folder && !folder.exists()) {
            folder(folder.getParent());
            folder.create(true, true, null);
        }
    }

    static IFile file(IProject project, String path, String text) throws CoreException {
        IFile file = project.getFile(IPath.fromPortableString(path));
        folder(file.getParent());
        ByteArrayInputStream in = new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8));
        if (file.exists()) {
            file.setContents(in, true, false, null);
        } else {
            file.create(in, true, null);
        }
        return file;
    }

    static void build(IProject project) throws CoreException {
        project.build(IncrementalProjectBuilder.INCREMENTAL_BUILD, null);
    }

    static void wordsOf(IProject project) throws Exception {
        WakespecPlugin.words().of(project);
        until(
                "the steps of " + project.getName() + " are known",
                60,
                () -> !WakespecPlugin.words().of(project).steps().isEmpty());
    }

    static List<String> markers(IResource resource, String type) {
        try {
            List<String> texts = new ArrayList<>();
            for (IMarker marker : resource.findMarkers(type, false, IResource.DEPTH_INFINITE)) {
                texts.add(
                        marker.getAttribute(IMarker.LINE_NUMBER, 0) + ": " + marker.getAttribute(IMarker.MESSAGE, ""));
            }
            return texts;
        } catch (CoreException e) {
            throw new AssertionError(e);
        }
    }

    /** Closes what a failed test left open, so that the next one can go on. */
    static void closeDialogs() throws Exception {
        ui(() -> {
            for (Shell shell : PlatformUI.getWorkbench().getDisplay().getShells()) {
                if (!shell.isDisposed() && shell.getParent() != null && shell.isVisible()) {
                    shell.close();
                }
            }
        });
    }

    /** Starts something that launches a JUnit session and waits for its end, not longer than the time limit. */
    static ITestRunSession session(Action start) throws Exception {
        CompletableFuture<ITestRunSession> done = new CompletableFuture<>();
        TestRunListener listener = new TestRunListener() {
            @Override
            public void sessionFinished(ITestRunSession session) {
                done.complete(session);
            }
        };
        JUnitCore.addTestRunListener(listener);
        try {
            PlatformUI.getWorkbench().getDisplay().asyncExec(() -> {
                try {
                    start.run();
                } catch (Throwable e) {
                    done.completeExceptionally(e);
                }
            });
            return done.get(SESSION_SECONDS, TimeUnit.SECONDS);
        } catch (ExecutionException e) {
            if (e.getCause() instanceof Error error) {
                throw error;
            }
            throw e;
        } catch (java.util.concurrent.TimeoutException e) {
            shot("session-hangs");
            closeDialogs();
            throw new AssertionError("the JUnit session did not end within " + SESSION_SECONDS + " s", e);
        } finally {
            JUnitCore.removeTestRunListener(listener);
        }
    }
}
