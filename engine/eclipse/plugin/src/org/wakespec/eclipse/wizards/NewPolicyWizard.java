// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.eclipse.wizards;

import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.InvocationTargetException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.eclipse.core.resources.IContainer;
import org.eclipse.core.resources.IFile;
import org.eclipse.core.resources.IProject;
import org.eclipse.core.resources.ResourcesPlugin;
import org.eclipse.core.runtime.CoreException;
import org.eclipse.core.runtime.IPath;
import org.eclipse.core.runtime.IProgressMonitor;
import org.eclipse.core.runtime.IStatus;
import org.eclipse.core.runtime.Status;
import org.eclipse.jdt.core.IJavaProject;
import org.eclipse.jdt.core.IPackageFragmentRoot;
import org.eclipse.jdt.core.JavaConventions;
import org.eclipse.jdt.core.JavaCore;
import org.eclipse.jdt.core.JavaModelException;
import org.eclipse.jface.dialogs.ErrorDialog;
import org.eclipse.jface.layout.GridDataFactory;
import org.eclipse.jface.layout.GridLayoutFactory;
import org.eclipse.jface.viewers.IStructuredSelection;
import org.eclipse.jface.wizard.Wizard;
import org.eclipse.jface.wizard.WizardPage;
import org.eclipse.swt.SWT;
import org.eclipse.swt.widgets.Combo;
import org.eclipse.swt.widgets.Composite;
import org.eclipse.swt.widgets.Label;
import org.eclipse.swt.widgets.Text;
import org.eclipse.ui.INewWizard;
import org.eclipse.ui.IWorkbench;
import org.eclipse.ui.PartInitException;
import org.eclipse.ui.ide.IDE;
import org.wakespec.eclipse.WakespecPlugin;
import org.wakespec.eclipse.core.Templates;

/** A new policy class, registered under its name. */
public final class NewPolicyWizard extends Wizard implements INewWizard {

    private IWorkbench workbench;
    private IContainer selected;
    private Page page;

    public NewPolicyWizard() {
        setWindowTitle("New Placement Policy");
        setNeedsProgressMonitor(true);
    }

    @Override
    public void init(IWorkbench itsWorkbench, IStructuredSelection selection) {
        workbench = itsWorkbench;
        selected = Files.container(selection);
    }

    @Override
    public void addPages() {
        page = new Page(selected);
        addPage(page);
    }

    @Override
    public boolean performFinish() {
        IProject project = ResourcesPlugin.getWorkspace().getRoot().getProject(page.project.getText());
        String packageName = page.packageName.getText().strip();
        String className = page.className.getText().strip();
        String policyName = page.policyName.getText().strip();
        IFile[] created = new IFile[1];
        try {
            getContainer().run(true, false, monitor -> {
                try {
                    created[0] = create(project, packageName, className, policyName, monitor);
                } catch (CoreException | IOException e) {
                    throw new InvocationTargetException(e);
                }
            });
            IDE.openEditor(workbench.getActiveWorkbenchWindow().getActivePage(), created[0]);
            return true;
        } catch (InvocationTargetException e) {
            ErrorDialog.openError(
                    getShell(), getWindowTitle(), null, Status.error("The policy could not be created", e.getCause()));
        } catch (PartInitException e) {
            WakespecPlugin.log("the policy cannot be opened", e);
            return true;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return false;
    }

    /** Writes the class and registers it; returns the file of the class. */
    public static IFile create(
            IProject project, String packageName, String className, String policyName, IProgressMonitor monitor)
            throws CoreException, IOException {
        IContainer sources = folder(project, false);
        IContainer resources = folder(project, true);
        IFile file = sources.getFile(
                IPath.fromPortableString(packageName.replace('.', '/')).append(className + ".java"));
        if (file.exists()) {
            throw new CoreException(Status.error(file.getFullPath() + " exists already"));
        }
        Files.write(file, Templates.policy(packageName, className, policyName), monitor);
        IFile service = resources.getFile(IPath.fromPortableString(Templates.POLICY_SERVICE));
        String before = "";
        if (service.exists()) {
            try (InputStream in = service.getContents(true)) {
                before = new String(in.readAllBytes(), StandardCharsets.UTF_8);
            }
        }
        Files.write(service, Templates.service(before, packageName + "." + className), monitor);
        return file;
    }

    /** The first source folder that is not for tests: of Java, or of resources if there is one. */
    private static IContainer folder(IProject project, boolean ofResources) throws JavaModelException {
        List<IContainer> folders = new ArrayList<>();
        for (IPackageFragmentRoot root : JavaCore.create(project).getPackageFragmentRoots()) {
            if (root.getKind() == IPackageFragmentRoot.K_SOURCE && root.getResource() instanceof IContainer container) {
                folders.add(container);
            }
        }
        return folders.stream()
                .filter(f -> !f.getProjectRelativePath().toString().contains("test"))
                .filter(f -> f.getName().equals("resources") == ofResources)
                .findFirst()
                .orElse(folders.isEmpty() ? project : folders.get(0));
    }

    /** Project, package, name of the policy and of the class. */
    private static final class Page extends WizardPage {

        private final IContainer selected;
        private Combo project;
        private Text packageName;
        private Text policyName;
        private Text className;

        Page(IContainer selected) {
            super("policy");
            this.selected = selected;
            setTitle("Placement Policy");
            setDescription("A class that changes one rule of CPU selection; the rest is mainline");
        }

        @Override
        public void createControl(Composite parent) {
            Composite area = new Composite(parent, SWT.NONE);
            GridLayoutFactory.swtDefaults().numColumns(2).applyTo(area);
            new Label(area, SWT.NONE).setText("P&roject:");
            project = new Combo(area, SWT.READ_ONLY);
            GridDataFactory.fillDefaults().grab(true, false).applyTo(project);
            try {
                for (IJavaProject java : JavaCore.create(
                                ResourcesPlugin.getWorkspace().getRoot())
                        .getJavaProjects()) {
                    project.add(java.getElementName());
                }
            } catch (JavaModelException e) {
                WakespecPlugin.log("the Java projects cannot be listed", e);
            }
            int index = selected == null
                    ? -1
                    : project.indexOf(selected.getProject().getName());
            project.select(Math.max(0, index));
            packageName = field(area, "P&ackage:", "org.example.sched");
            policyName = field(area, "&Name of the policy:", "my-patch-v1");
            className = field(area, "&Class:", "MyPatchV1");
            policyName.addListener(
                    SWT.Modify,
                    event -> className.setText(
                            Templates.className(policyName.getText().strip())));
            project.addListener(SWT.Selection, event -> validate());
            setControl(area);
            validate();
        }

        private Text field(Composite area, String label, String value) {
            new Label(area, SWT.NONE).setText(label);
            Text text = new Text(area, SWT.BORDER);
            text.setText(value);
            GridDataFactory.fillDefaults().grab(true, false).applyTo(text);
            text.addListener(SWT.Modify, event -> validate());
            return text;
        }

        private void validate() {
            if (className == null) {
                return;
            }
            String problem = null;
            IStatus asPackage = JavaConventions.validatePackageName(
                    packageName.getText().strip(), JavaCore.VERSION_17, JavaCore.VERSION_17);
            IStatus asClass = JavaConventions.validateJavaTypeName(
                    className.getText().strip(), JavaCore.VERSION_17, JavaCore.VERSION_17, null);
            String asPolicy =
                    Templates.problemWithPolicyName(policyName.getText().strip());
            if (project.getText().isEmpty()) {
                problem = "There is no Java project in the workspace";
            } else if (asPackage.getSeverity() == IStatus.ERROR) {
                problem = asPackage.getMessage();
            } else if (!asPolicy.isEmpty()) {
                problem = asPolicy;
            } else if (asClass.getSeverity() == IStatus.ERROR) {
                problem = asClass.getMessage();
            } else {
                IProject of = ResourcesPlugin.getWorkspace().getRoot().getProject(project.getText());
                if (WakespecPlugin.words()
                        .of(of)
                        .policy(policyName.getText().strip())
                        .isPresent()) {
                    problem = "There is a policy '" + policyName.getText().strip() + "' already";
                }
            }
            setErrorMessage(problem);
            setPageComplete(problem == null);
        }
    }
}
