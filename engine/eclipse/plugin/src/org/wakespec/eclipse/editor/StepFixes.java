// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.eclipse.editor;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.eclipse.core.resources.IFile;
import org.eclipse.core.resources.IMarker;
import org.eclipse.core.resources.IProject;
import org.eclipse.core.runtime.CoreException;
import org.eclipse.core.runtime.NullProgressMonitor;
import org.eclipse.jdt.core.ICompilationUnit;
import org.eclipse.jdt.core.IJavaElement;
import org.eclipse.jdt.core.IJavaProject;
import org.eclipse.jdt.core.IMethod;
import org.eclipse.jdt.core.IPackageFragment;
import org.eclipse.jdt.core.IPackageFragmentRoot;
import org.eclipse.jdt.core.IType;
import org.eclipse.jdt.core.JavaCore;
import org.eclipse.jdt.ui.JavaUI;
import org.eclipse.swt.graphics.Image;
import org.eclipse.ui.IMarkerResolution;
import org.eclipse.ui.IMarkerResolution2;
import org.eclipse.ui.IMarkerResolutionGenerator2;
import org.wakespec.eclipse.WakespecPlugin;
import org.wakespec.eclipse.core.FeatureText;
import org.wakespec.eclipse.core.Finding;
import org.wakespec.eclipse.core.StepDefinition;
import org.wakespec.eclipse.core.StepMethod;
import org.wakespec.eclipse.core.Vocabulary;

/** Creates the method of a step nobody defines: in a step class of the project, or in a new one. */
public final class StepFixes implements IMarkerResolutionGenerator2 {

    private static final int MOST = 5;

    @Override
    public boolean hasResolutions(IMarker marker) {
        return marker.getAttribute(FeatureMarkers.KIND, "").equals(Finding.Kind.UNDEFINED.name());
    }

    @Override
    public IMarkerResolution[] getResolutions(IMarker marker) {
        List<IMarkerResolution> fixes = new ArrayList<>();
        if (hasResolutions(marker)) {
            for (IType type : stepClasses(marker.getResource().getProject())) {
                fixes.add(new Fix("Create the step method in " + type.getElementName(), type));
            }
            fixes.add(new Fix("Create the step method in a new class", null));
        }
        return fixes.toArray(IMarkerResolution[]::new);
    }

    /** The step classes of the project itself, in the order they are found. */
    private static Set<IType> stepClasses(IProject project) {
        Set<IType> types = new LinkedHashSet<>();
        for (StepDefinition definition : WakespecPlugin.words().of(project).steps()) {
            // only handles with a brace name a source file: those of jars need not be looked up
            IJavaElement method = definition.method().contains("{") ? JavaCore.create(definition.method()) : null;
            if (method instanceof IMethod m
                    && !m.isBinary()
                    && m.getJavaProject().getProject().equals(project)
                    && types.size() < MOST) {
                types.add(m.getDeclaringType());
            }
        }
        return types;
    }

    private record Fix(String label, IType type) implements IMarkerResolution2 {

        @Override
        public String getLabel() {
            return label;
        }

        @Override
        public String getDescription() {
            return "Writes a method that matches the step and is pending until it is filled in.";
        }

        @Override
        public Image getImage() {
            return WakespecPlugin.get().image("step");
        }

        @Override
        public void run(IMarker marker) {
            try {
                IMethod method = create(marker);
                if (method != null) {
                    JavaUI.revealInEditor(JavaUI.openInEditor(method), (IJavaElement) method);
                }
            } catch (CoreException | java.io.IOException e) {
                WakespecPlugin.log("the step method could not be created", e);
            }
        }

        private IMethod create(IMarker marker) throws CoreException, java.io.IOException {
            IFile file = (IFile) marker.getResource();
            int line = marker.getAttribute(IMarker.LINE_NUMBER, 1);
            FeatureText text = FeatureText.of(current(file));
            Vocabulary words = WakespecPlugin.words().of(file.getProject());
            StepMethod method = StepMethod.of(
                    marker.getAttribute(FeatureMarkers.SUBJECT, ""),
                    text.stepType(line),
                    StepMethod.Argument.below(text, line),
                    words);
            NullProgressMonitor monitor = new NullProgressMonitor();
            if (type != null) {
                for (String name : method.imports()) {
                    type.getCompilationUnit().createImport(name, null, monitor);
                }
                IMethod created = type.createMethod(method.source(), null, false, monitor);
                type.getCompilationUnit().save(monitor, false);
                return created;
            }
            return newClass(file, method, monitor);
        }

        private static IMethod newClass(IFile file, StepMethod method, NullProgressMonitor monitor)
                throws CoreException {
            IJavaProject project = JavaCore.create(file.getProject());
            IPackageFragmentRoot root = root(project);
            if (root == null) {
                throw new CoreException(org.eclipse.core.runtime.Status.error(
                        "project " + file.getProject().getName() + " has no source folder for the step class"));
            }
            IPackageFragment fragment = root.createPackageFragment(packageOf(file, project), true, monitor);
            String name = "OwnSteps";
            for (int number = 2; fragment.getCompilationUnit(name + ".java").exists(); number++) {
                name = "OwnSteps" + number;
            }
            ICompilationUnit unit = fragment.createCompilationUnit(
                    name + ".java", method.newClass(fragment.getElementName(), name), false, monitor);
            return unit.getType(name).getMethods()[0];
        }

        /** The folder of tests if there is one, else the first source folder that is no folder of resources. */
        private static IPackageFragmentRoot root(IJavaProject project) throws CoreException {
            IPackageFragmentRoot best = null;
            for (IPackageFragmentRoot root : project.getPackageFragmentRoots()) {
                String path = root.getPath().toString();
                if (root.getKind() == IPackageFragmentRoot.K_SOURCE && !path.contains("/resources")) {
                    if (best == null
                            || path.contains("/test")
                                    && !best.getPath().toString().contains("/test")) {
                        best = root;
                    }
                }
            }
            return best;
        }

        /** The package the feature lies in: there the engine looks for step classes. */
        private static String packageOf(IFile file, IJavaProject project) throws CoreException {
            for (IPackageFragmentRoot root : project.getPackageFragmentRoots()) {
                if (root.getKind() == IPackageFragmentRoot.K_SOURCE
                        && root.getPath().isPrefixOf(file.getFullPath())) {
                    return file.getFullPath()
                            .removeFirstSegments(root.getPath().segmentCount())
                            .removeLastSegments(1)
                            .toString()
                            .replace('/', '.');
                }
            }
            return "";
        }

        private static String current(IFile file) throws CoreException, java.io.IOException {
            var buffer = org.eclipse.core.filebuffers.FileBuffers.getTextFileBufferManager()
                    .getTextFileBuffer(file.getFullPath(), org.eclipse.core.filebuffers.LocationKind.IFILE);
            if (buffer != null) {
                return buffer.getDocument().get();
            }
            try (var in = file.getContents(true)) {
                return new String(in.readAllBytes(), java.nio.charset.StandardCharsets.UTF_8);
            }
        }
    }
}
