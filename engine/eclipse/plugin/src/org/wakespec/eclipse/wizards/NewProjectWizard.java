// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.eclipse.wizards;

import java.io.File;
import java.lang.reflect.InvocationTargetException;
import org.eclipse.core.resources.IFile;
import org.eclipse.core.resources.ResourcesPlugin;
import org.eclipse.core.runtime.CoreException;
import org.eclipse.core.runtime.IStatus;
import org.eclipse.jdt.core.JavaConventions;
import org.eclipse.jdt.core.JavaCore;
import org.eclipse.jface.dialogs.ErrorDialog;
import org.eclipse.jface.layout.GridDataFactory;
import org.eclipse.jface.layout.GridLayoutFactory;
import org.eclipse.jface.viewers.IStructuredSelection;
import org.eclipse.jface.wizard.Wizard;
import org.eclipse.jface.wizard.WizardPage;
import org.eclipse.swt.SWT;
import org.eclipse.swt.widgets.Button;
import org.eclipse.swt.widgets.Composite;
import org.eclipse.swt.widgets.DirectoryDialog;
import org.eclipse.swt.widgets.Label;
import org.eclipse.swt.widgets.Text;
import org.eclipse.ui.INewWizard;
import org.eclipse.ui.IWorkbench;
import org.eclipse.ui.PartInitException;
import org.eclipse.ui.ide.IDE;
import org.wakespec.eclipse.WakespecPlugin;

/** A new specification project. */
public final class NewProjectWizard extends Wizard implements INewWizard {

    private IWorkbench workbench;
    private Page page;

    public NewProjectWizard() {
        setWindowTitle("New Specification Project");
        setNeedsProgressMonitor(true);
    }

    @Override
    public void init(IWorkbench itsWorkbench, IStructuredSelection selection) {
        workbench = itsWorkbench;
    }

    @Override
    public void addPages() {
        page = new Page();
        addPage(page);
    }

    @Override
    public boolean performFinish() {
        String name = page.name.getText().strip();
        String packageName = page.packageName.getText().strip();
        File jars = page.jars == null || page.jars.getText().isBlank()
                ? null
                : new File(page.jars.getText().strip());
        IFile[] feature = new IFile[1];
        try {
            getContainer().run(true, false, monitor -> {
                try {
                    ResourcesPlugin.getWorkspace()
                            .run(m -> feature[0] = ProjectMaker.create(name, packageName, jars, m), monitor);
                } catch (CoreException e) {
                    throw new InvocationTargetException(e);
                }
            });
            if (feature[0] != null) {
                IDE.openEditor(workbench.getActiveWorkbenchWindow().getActivePage(), feature[0]);
            }
            return true;
        } catch (InvocationTargetException e) {
            IStatus status = e.getCause() instanceof CoreException core
                    ? core.getStatus()
                    : IStatus.class.cast(
                            org.eclipse.core.runtime.Status.error("The project could not be created", e.getCause()));
            ErrorDialog.openError(getShell(), getWindowTitle(), "The project could not be created", status);
        } catch (PartInitException e) {
            WakespecPlugin.log("the first feature cannot be opened", e);
            return true;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return false;
    }

    /** Name, package and, without m2e, the folder of jars. */
    private static final class Page extends WizardPage {

        private Text name;
        private Text packageName;
        private Text jars;

        Page() {
            super("project");
            setTitle("Specification Project");
            setDescription("A Maven project with a trigger class and a first feature");
        }

        @Override
        public void createControl(Composite parent) {
            Composite area = new Composite(parent, SWT.NONE);
            GridLayoutFactory.swtDefaults().numColumns(3).applyTo(area);
            name = field(area, "Project &name:", "my-specification", 2);
            packageName = field(area, "&Package:", "org.example.sched", 2);
            if (!ProjectMaker.hasMaven()) {
                jars = field(area, "&Jars of Wakespec:", "", 1);
                jars.setMessage("a folder; m2e is not installed, so the class path is taken from here");
                Button browse = new Button(area, SWT.PUSH);
                browse.setText("&Browse...");
                browse.addListener(SWT.Selection, event -> {
                    String chosen = new DirectoryDialog(getShell()).open();
                    if (chosen != null) {
                        jars.setText(chosen);
                    }
                });
            }
            setControl(area);
            validate();
        }

        private Text field(Composite area, String label, String value, int span) {
            new Label(area, SWT.NONE).setText(label);
            Text text = new Text(area, SWT.BORDER);
            text.setText(value);
            GridDataFactory.fillDefaults().grab(true, false).span(span, 1).applyTo(text);
            text.addListener(SWT.Modify, event -> validate());
            return text;
        }

        private void validate() {
            if (name == null || packageName == null) {
                return;
            }
            String project = name.getText().strip();
            IStatus asName =
                    ResourcesPlugin.getWorkspace().validateName(project, org.eclipse.core.resources.IResource.PROJECT);
            IStatus asPackage = JavaConventions.validatePackageName(
                    packageName.getText().strip(), JavaCore.VERSION_17, JavaCore.VERSION_17);
            String problem = null;
            if (!asName.isOK()) {
                problem = asName.getMessage();
            } else if (!project.matches("[A-Za-z0-9_.-]+")) {
                problem = "The name is the artifact id, too: letters, digits, '.', '-' and '_'";
            } else if (ResourcesPlugin.getWorkspace()
                    .getRoot()
                    .getProject(project)
                    .exists()) {
                problem = "There is a project '" + project + "' already";
            } else if (asPackage.getSeverity() == IStatus.ERROR) {
                problem = asPackage.getMessage();
            } else if (jars != null
                    && !jars.getText().isBlank()
                    && !new File(jars.getText().strip()).isDirectory()) {
                problem = jars.getText().strip() + " is no folder";
            }
            setErrorMessage(problem);
            setPageComplete(problem == null);
        }
    }
}
