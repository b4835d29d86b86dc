// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.eclipse.editor;

import java.util.function.Consumer;
import org.eclipse.core.resources.IFile;
import org.eclipse.core.resources.IProject;
import org.eclipse.jface.text.IDocument;
import org.eclipse.jface.text.IRegion;
import org.eclipse.jface.text.ITextViewer;
import org.eclipse.jface.text.reconciler.DirtyRegion;
import org.eclipse.jface.text.reconciler.IReconcilingStrategy;
import org.eclipse.jface.text.reconciler.IReconcilingStrategyExtension;
import org.eclipse.jface.text.reconciler.MonoReconciler;
import org.wakespec.eclipse.WakespecPlugin;
import org.wakespec.eclipse.prefs.Defaults;

/** Checks a feature in the background while it is written, and again when there is more to know about its steps. */
public final class CheckReconciler extends MonoReconciler {

    private final Consumer<IProject> moreWords = this::moreWords;

    public CheckReconciler() {
        super(new Strategy(), false);
        setDelay(Math.max(50, WakespecPlugin.get().getPreferenceStore().getInt(Defaults.CHECK_DELAY)));
    }

    @Override
    public void install(ITextViewer viewer) {
        super.install(viewer);
        WakespecPlugin.words().addListener(moreWords);
    }

    @Override
    public void uninstall() {
        WakespecPlugin.words().removeListener(moreWords);
        super.uninstall();
    }

    private void moreWords(IProject project) {
        IDocument document = getDocument();
        IFile file = document == null ? null : Documents.file(document);
        if (file != null && file.getProject().equals(project)) {
            forceReconciling();
        }
    }

    private static final class Strategy implements IReconcilingStrategy, IReconcilingStrategyExtension {

        private IDocument document;

        @Override
        public void setDocument(IDocument itsDocument) {
            document = itsDocument;
        }

        @Override
        public void setProgressMonitor(org.eclipse.core.runtime.IProgressMonitor monitor) {
            // a check takes milliseconds
        }

        @Override
        public void initialReconcile() {
            check();
        }

        @Override
        public void reconcile(DirtyRegion dirtyRegion, IRegion subRegion) {
            check();
        }

        @Override
        public void reconcile(IRegion partition) {
            check();
        }

        private void check() {
            IFile file = document == null ? null : Documents.file(document);
            if (file != null) {
                FeatureMarkers.update(file, document);
            }
        }
    }
}
