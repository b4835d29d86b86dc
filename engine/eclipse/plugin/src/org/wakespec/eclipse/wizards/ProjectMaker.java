// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.eclipse.wizards;

import java.io.File;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.eclipse.core.resources.ICommand;
import org.eclipse.core.resources.IFile;
import org.eclipse.core.resources.IProject;
import org.eclipse.core.resources.IProjectDescription;
import org.eclipse.core.resources.ResourcesPlugin;
import org.eclipse.core.runtime.CoreException;
import org.eclipse.core.runtime.IPath;
import org.eclipse.core.runtime.IProgressMonitor;
import org.eclipse.core.runtime.Platform;
import org.eclipse.core.runtime.SubMonitor;
import org.eclipse.jdt.core.IClasspathAttribute;
import org.eclipse.jdt.core.IClasspathEntry;
import org.eclipse.jdt.core.IJavaProject;
import org.eclipse.jdt.core.JavaCore;
import org.eclipse.jdt.launching.JavaRuntime;
import org.wakespec.eclipse.core.ProjectKind;
import org.wakespec.eclipse.core.Templates;

/**
 * Makes a specification project. With m2e in the IDE it becomes a Maven project and m2e finds its class path; without, the
 * jars of a folder are its class path, for example those {@code mvn dependency:copy-dependencies} copies.
 */
public final class ProjectMaker {

    private ProjectMaker() {}

    /** Whether m2e is installed. */
    public static boolean hasMaven() {
        return Platform.getBundle(ProjectKind.M2E) != null;
    }

    /**
     * Creates the project with its files.
     *
     * @param jars the folder with the class path; null with m2e
     * @return the first feature
     */
    public static IFile create(String name, String packageName, File jars, IProgressMonitor monitor)
            throws CoreException {
        SubMonitor progress = SubMonitor.convert(monitor, "Creating " + name, 6);
        IProject project = ResourcesPlugin.getWorkspace().getRoot().getProject(name);
        project.create(progress.split(1));
        project.open(progress.split(1));
        IFile feature = null;
        for (Map.Entry<String, String> file :
                Templates.project(name, packageName).entrySet()) {
            IFile created = project.getFile(IPath.fromPortableString(file.getKey()));
            Files.write(created, file.getValue(), progress);
            feature = file.getKey().endsWith(".feature") ? created : feature;
        }
        for (String folder : new String[] {"src/main/java", "src/main/resources"}) {
            Files.folder(project.getFolder(IPath.fromPortableString(folder)), progress);
        }
        progress.worked(1);
        // natures take effect in an open project only
        IProjectDescription description = project.getDescription();
        ProjectKind kind = ProjectKind.of(hasMaven());
        description.setNatureIds(kind.natures().toArray(String[]::new));
        List<ICommand> commands = new ArrayList<>(Arrays.asList(description.getBuildSpec()));
        for (String builder : kind.builders()) {
            ICommand command = description.newCommand();
            command.setBuilderName(builder);
            commands.add(command);
        }
        description.setBuildSpec(commands.toArray(ICommand[]::new));
        project.setDescription(description, progress.split(1));
        IJavaProject java = JavaCore.create(project);
        java.setRawClasspath(
                classPath(project, kind, jars).toArray(IClasspathEntry[]::new),
                project.getFullPath().append("target/classes"),
                progress.split(2));
        return feature;
    }

    private static List<IClasspathEntry> classPath(IProject project, ProjectKind kind, File jars) {
        List<IClasspathEntry> entries = new ArrayList<>();
        for (String folder :
                new String[] {"src/main/java", "src/main/resources", "src/test/java", "src/test/resources"}) {
            boolean test = folder.startsWith("src/test");
            entries.add(JavaCore.newSourceEntry(
                    project.getFullPath().append(folder),
                    null,
                    null,
                    project.getFullPath().append(test ? "target/test-classes" : "target/classes"),
                    test ? attributes() : new IClasspathAttribute[0]));
        }
        entries.add(JavaRuntime.getDefaultJREContainerEntry());
        for (String container : kind.containers()) {
            entries.add(JavaCore.newContainerEntry(IPath.fromPortableString(container)));
        }
        File[] files = kind != ProjectKind.JARS || jars == null
                ? null
                : jars.listFiles((folder, file) -> file.endsWith(".jar"));
        if (files != null) {
            Arrays.sort(files);
            for (File file : files) {
                entries.add(JavaCore.newLibraryEntry(IPath.fromFile(file), null, null));
            }
        }
        return entries;
    }

    private static IClasspathAttribute[] attributes() {
        return new IClasspathAttribute[] {JavaCore.newClasspathAttribute(IClasspathAttribute.TEST, "true")};
    }
}
