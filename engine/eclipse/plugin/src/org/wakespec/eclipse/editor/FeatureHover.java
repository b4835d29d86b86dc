// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.eclipse.editor;

import org.eclipse.jface.text.DefaultInformationControl;
import org.eclipse.jface.text.IInformationControlCreator;
import org.eclipse.jface.text.IRegion;
import org.eclipse.jface.text.ITextHover;
import org.eclipse.jface.text.ITextHoverExtension;
import org.eclipse.jface.text.ITextViewer;
import org.eclipse.jface.text.Region;
import org.wakespec.eclipse.core.Describe;

/** Shows what a step, a policy or a machine is. */
public final class FeatureHover implements ITextHover, ITextHoverExtension {

    @Override
    public String getHoverInfo(ITextViewer viewer, IRegion region) {
        return Describe.at(
                        Documents.lines(viewer.getDocument()),
                        region.getOffset(),
                        Documents.words(viewer.getDocument()))
                .map(Describe.Hover::html)
                .orElse(null);
    }

    @Override
    public IRegion getHoverRegion(ITextViewer viewer, int offset) {
        return Describe.at(Documents.lines(viewer.getDocument()), offset, Documents.words(viewer.getDocument()))
                .map(hover -> (IRegion) new Region(hover.start(), hover.length()))
                .orElse(null);
    }

    @Override
    public IInformationControlCreator getHoverControlCreator() {
        return parent -> new DefaultInformationControl(parent, false);
    }
}
