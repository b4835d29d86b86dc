// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.eclipse.editor;

import org.eclipse.core.filebuffers.FileBuffers;
import org.eclipse.core.filebuffers.ITextFileBuffer;
import org.eclipse.core.resources.IFile;
import org.eclipse.jface.text.IDocument;
import org.wakespec.eclipse.WakespecPlugin;
import org.wakespec.eclipse.core.FeatureText;
import org.wakespec.eclipse.core.Vocabulary;

/** Documents and what belongs to them: the file, the lines, the vocabulary of the project. */
final class Documents {

    private static IDocument lastDocument;
    private static String lastText;
    private static FeatureText lastLines;

    private Documents() {}

    /** The workspace file a document is the content of; null if there is none, as for files outside the workspace. */
    static IFile file(IDocument document) {
        ITextFileBuffer buffer = FileBuffers.getTextFileBufferManager().getTextFileBuffer(document);
        return buffer == null || buffer.getLocation() == null
                ? null
                : FileBuffers.getWorkspaceFileAtLocation(buffer.getLocation());
    }

    /** The document line by line; the last one asked for is kept, since everybody asks for the same. */
    static synchronized FeatureText lines(IDocument document) {
        String text = document.get();
        if (document != lastDocument || !text.equals(lastText)) {
            lastDocument = document;
            lastText = text;
            lastLines = FeatureText.of(text);
        }
        return lastLines;
    }

    /** What can be said in this document. */
    static Vocabulary words(IDocument document) {
        IFile file = file(document);
        return file == null ? Vocabulary.EMPTY : WakespecPlugin.words().of(file.getProject());
    }
}
