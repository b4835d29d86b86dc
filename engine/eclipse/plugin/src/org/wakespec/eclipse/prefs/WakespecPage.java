// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.eclipse.prefs;

import org.eclipse.jface.preference.BooleanFieldEditor;
import org.eclipse.jface.preference.ComboFieldEditor;
import org.eclipse.jface.preference.FieldEditorPreferencePage;
import org.eclipse.jface.preference.IntegerFieldEditor;
import org.eclipse.jface.preference.StringFieldEditor;
import org.eclipse.ui.IWorkbench;
import org.eclipse.ui.IWorkbenchPreferencePage;
import org.wakespec.eclipse.WakespecPlugin;

/** The preference page. */
public final class WakespecPage extends FieldEditorPreferencePage implements IWorkbenchPreferencePage {

    private static final int LONGEST_DELAY_MS = 10_000;

    public WakespecPage() {
        super(GRID);
        setPreferenceStore(WakespecPlugin.get().getPreferenceStore());
        setDescription("Scheduler specifications");
    }

    @Override
    public void init(IWorkbench workbench) {
        // nothing depends on the workbench
    }

    @Override
    protected void createFieldEditors() {
        addField(new BooleanFieldEditor(
                Defaults.CHECK, "&Check feature files while they are written", getFieldEditorParent()));
        IntegerFieldEditor delay = new IntegerFieldEditor(
                Defaults.CHECK_DELAY, "Check after this many &milliseconds of rest:", getFieldEditorParent());
        delay.setValidRange(50, LONGEST_DELAY_MS);
        addField(delay);
        addField(new BooleanFieldEditor(
                Defaults.MARK_FAILURES, "Mark failed scenarios in their &files", getFieldEditorParent()));
        addField(new BooleanFieldEditor(
                Defaults.SHOW_VIEW, "Open the &Placement view when a run begins", getFieldEditorParent()));
        addField(new StringFieldEditor(
                Defaults.POLICIES,
                "P&olicies of new launches (names, or all; empty: as the tags say):",
                getFieldEditorParent()));
        addField(new ComboFieldEditor(
                Defaults.EVIDENCE,
                "&Evidence kept by new launches:",
                new String[][] {
                    {"one line for each decision", "none"},
                    {"decisions, ladders, machines", "normal"},
                    {"everything, pictures too", "all"}
                },
                getFieldEditorParent()));
    }
}
