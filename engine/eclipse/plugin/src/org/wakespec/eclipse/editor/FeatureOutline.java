// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.eclipse.editor;

import java.util.List;
import org.eclipse.jface.text.DocumentEvent;
import org.eclipse.jface.text.IDocument;
import org.eclipse.jface.text.IDocumentListener;
import org.eclipse.jface.viewers.ITreeContentProvider;
import org.eclipse.jface.viewers.LabelProvider;
import org.eclipse.jface.viewers.SelectionChangedEvent;
import org.eclipse.jface.viewers.TreeViewer;
import org.eclipse.swt.graphics.Image;
import org.eclipse.swt.widgets.Composite;
import org.eclipse.swt.widgets.Display;
import org.eclipse.ui.PlatformUI;
import org.eclipse.ui.texteditor.ITextEditor;
import org.eclipse.ui.views.contentoutline.ContentOutlinePage;
import org.wakespec.eclipse.WakespecPlugin;
import org.wakespec.eclipse.core.FeatureLine;
import org.wakespec.eclipse.core.Outline;

/** Rules, scenarios, steps and examples of a feature file. */
final class FeatureOutline extends ContentOutlinePage implements IDocumentListener {

    private static final int DELAY_MS = 300;

    private final ITextEditor editor;
    private final Runnable refresh = this::refresh;
    private IDocument document;

    FeatureOutline(ITextEditor editor) {
        this.editor = editor;
    }

    @Override
    public void createControl(Composite parent) {
        super.createControl(parent);
        TreeViewer viewer = getTreeViewer();
        viewer.setUseHashlookup(true);
        viewer.setContentProvider(new Parts());
        viewer.setLabelProvider(new Labels());
        document = editor.getDocumentProvider().getDocument(editor.getEditorInput());
        if (document != null) {
            document.addDocumentListener(this);
            viewer.setInput(Outline.of(Documents.lines(document)));
            viewer.expandToLevel(3);
        }
    }

    private void refresh() {
        TreeViewer viewer = getTreeViewer();
        if (viewer != null && !viewer.getControl().isDisposed() && document != null) {
            viewer.getControl().setRedraw(false);
            viewer.setInput(Outline.of(Documents.lines(document)));
            viewer.expandToLevel(3);
            viewer.getControl().setRedraw(true);
        }
    }

    @Override
    public void selectionChanged(SelectionChangedEvent event) {
        super.selectionChanged(event);
        if (event.getStructuredSelection().getFirstElement() instanceof Outline node
                && document != null
                && getControl().isFocusControl()) {
            Documents.lines(document)
                    .line(node.line())
                    .map(FeatureLine::start)
                    .ifPresent(offset ->
                            editor.selectAndReveal(offset, node.keyword().length()));
        }
    }

    @Override
    public void documentAboutToBeChanged(DocumentEvent event) {
        // only the result counts
    }

    @Override
    public void documentChanged(DocumentEvent event) {
        // documents are changed by other threads, too, for example when a search replaces text
        Display display = PlatformUI.getWorkbench().getDisplay();
        display.asyncExec(() -> {
            if (getControl() != null && !getControl().isDisposed()) {
                display.timerExec(DELAY_MS, refresh);
            }
        });
    }

    @Override
    public void dispose() {
        if (document != null) {
            document.removeDocumentListener(this);
        }
        super.dispose();
    }

    private static final class Parts implements ITreeContentProvider {

        @Override
        public Object[] getElements(Object input) {
            return ((List<?>) input).toArray();
        }

        @Override
        public Object[] getChildren(Object parent) {
            return ((Outline) parent).children().toArray();
        }

        @Override
        public Object getParent(Object element) {
            return null;
        }

        @Override
        public boolean hasChildren(Object element) {
            return !((Outline) element).children().isEmpty();
        }
    }

    private static final class Labels extends LabelProvider {

        @Override
        public Image getImage(Object element) {
            return WakespecPlugin.get()
                    .image(
                            switch (((Outline) element).kind()) {
                                case FEATURE -> "feature";
                                case RULE -> "rule";
                                case STEP -> "step";
                                case EXAMPLES -> "examples";
                                default -> "scenario";
                            });
        }
    }
}
