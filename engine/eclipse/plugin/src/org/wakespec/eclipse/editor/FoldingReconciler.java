// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.eclipse.editor;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import org.eclipse.jface.text.BadLocationException;
import org.eclipse.jface.text.IDocument;
import org.eclipse.jface.text.IRegion;
import org.eclipse.jface.text.ITextViewer;
import org.eclipse.jface.text.Position;
import org.eclipse.jface.text.reconciler.DirtyRegion;
import org.eclipse.jface.text.reconciler.IReconcilingStrategy;
import org.eclipse.jface.text.reconciler.IReconcilingStrategyExtension;
import org.eclipse.jface.text.reconciler.MonoReconciler;
import org.eclipse.jface.text.source.Annotation;
import org.eclipse.jface.text.source.projection.ProjectionAnnotation;
import org.eclipse.jface.text.source.projection.ProjectionAnnotationModel;
import org.eclipse.jface.text.source.projection.ProjectionViewer;
import org.wakespec.eclipse.core.FeatureText;
import org.wakespec.eclipse.core.LineKind;
import org.wakespec.eclipse.core.Outline;

/** Folds rules, scenarios, backgrounds and examples. */
public final class FoldingReconciler extends MonoReconciler {

    public FoldingReconciler() {
        super(new Strategy(), false);
    }

    @Override
    public void install(ITextViewer viewer) {
        ((Strategy) getReconcilingStrategy(IDocument.DEFAULT_CONTENT_TYPE)).viewer =
                viewer instanceof ProjectionViewer projection ? projection : null;
        super.install(viewer);
    }

    private static final class Strategy implements IReconcilingStrategy, IReconcilingStrategyExtension {

        private ProjectionViewer viewer;
        private IDocument document;

        @Override
        public void setDocument(IDocument itsDocument) {
            document = itsDocument;
        }

        @Override
        public void setProgressMonitor(org.eclipse.core.runtime.IProgressMonitor monitor) {
            // folding takes milliseconds
        }

        @Override
        public void initialReconcile() {
            fold();
        }

        @Override
        public void reconcile(DirtyRegion dirtyRegion, IRegion subRegion) {
            fold();
        }

        @Override
        public void reconcile(IRegion partition) {
            fold();
        }

        private void fold() {
            ProjectionAnnotationModel model = viewer == null ? null : viewer.getProjectionAnnotationModel();
            if (model == null || document == null) {
                return;
            }
            List<Position> wanted = new ArrayList<>();
            collect(Outline.of(FeatureText.of(document.get())), wanted);
            List<Annotation> gone = new ArrayList<>();
            Iterator<Annotation> old = model.getAnnotationIterator();
            while (old.hasNext()) {
                Annotation annotation = old.next();
                if (annotation instanceof ProjectionAnnotation && !wanted.remove(model.getPosition(annotation))) {
                    gone.add(annotation);
                }
            }
            Map<Annotation, Position> added = new HashMap<>();
            wanted.forEach(position -> added.put(new ProjectionAnnotation(), position));
            if (!gone.isEmpty() || !added.isEmpty()) {
                model.modifyAnnotations(gone.toArray(Annotation[]::new), added, null);
            }
        }

        private void collect(List<Outline> nodes, List<Position> wanted) {
            for (Outline node : nodes) {
                if (node.kind() != LineKind.FEATURE && node.kind() != LineKind.STEP && node.lastLine() > node.line()) {
                    try {
                        int from = document.getLineOffset(node.line() - 1);
                        int to = document.getLineOffset(node.lastLine() - 1)
                                + document.getLineLength(node.lastLine() - 1);
                        wanted.add(new Position(from, to - from));
                    } catch (BadLocationException e) {
                        // the text has become shorter meanwhile; the next change folds again
                        return;
                    }
                }
                collect(node.children(), wanted);
            }
        }
    }
}
