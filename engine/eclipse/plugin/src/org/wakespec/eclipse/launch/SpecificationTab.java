// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.eclipse.launch;

import java.util.List;
import org.eclipse.core.resources.IProject;
import org.eclipse.core.resources.ResourcesPlugin;
import org.eclipse.core.runtime.CoreException;
import org.eclipse.debug.core.ILaunchConfiguration;
import org.eclipse.debug.core.ILaunchConfigurationWorkingCopy;
import org.eclipse.debug.ui.AbstractLaunchConfigurationTab;
import org.eclipse.jdt.launching.IJavaLaunchConfigurationConstants;
import org.eclipse.jface.layout.GridDataFactory;
import org.eclipse.jface.layout.GridLayoutFactory;
import org.eclipse.jface.window.Window;
import org.eclipse.swt.SWT;
import org.eclipse.swt.graphics.Image;
import org.eclipse.swt.widgets.Button;
import org.eclipse.swt.widgets.Combo;
import org.eclipse.swt.widgets.Composite;
import org.eclipse.swt.widgets.Label;
import org.eclipse.swt.widgets.Text;
import org.eclipse.ui.dialogs.ElementListSelectionDialog;
import org.wakespec.eclipse.WakespecPlugin;
import org.wakespec.eclipse.core.Named;
import org.wakespec.eclipse.core.RunSelection;
import org.wakespec.eclipse.core.VmArguments;

/**
 * Policies, tags, features and seed of a JUnit launch. They are JVM arguments of the launch, so they hold without this
 * plug-in, too, and can be read on the Arguments tab.
 */
public final class SpecificationTab extends AbstractLaunchConfigurationTab {

    private static final String[] EVIDENCE = {"normal", "all", "none"};

    private Text policies;
    private Text tags;
    private Text features;
    private Text seed;
    private Combo evidence;
    private IProject project;

    @Override
    public void createControl(Composite parent) {
        Composite page = new Composite(parent, SWT.NONE);
        GridLayoutFactory.swtDefaults().numColumns(3).applyTo(page);
        policies = text(
                page, "&Policies:", "names, separated by commas, or all; empty: as the scenarios' tags say", false);
        Button choose = new Button(page, SWT.PUSH);
        choose.setText("C&hoose...");
        choose.addListener(SWT.Selection, event -> choosePolicies());
        tags = text(page, "&Tags:", "a tag expression: @numa and not @slow", true);
        features = text(page, "&Features:", "ends of paths, with lines if wanted: sync.feature:12,numa/", true);
        seed = text(page, "&Seed of a random order:", "empty: in the order of names", true);
        label(page, "&Evidence:");
        evidence = new Combo(page, SWT.READ_ONLY);
        evidence.setItems(EVIDENCE);
        evidence.addListener(SWT.Selection, event -> updateLaunchConfigurationDialog());
        GridDataFactory.swtDefaults().span(2, 1).applyTo(evidence);
        setControl(page);
    }

    private static void label(Composite page, String text) {
        new Label(page, SWT.NONE).setText(text);
    }

    private Text text(Composite page, String label, String hint, boolean wide) {
        label(page, label);
        Text text = new Text(page, SWT.BORDER);
        text.setMessage(hint);
        text.setToolTipText(hint);
        GridDataFactory.fillDefaults().grab(true, false).hint(200, SWT.DEFAULT).span(wide ? 2 : 1, 1).applyTo(text);
        text.addListener(SWT.Modify, event -> updateLaunchConfigurationDialog());
        return text;
    }

    private void choosePolicies() {
        List<Named> known = WakespecPlugin.words().of(project).policies();
        ElementListSelectionDialog dialog =
                new ElementListSelectionDialog(getShell(), new org.eclipse.jface.viewers.LabelProvider() {
                    @Override
                    public String getText(Object element) {
                        return ((Named) element).name() + "  -  " + ((Named) element).title();
                    }
                });
        dialog.setTitle("Policies");
        dialog.setMessage("Run the scenarios on these policies:");
        dialog.setMultipleSelection(true);
        dialog.setElements(known.toArray());
        if (dialog.open() == Window.OK) {
            policies.setText(String.join(
                    ",",
                    java.util.Arrays.stream(dialog.getResult())
                            .map(named -> ((Named) named).name())
                            .toList()));
        }
    }

    @Override
    public void setDefaults(ILaunchConfigurationWorkingCopy configuration) {
        // a launch without any of these is a good one
    }

    @Override
    public void initializeFrom(ILaunchConfiguration configuration) {
        VmArguments arguments = arguments(configuration);
        policies.setText(arguments.property(RunSelection.POLICIES).orElse(""));
        tags.setText(arguments.property(RunSelection.TAGS).orElse(""));
        features.setText(arguments.property(RunSelection.FEATURES).orElse(""));
        seed.setText(arguments.property(RunSelection.SEED).orElse(""));
        evidence.setText(arguments.property(RunSelection.EVIDENCE).orElse(EVIDENCE[0]));
        try {
            String name = configuration.getAttribute(IJavaLaunchConfigurationConstants.ATTR_PROJECT_NAME, "");
            project = name.isEmpty()
                    ? null
                    : ResourcesPlugin.getWorkspace().getRoot().getProject(name);
        } catch (CoreException e) {
            setErrorMessage(e.getStatus().getMessage());
        }
    }

    private static VmArguments arguments(ILaunchConfiguration configuration) {
        try {
            return VmArguments.of(configuration.getAttribute(IJavaLaunchConfigurationConstants.ATTR_VM_ARGUMENTS, ""));
        } catch (CoreException e) {
            WakespecPlugin.log("a launch configuration cannot be read", e);
            return VmArguments.of("");
        }
    }

    @Override
    public void performApply(ILaunchConfigurationWorkingCopy configuration) {
        VmArguments arguments = arguments(configuration)
                .with(RunSelection.POLICIES, policies.getText())
                .with(RunSelection.TAGS, tags.getText())
                .with(RunSelection.FEATURES, features.getText())
                .with(RunSelection.SEED, seed.getText())
                .with(RunSelection.ORDER, seed.getText().isBlank() ? "" : "random")
                .with(RunSelection.EVIDENCE, evidence.getText().equals(EVIDENCE[0]) ? "" : evidence.getText());
        String text = arguments.toString();
        // an attribute that was not there stays away: otherwise every JUnit launch would look changed
        if (!text.equals(arguments(configuration).toString())) {
            configuration.setAttribute(IJavaLaunchConfigurationConstants.ATTR_VM_ARGUMENTS, text);
        }
    }

    @Override
    public boolean isValid(ILaunchConfiguration configuration) {
        setErrorMessage(null);
        String number = seed.getText().strip();
        if (!number.isEmpty() && !number.matches("-?\\d{1,18}")) {
            setErrorMessage("The seed is a whole number, not '" + number + "'");
            return false;
        }
        return true;
    }

    @Override
    public String getName() {
        return "Wakespec";
    }

    @Override
    public Image getImage() {
        return WakespecPlugin.get().image("run");
    }
}
