// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.eclipse.launch;

import org.eclipse.core.resources.IFile;
import org.eclipse.core.resources.IResource;
import org.eclipse.core.runtime.Adapters;
import org.eclipse.core.runtime.CoreException;
import org.eclipse.debug.core.ILaunchConfiguration;
import org.eclipse.debug.ui.ILaunchShortcut2;
import org.eclipse.jface.text.IDocument;
import org.eclipse.jface.text.ITextSelection;
import org.eclipse.jface.viewers.ISelection;
import org.eclipse.jface.viewers.IStructuredSelection;
import org.eclipse.ui.IEditorPart;
import org.eclipse.ui.texteditor.ITextEditor;
import org.wakespec.eclipse.WakespecPlugin;
import org.wakespec.eclipse.core.FeatureText;
import org.wakespec.eclipse.core.Outline;
import org.wakespec.eclipse.core.RunSelection;

/** Run As and Debug As: a feature file, a folder, a project; in the editor the scenario the caret stands in. */
public final class SpecificationShortcut implements ILaunchShortcut2 {

    @Override
    public void launch(ISelection selection, String mode) {
        IResource resource = getLaunchableResource(selection);
        if (resource != null) {
            try {
                Launches.launch(resource.getProject(), Launches.selection(resource), mode);
            } catch (CoreException e) {
                WakespecPlugin.log(resource.getFullPath() + " cannot be launched", e);
            }
        }
    }

    @Override
    public void launch(IEditorPart editor, String mode) {
        IFile file = Adapters.adapt(editor.getEditorInput(), IFile.class);
        if (file != null) {
            Launches.launch(file.getProject(), selection(editor, file), mode);
        }
    }

    /** The scenario around the caret; the file if the caret stands above the first one. */
    public static RunSelection selection(IEditorPart editor, IFile file) {
        String path = file.getProjectRelativePath().toString();
        if (editor instanceof ITextEditor text
                && text.getSelectionProvider().getSelection() instanceof ITextSelection selection) {
            IDocument document = text.getDocumentProvider().getDocument(text.getEditorInput());
            int line = selection.getStartLine() + 1;
            return Outline.scenarioAt(Outline.of(FeatureText.of(document.get())), line)
                    .map(scenario -> RunSelection.line(path, line, scenario.title()))
                    .orElse(RunSelection.file(path));
        }
        return RunSelection.file(path);
    }

    @Override
    public IResource getLaunchableResource(ISelection selection) {
        return selection instanceof IStructuredSelection structured
                ? Adapters.adapt(structured.getFirstElement(), IResource.class)
                : null;
    }

    @Override
    public IResource getLaunchableResource(IEditorPart editor) {
        return Adapters.adapt(editor.getEditorInput(), IFile.class);
    }

    @Override
    public ILaunchConfiguration[] getLaunchConfigurations(ISelection selection) {
        return null;
    }

    @Override
    public ILaunchConfiguration[] getLaunchConfigurations(IEditorPart editor) {
        return null;
    }
}
