// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.eclipse.editor;

import java.util.EnumMap;
import java.util.Map;
import org.eclipse.jface.resource.JFaceResources;
import org.eclipse.jface.text.DocumentEvent;
import org.eclipse.jface.text.IDocument;
import org.eclipse.jface.text.IRegion;
import org.eclipse.jface.text.ITypedRegion;
import org.eclipse.jface.text.Region;
import org.eclipse.jface.text.TextPresentation;
import org.eclipse.jface.text.presentation.IPresentationDamager;
import org.eclipse.jface.text.presentation.IPresentationRepairer;
import org.eclipse.jface.text.presentation.PresentationReconciler;
import org.eclipse.swt.SWT;
import org.eclipse.swt.custom.StyleRange;
import org.eclipse.swt.graphics.Color;
import org.eclipse.swt.graphics.RGB;
import org.eclipse.swt.widgets.Display;
import org.wakespec.eclipse.core.Colours;
import org.wakespec.eclipse.core.FeatureLine;
import org.wakespec.eclipse.core.FeatureText;
import org.wakespec.eclipse.core.LineKind;

/** Colours feature files, with the keywords of all languages Gherkin knows; readable on light and dark backgrounds. */
public final class FeatureColouring extends PresentationReconciler {

    public FeatureColouring() {
        Painter painter = new Painter();
        setDamager(painter, IDocument.DEFAULT_CONTENT_TYPE);
        setRepairer(painter, IDocument.DEFAULT_CONTENT_TYPE);
    }

    /** Colours the lines that changed; everything below them if doc strings or the language changed. */
    private static final class Painter implements IPresentationDamager, IPresentationRepairer {

        private final Map<Colours.Kind, Color> colours = new EnumMap<>(Colours.Kind.class);
        private IDocument document;
        private boolean dark;

        @Override
        public void setDocument(IDocument itsDocument) {
            document = itsDocument;
        }

        @Override
        public IRegion getDamageRegion(ITypedRegion partition, DocumentEvent event, boolean partitioningChanged) {
            FeatureText text = Documents.lines(event.getDocument());
            FeatureLine first = text.lineAt(event.getOffset());
            String inserted = event.getText() == null ? "" : event.getText();
            FeatureLine last = text.lineAt(event.getOffset() + inserted.length());
            boolean rest = inserted.contains("\n") || event.getLength() > 1 || changesMore(first) || changesMore(last);
            int end = rest ? event.getDocument().getLength() : last.end();
            return new Region(first.offset(), Math.max(0, end - first.offset()));
        }

        private static boolean changesMore(FeatureLine line) {
            return line.kind().isHeading()
                    || line.kind() == LineKind.DOC_DELIMITER
                    || line.kind() == LineKind.DOC_TEXT
                    || line.text().contains("\"\"")
                    || line.text().contains("``")
                    || line.text().contains(":")
                    || line.kind() == LineKind.TABLE;
        }

        @Override
        public void createPresentation(TextPresentation presentation, ITypedRegion damage) {
            boolean isDark = isDark();
            if (isDark != dark) {
                colours.clear();
                dark = isDark;
            }
            FeatureText text = Documents.lines(document);
            int end = damage.getOffset() + damage.getLength();
            for (Colours.Part part : Colours.of(text, damage.getOffset(), end)) {
                int from = Math.max(part.offset(), damage.getOffset());
                int to = Math.min(part.offset() + part.length(), end);
                if (to > from) {
                    presentation.addStyleRange(
                            new StyleRange(from, to - from, colour(part.kind()), null, style(part.kind())));
                }
            }
        }

        private static boolean isDark() {
            RGB background = JFaceResources.getColorRegistry().getRGB("org.eclipse.ui.editors.backgroundColor");
            if (background == null) {
                background = Display.getDefault()
                        .getSystemColor(SWT.COLOR_LIST_BACKGROUND)
                        .getRGB();
            }
            return background.red + background.green + background.blue < 3 * 128;
        }

        private static int style(Colours.Kind kind) {
            return switch (kind) {
                case HEADING, STEP_KEYWORD, TABLE_HEAD -> SWT.BOLD;
                case PLACEHOLDER -> SWT.ITALIC;
                default -> SWT.NORMAL;
            };
        }

        private Color colour(Colours.Kind kind) {
            return colours.computeIfAbsent(kind, k -> rgb(k, dark) == null ? null : new Color(rgb(k, dark)));
        }

        private static RGB rgb(Colours.Kind kind, boolean dark) {
            return switch (kind) {
                case HEADING -> dark ? new RGB(197, 134, 192) : new RGB(127, 0, 85);
                case TITLE -> dark ? new RGB(220, 220, 170) : new RGB(60, 60, 60);
                case STEP_KEYWORD -> dark ? new RGB(86, 156, 214) : new RGB(0, 64, 160);
                case TAG -> dark ? new RGB(78, 201, 176) : new RGB(0, 110, 110);
                case COMMENT -> dark ? new RGB(106, 153, 85) : new RGB(63, 127, 95);
                case STRING, DOC_STRING -> dark ? new RGB(206, 145, 120) : new RGB(163, 21, 21);
                case NUMBER -> dark ? new RGB(181, 206, 168) : new RGB(9, 110, 60);
                case PLACEHOLDER -> dark ? new RGB(156, 220, 254) : new RGB(120, 70, 0);
                case TABLE_BAR -> dark ? new RGB(128, 128, 128) : new RGB(140, 140, 140);
                case TABLE_HEAD, TEXT -> null;
            };
        }
    }
}
