// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.eclipse.editor;

import java.util.Comparator;
import java.util.List;
import org.eclipse.core.commands.AbstractHandler;
import org.eclipse.core.commands.ExecutionEvent;
import org.eclipse.core.commands.ExecutionException;
import org.eclipse.jface.text.BadLocationException;
import org.eclipse.jface.text.IDocument;
import org.eclipse.jface.text.IRewriteTarget;
import org.eclipse.jface.text.ITextSelection;
import org.eclipse.ui.IEditorPart;
import org.eclipse.ui.handlers.HandlerUtil;
import org.eclipse.ui.texteditor.ITextEditor;
import org.wakespec.eclipse.core.Edit;
import org.wakespec.eclipse.core.FeatureText;
import org.wakespec.eclipse.core.Tables;

/** Formats the tables the selection touches; all of them if it touches none. */
public final class FormatTables extends AbstractHandler {

    @Override
    public Object execute(ExecutionEvent event) throws ExecutionException {
        IEditorPart part = HandlerUtil.getActiveEditor(event);
        if (part instanceof ITextEditor editor) {
            try {
                format(editor);
            } catch (BadLocationException e) {
                throw new ExecutionException("the tables could not be formatted", e);
            }
        }
        return null;
    }

    /** Formats the tables of an editor. */
    public static void format(ITextEditor editor) throws BadLocationException {
        IDocument document = editor.getDocumentProvider().getDocument(editor.getEditorInput());
        FeatureText text = Documents.lines(document);
        int first = 1;
        int last = text.lines().size();
        if (editor.getSelectionProvider().getSelection() instanceof ITextSelection selection
                && selection.getStartLine() >= 0) {
            first = selection.getStartLine() + 1;
            last = selection.getEndLine() + 1;
        }
        List<Edit> edits = Tables.format(text, first, last);
        if (edits.isEmpty()) {
            edits = Tables.format(text, 1, text.lines().size());
        }
        IRewriteTarget target = editor.getAdapter(IRewriteTarget.class);
        if (target != null) {
            target.beginCompoundChange();
        }
        try {
            for (Edit edit : edits.stream()
                    .sorted(Comparator.comparingInt(Edit::offset).reversed())
                    .toList()) {
                document.replace(edit.offset(), edit.length(), edit.text());
            }
        } finally {
            if (target != null) {
                target.endCompoundChange();
            }
        }
    }
}
