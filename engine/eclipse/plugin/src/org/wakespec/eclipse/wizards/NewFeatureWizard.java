// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.eclipse.wizards;

import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import org.eclipse.core.resources.IFile;
import org.eclipse.jface.viewers.IStructuredSelection;
import org.eclipse.jface.wizard.Wizard;
import org.eclipse.ui.INewWizard;
import org.eclipse.ui.IWorkbench;
import org.eclipse.ui.PartInitException;
import org.eclipse.ui.dialogs.WizardNewFileCreationPage;
import org.eclipse.ui.ide.IDE;
import org.wakespec.eclipse.WakespecPlugin;
import org.wakespec.eclipse.core.Templates;

/** A new feature file. */
public final class NewFeatureWizard extends Wizard implements INewWizard {

    private IWorkbench workbench;
    private IStructuredSelection selection;
    private WizardNewFileCreationPage page;

    public NewFeatureWizard() {
        setWindowTitle("New Feature");
    }

    @Override
    public void init(IWorkbench itsWorkbench, IStructuredSelection itsSelection) {
        workbench = itsWorkbench;
        selection = itsSelection;
    }

    @Override
    public void addPages() {
        page = new WizardNewFileCreationPage("feature", selection) {
            @Override
            protected InputStream getInitialContents() {
                String name = getFileName().replaceFirst("\\.feature$", "").replace('-', ' ');
                String title = name.isEmpty() ? name : Character.toUpperCase(name.charAt(0)) + name.substring(1);
                return new ByteArrayInputStream(
                        Templates.feature(title, "What is expected").getBytes(StandardCharsets.UTF_8));
            }
        };
        page.setTitle("Feature");
        page.setDescription("A feature file with a first scenario");
        page.setFileExtension("feature");
        page.setFileName("new.feature");
        addPage(page);
    }

    @Override
    public boolean performFinish() {
        IFile file = page.createNewFile();
        if (file == null) {
            return false;
        }
        try {
            IDE.openEditor(workbench.getActiveWorkbenchWindow().getActivePage(), file);
        } catch (PartInitException e) {
            WakespecPlugin.log(file.getFullPath() + " cannot be opened", e);
        }
        return true;
    }
}
