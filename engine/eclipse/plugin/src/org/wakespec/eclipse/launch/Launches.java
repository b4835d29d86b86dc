// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.eclipse.launch;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.eclipse.core.resources.IContainer;
import org.eclipse.core.resources.IFile;
import org.eclipse.core.resources.IProject;
import org.eclipse.core.resources.IResource;
import org.eclipse.core.runtime.CoreException;
import org.eclipse.debug.core.DebugPlugin;
import org.eclipse.debug.core.ILaunchConfiguration;
import org.eclipse.debug.core.ILaunchConfigurationWorkingCopy;
import org.eclipse.debug.core.ILaunchManager;
import org.eclipse.debug.ui.DebugUITools;
import org.eclipse.debug.ui.IDebugUIConstants;
import org.eclipse.jdt.core.IJavaProject;
import org.eclipse.jdt.core.IPackageFragmentRoot;
import org.eclipse.jdt.core.JavaCore;
import org.eclipse.jdt.junit.launcher.JUnitLaunchShortcut;
import org.eclipse.jdt.launching.IJavaLaunchConfigurationConstants;
import org.eclipse.jface.preference.IPreferenceStore;
import org.wakespec.eclipse.WakespecPlugin;
import org.wakespec.eclipse.core.RunModel;
import org.wakespec.eclipse.core.RunSelection;
import org.wakespec.eclipse.core.VmArguments;
import org.wakespec.eclipse.prefs.Defaults;

/** Makes launch configurations of JDT's own JUnit kind, narrowed to features by a unique id and by properties. */
public final class Launches extends JUnitLaunchShortcut {

    private static final String UNIQUE_ID = "org.eclipse.jdt.junit.TEST_UNIQUE_ID";

    private static final String CONTAINER = "org.eclipse.jdt.junit.CONTAINER";
    private static final String ANY_TEST = "org.wakespec.engine.AllSpecificationsTest";

    private Launches() {}

    /** What a resource means: a file, a folder, or the features of a project. */
    public static RunSelection selection(IResource resource) throws CoreException {
        if (resource instanceof IFile file) {
            return RunSelection.file(file.getProjectRelativePath().toString());
        }
        if (resource instanceof IProject project) {
            return RunSelection.folder(featureFolder(project), project.getName());
        }
        return RunSelection.folder(resource.getProjectRelativePath().toString(), resource.getName());
    }

    /** The smallest folder with all source folders that hold features; the output folders are not in it if possible. */
    private static String featureFolder(IProject project) throws CoreException {
        List<String> folders = new ArrayList<>();
        IJavaProject java = JavaCore.create(project);
        for (IPackageFragmentRoot root : java.getPackageFragmentRoots()) {
            if (root.getKind() == IPackageFragmentRoot.K_SOURCE
                    && root.getResource() instanceof IContainer container
                    && hasFeatures(container)) {
                folders.add(container.getProjectRelativePath().toString());
            }
        }
        if (folders.isEmpty()) {
            return "";
        }
        String common = folders.get(0);
        for (String folder : folders) {
            while (!common.isEmpty() && !(folder + "/").startsWith(common + "/")) {
                common = common.contains("/") ? common.substring(0, common.lastIndexOf('/')) : "";
            }
        }
        return common;
    }

    private static boolean hasFeatures(IContainer container) throws CoreException {
        boolean[] found = new boolean[1];
        container.accept(
                proxy -> {
                    found[0] |=
                            proxy.getType() == IResource.FILE && proxy.getName().endsWith(".feature");
                    return !found[0];
                },
                IResource.NONE);
        return found[0];
    }

    /** A configuration for this; a former one of the same kind is used again, with what the user changed in it. */
    public static ILaunchConfiguration configuration(IProject project, RunSelection selection) throws CoreException {
        Launches maker = new Launches();
        ILaunchConfigurationWorkingCopy made = maker.createLaunchConfiguration(JavaCore.create(project));
        for (ILaunchConfiguration former :
                DebugPlugin.getDefault().getLaunchManager().getLaunchConfigurations(made.getType())) {
            if (former.getAttribute(IJavaLaunchConfigurationConstants.ATTR_PROJECT_NAME, "")
                            .equals(project.getName())
                    && former.getAttribute(UNIQUE_ID, "").equals(selection.uniqueId())
                    && isFor(former, selection)) {
                return former;
            }
        }
        made.rename(DebugPlugin.getDefault()
                .getLaunchManager()
                .generateLaunchConfigurationName(selection.name().replaceAll("[\\\\/:*?\"<>|&@\\p{Cntrl}]", "_")));
        made.setAttribute(UNIQUE_ID, selection.uniqueId());
        // JDT wants a test class even for a unique id; this one lies in the engine itself, so every project has it
        made.setAttribute(IJavaLaunchConfigurationConstants.ATTR_MAIN_TYPE_NAME, ANY_TEST);
        made.setAttribute(CONTAINER, "");
        VmArguments arguments =
                VmArguments.of(made.getAttribute(IJavaLaunchConfigurationConstants.ATTR_VM_ARGUMENTS, ""));
        for (Map.Entry<String, String> property : preferred().entrySet()) {
            arguments = arguments.with(property.getKey(), property.getValue());
        }
        made.setAttribute(
                IJavaLaunchConfigurationConstants.ATTR_VM_ARGUMENTS,
                selection.applyTo(arguments).toString());
        made.setAttribute(IDebugUIConstants.ATTR_LAUNCH_IN_BACKGROUND, true);
        made.setMappedResources(new IResource[] {project});
        return made.doSave();
    }

    private static boolean isFor(ILaunchConfiguration former, RunSelection selection) throws CoreException {
        VmArguments arguments =
                VmArguments.of(former.getAttribute(IJavaLaunchConfigurationConstants.ATTR_VM_ARGUMENTS, ""));
        return arguments
                .property(RunSelection.FEATURES)
                .orElse("")
                .equals(selection.properties().getOrDefault(RunSelection.FEATURES, ""));
    }

    private static Map<String, String> preferred() {
        IPreferenceStore store = WakespecPlugin.get().getPreferenceStore();
        Map<String, String> preferred = new LinkedHashMap<>();
        preferred.put(RunSelection.POLICIES, store.getString(Defaults.POLICIES));
        String evidence = store.getString(Defaults.EVIDENCE);
        preferred.put(RunSelection.EVIDENCE, evidence.equals("normal") ? "" : evidence);
        return preferred;
    }

    /** Runs or debugs a selection. */
    public static void launch(IProject project, RunSelection selection, String mode) {
        try {
            DebugUITools.launch(configuration(project, selection), mode);
        } catch (CoreException e) {
            WakespecPlugin.log(selection.name() + " cannot be launched", e);
        }
    }

    /** Runs the scenarios that failed last; nothing if none did. */
    public static boolean rerunFailed() {
        RunModel run = WakespecPlugin.runs().current();
        IProject project = WakespecPlugin.runs().project();
        if (project == null) {
            return false;
        }
        return RunSelection.failed(run, path -> WakespecPlugin.runs()
                        .file(path)
                        .map(file -> file.getProjectRelativePath().toString())
                        .orElse(null))
                .map(selection -> {
                    launch(project, selection, ILaunchManager.RUN_MODE);
                    return true;
                })
                .orElse(false);
    }
}
