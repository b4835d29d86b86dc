// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.eclipse.editor;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.eclipse.core.resources.IFile;
import org.eclipse.core.resources.IMarker;
import org.eclipse.core.resources.IResource;
import org.eclipse.core.resources.IWorkspace;
import org.eclipse.core.resources.ResourcesPlugin;
import org.eclipse.core.runtime.CoreException;
import org.eclipse.jface.text.IDocument;
import org.wakespec.eclipse.WakespecPlugin;
import org.wakespec.eclipse.core.FeatureText;
import org.wakespec.eclipse.core.Finding;
import org.wakespec.eclipse.core.StepCheck;
import org.wakespec.eclipse.core.SyntaxCheck;
import org.wakespec.eclipse.prefs.Defaults;

/** Keeps the markers of a file as its text is; those that still hold are left alone. */
final class FeatureMarkers {

    /** Attribute: the kind of finding. */
    static final String KIND = "kind";
    /** Attribute: what a quick fix needs to know. */
    static final String SUBJECT = "subject";

    private FeatureMarkers() {}

    static void update(IFile file, IDocument document) {
        List<Finding> findings = new ArrayList<>();
        if (WakespecPlugin.get().getPreferenceStore().getBoolean(Defaults.CHECK)) {
            FeatureText text = FeatureText.of(document.get());
            findings.addAll(SyntaxCheck.of(text));
            findings.addAll(StepCheck.of(text, WakespecPlugin.words().of(file.getProject())));
        }
        IWorkspace workspace = ResourcesPlugin.getWorkspace();
        try {
            if (file.exists() && !same(file, findings)) {
                workspace.run(
                        monitor -> replace(file, findings),
                        workspace.getRuleFactory().markerRule(file),
                        IWorkspace.AVOID_UPDATE,
                        null);
            }
        } catch (CoreException e) {
            if (file.exists()) {
                WakespecPlugin.log(file.getFullPath() + " cannot be marked", e);
            }
        }
    }

    private static boolean same(IFile file, List<Finding> findings) throws CoreException {
        IMarker[] markers = file.findMarkers(WakespecPlugin.PROBLEM, false, IResource.DEPTH_ZERO);
        if (markers.length != findings.size()) {
            return false;
        }
        List<Map<String, Object>> wanted = new ArrayList<>(
                findings.stream().map(FeatureMarkers::attributes).toList());
        for (IMarker marker : markers) {
            if (!wanted.remove(marker.getAttributes())) {
                return false;
            }
        }
        return true;
    }

    private static void replace(IFile file, List<Finding> findings) throws CoreException {
        if (!file.exists()) {
            return;
        }
        List<Map<String, Object>> wanted = new ArrayList<>(
                findings.stream().map(FeatureMarkers::attributes).toList());
        for (IMarker marker : file.findMarkers(WakespecPlugin.PROBLEM, false, IResource.DEPTH_ZERO)) {
            if (!wanted.remove(marker.getAttributes())) {
                marker.delete();
            }
        }
        for (Map<String, Object> attributes : wanted) {
            file.createMarker(WakespecPlugin.PROBLEM, attributes);
        }
    }

    private static Map<String, Object> attributes(Finding finding) {
        Map<String, Object> attributes = new HashMap<>();
        attributes.put(IMarker.LINE_NUMBER, finding.line());
        attributes.put(IMarker.CHAR_START, finding.start());
        attributes.put(IMarker.CHAR_END, finding.end());
        attributes.put(IMarker.MESSAGE, finding.message());
        attributes.put(
                IMarker.SEVERITY,
                finding.kind() == Finding.Kind.UNDEFINED || finding.kind() == Finding.Kind.UNKNOWN_POLICY
                        ? IMarker.SEVERITY_WARNING
                        : IMarker.SEVERITY_ERROR);
        attributes.put(KIND, finding.kind().name());
        attributes.put(SUBJECT, finding.subject());
        return attributes;
    }
}
