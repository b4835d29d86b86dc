// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.eclipse.wizards;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import org.eclipse.core.resources.IContainer;
import org.eclipse.core.resources.IFile;
import org.eclipse.core.resources.IFolder;
import org.eclipse.core.resources.IResource;
import org.eclipse.core.runtime.Adapters;
import org.eclipse.core.runtime.CoreException;
import org.eclipse.core.runtime.IProgressMonitor;
import org.eclipse.jface.viewers.IStructuredSelection;

/** Creates files with the folders they lie in. */
final class Files {

    private Files() {}

    static void folder(IContainer container, IProgressMonitor monitor) throws CoreException {
        if (container instanceof IFolder folder && !folder.exists()) {
            folder(folder.getParent(), monitor);
            folder.create(true, true, monitor);
        }
    }

    static void write(IFile file, String text, IProgressMonitor monitor) throws CoreException {
        folder(file.getParent(), monitor);
        ByteArrayInputStream in = new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8));
        if (file.exists()) {
            file.setContents(in, true, true, monitor);
        } else {
            file.create(in, true, monitor);
        }
    }

    /** The folder something selected lies in; null if nothing is selected. */
    static IContainer container(IStructuredSelection selection) {
        IResource resource = selection == null ? null : Adapters.adapt(selection.getFirstElement(), IResource.class);
        return resource == null || resource instanceof IContainer ? (IContainer) resource : resource.getParent();
    }
}
