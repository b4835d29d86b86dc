// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.eclipse.editor;

import java.util.ArrayList;
import java.util.List;
import org.eclipse.jdt.core.IJavaElement;
import org.eclipse.jdt.core.JavaCore;
import org.eclipse.jdt.core.JavaModelException;
import org.eclipse.jdt.ui.JavaUI;
import org.eclipse.jface.text.IDocument;
import org.eclipse.jface.text.IRegion;
import org.eclipse.jface.text.ITextViewer;
import org.eclipse.jface.text.Region;
import org.eclipse.jface.text.hyperlink.AbstractHyperlinkDetector;
import org.eclipse.jface.text.hyperlink.IHyperlink;
import org.eclipse.ui.PartInitException;
import org.wakespec.eclipse.WakespecPlugin;
import org.wakespec.eclipse.core.FeatureLine;
import org.wakespec.eclipse.core.FeatureText;
import org.wakespec.eclipse.core.LineKind;
import org.wakespec.eclipse.core.StepDefinition;
import org.wakespec.eclipse.core.Steps;

/** From a step to its Java method. */
public final class StepLinks extends AbstractHyperlinkDetector {

    @Override
    public IHyperlink[] detectHyperlinks(ITextViewer viewer, IRegion region, boolean several) {
        IDocument document = viewer.getDocument();
        var file = document == null ? null : Documents.file(document);
        if (file == null || !"feature".equals(file.getFileExtension())) {
            return null;
        }
        FeatureText text = Documents.lines(document);
        FeatureLine line = text.lineAt(region.getOffset());
        if (line.kind() != LineKind.STEP) {
            return null;
        }
        List<IHyperlink> links = new ArrayList<>();
        for (StepDefinition definition : Steps.definitions(text, line, Documents.words(document))) {
            if (!definition.method().isEmpty()) {
                links.add(new Link(new Region(line.bodyStart(), line.end() - line.bodyStart()), definition));
            }
        }
        return links.isEmpty() ? null : links.toArray(IHyperlink[]::new);
    }

    private record Link(IRegion region, StepDefinition definition) implements IHyperlink {

        @Override
        public IRegion getHyperlinkRegion() {
            return region;
        }

        @Override
        public String getTypeLabel() {
            return "Step method";
        }

        @Override
        public String getHyperlinkText() {
            return "Open " + definition.where();
        }

        @Override
        public void open() {
            IJavaElement method = JavaCore.create(definition.method());
            try {
                JavaUI.revealInEditor(JavaUI.openInEditor(method), method);
            } catch (PartInitException | JavaModelException e) {
                WakespecPlugin.log(definition.where() + " cannot be opened", e);
            }
        }
    }
}
