// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.eclipse.prefs;

import org.eclipse.core.runtime.preferences.AbstractPreferenceInitializer;
import org.eclipse.jface.preference.IPreferenceStore;
import org.wakespec.eclipse.WakespecPlugin;

/** What can be preferred, and what holds if nobody did. */
public final class Defaults extends AbstractPreferenceInitializer {

    /** Whether features are checked while they are written. */
    public static final String CHECK = "check";
    /** How long after the last key, in ms. */
    public static final String CHECK_DELAY = "checkDelay";
    /** Whether failed scenarios become markers. */
    public static final String MARK_FAILURES = "markFailures";
    /** Whether a run opens the Placement view. */
    public static final String SHOW_VIEW = "showView";
    /** Policies of new launches; empty: as the scenarios say. */
    public static final String POLICIES = "policies";
    /** How much scenarios leave behind in new launches. */
    public static final String EVIDENCE = "evidence";

    @Override
    public void initializeDefaultPreferences() {
        IPreferenceStore store = WakespecPlugin.get().getPreferenceStore();
        store.setDefault(CHECK, true);
        store.setDefault(CHECK_DELAY, 300);
        store.setDefault(MARK_FAILURES, true);
        store.setDefault(SHOW_VIEW, true);
        store.setDefault(POLICIES, "");
        store.setDefault(EVIDENCE, "normal");
    }
}
