// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.eclipse.view;

import java.util.BitSet;
import java.util.Map;
import org.eclipse.swt.SWT;
import org.eclipse.swt.graphics.Color;
import org.eclipse.swt.graphics.Font;
import org.eclipse.swt.graphics.FontData;
import org.eclipse.swt.graphics.GC;
import org.eclipse.swt.graphics.Point;
import org.eclipse.swt.graphics.Rectangle;
import org.eclipse.swt.graphics.Transform;
import org.eclipse.swt.widgets.Canvas;
import org.eclipse.swt.widgets.Composite;
import org.eclipse.swt.widgets.ScrollBar;
import org.wakespec.eclipse.core.Decisions.Decision;
import org.wakespec.eclipse.core.MachineLayout;
import org.wakespec.eclipse.core.MachineShape;

/**
 * Draws a machine with a placement on it. State is told by form as well as by colour. Wheel with Ctrl, or + and -, zooms;
 * 0 or a double click fits; scroll bars move.
 */
final class MachineCanvas extends Canvas {

    private static final double MOST = 6;
    private static final double LEAST = 0.1;
    private static final double STEP = 1.2;
    private static final int MARGIN = 8;
    private static final int LEGEND = 24;

    private MachineShape shape;
    private MachineLayout layout;
    private Decision decision;
    private int number;
    private double zoom = 1;
    private boolean fits = true;
    private final Font label;
    private final Font digits;
    private final Font mark;

    MachineCanvas(Composite parent) {
        super(parent, SWT.DOUBLE_BUFFERED | SWT.H_SCROLL | SWT.V_SCROLL | SWT.BORDER);
        FontData data = getFont().getFontData()[0];
        label = new Font(getDisplay(), data.getName(), 8, SWT.NORMAL);
        digits = new Font(getDisplay(), data.getName(), 9, SWT.NORMAL);
        mark = new Font(getDisplay(), data.getName(), 8, SWT.BOLD);
        setBackground(getDisplay().getSystemColor(SWT.COLOR_LIST_BACKGROUND));
        addListener(SWT.Paint, event -> paint(event.gc));
        addListener(SWT.Resize, event -> resized());
        addListener(SWT.Dispose, event -> {
            label.dispose();
            digits.dispose();
            mark.dispose();
        });
        addListener(SWT.MouseVerticalWheel, event -> {
            if ((event.stateMask & SWT.MOD1) != 0) {
                zoom(event.count > 0 ? STEP : 1 / STEP);
                event.doit = false;
            }
        });
        addListener(SWT.KeyDown, event -> {
            switch (event.character) {
                case '+', '=' -> zoom(STEP);
                case '-' -> zoom(1 / STEP);
                case '0' -> fit();
                default -> {}
            }
        });
        addListener(SWT.MouseDoubleClick, event -> fit());
        addListener(SWT.MouseMove, event -> tip(event.x, event.y));
        for (ScrollBar bar : new ScrollBar[] {getHorizontalBar(), getVerticalBar()}) {
            bar.addListener(SWT.Selection, event -> redraw());
        }
    }

    /** Shows a decision on a machine; null for neither. */
    void show(MachineShape itsShape, Decision itsDecision, int itsNumber) {
        boolean other = shape == null || itsShape == null || !shape.equals(itsShape);
        shape = itsShape;
        decision = itsDecision;
        number = itsNumber;
        if (other) {
            fits = true;
            layout = shape == null ? null : MachineLayout.of(shape);
            resized();
        }
        redraw();
    }

    /** How large it is drawn; 1 is natural size. */
    double zoom() {
        return zoom;
    }

    void zoom(double factor) {
        fits = false;
        zoom = Math.max(LEAST, Math.min(MOST, zoom * factor));
        scrollBars();
        redraw();
    }

    void fit() {
        fits = true;
        resized();
        redraw();
    }

    private void resized() {
        if (layout != null && fits) {
            Rectangle area = getClientArea();
            double x = (area.width - 2.0 * MARGIN) / layout.width();
            double y = (area.height - 2.0 * MARGIN - LEGEND) / layout.height();
            zoom = Math.max(LEAST, Math.min(2, Math.min(x, y)));
        }
        scrollBars();
    }

    private void scrollBars() {
        Rectangle area = getClientArea();
        set(getHorizontalBar(), layout == null ? 0 : (int) (layout.width() * zoom) + 2 * MARGIN, area.width);
        set(getVerticalBar(), layout == null ? 0 : (int) (layout.height() * zoom) + 2 * MARGIN + LEGEND, area.height);
    }

    private static void set(ScrollBar bar, int size, int visible) {
        int most = Math.max(1, size);
        int thumb = Math.max(1, Math.min(most, visible));
        bar.setValues(Math.min(bar.getSelection(), most - thumb), 0, most, thumb, 20, Math.max(1, thumb));
        bar.setVisible(size > visible);
    }

    private Point origin() {
        return new Point(
                MARGIN - getHorizontalBar().getSelection(),
                MARGIN - getVerticalBar().getSelection());
    }

    private void tip(int x, int y) {
        String text = null;
        if (layout != null) {
            Point origin = origin();
            var cpu = layout.cpuAt((int) ((x - origin.x) / zoom), (int) ((y - origin.y) / zoom));
            text = cpu.isPresent() ? describe(cpu.getAsInt()) : null;
        }
        if (!java.util.Objects.equals(text, getToolTipText())) {
            setToolTipText(text);
        }
    }

    /** What is to be said about a CPU. */
    String describe(int cpu) {
        StringBuilder text = new StringBuilder("CPU ").append(cpu);
        if (shape.offline().get(cpu)) {
            return text.append(", offline").toString();
        }
        if (hasBusy()) {
            text.append(busy().get(cpu) ? ", busy" : ", idle");
        }
        text.append(shape.isolated().get(cpu) ? ", isolated" : "");
        if (decision != null) {
            text.append(decision.probed().get(cpu) ? ", probed" : "");
            text.append(decision.wakerCpu() == cpu ? "; " + decision.waker() + " runs here" : "");
            text.append(decision.prevCpu() == cpu ? "; " + decision.task() + " was here" : "");
            text.append(decision.cpu() == cpu ? "; " + decision.task() + " is placed here" : "");
        }
        return text.toString();
    }

    private boolean hasBusy() {
        return number < shape.busy().size();
    }

    private BitSet busy() {
        return hasBusy() ? shape.busy().get(number) : new BitSet();
    }

    // ------------------------------------------------------------------ drawing

    private boolean dark() {
        Color background = getBackground();
        return background.getRed() + background.getGreen() + background.getBlue() < 3 * 128;
    }

    private Color colour(int light, int dark) {
        int rgb = dark() ? dark : light;
        return new Color(rgb >> 16, rgb >> 8 & 0xff, rgb & 0xff);
    }

    private void paint(GC gc) {
        Rectangle area = getClientArea();
        if (layout == null) {
            gc.setForeground(colour(0x57606a, 0x9da7b1));
            gc.drawText("Run a specification and select a scenario: its machine is drawn here.", MARGIN, MARGIN, true);
            return;
        }
        gc.setAntialias(SWT.ON);
        Transform transform = new Transform(getDisplay());
        try {
            Point origin = origin();
            transform.translate(origin.x, origin.y);
            transform.scale((float) zoom, (float) zoom);
            gc.setTransform(transform);
            for (MachineLayout.Box box : layout.boxes()) {
                box(gc, box);
            }
            BitSet probed = decision == null ? new BitSet() : decision.probed();
            BitSet busy = busy();
            for (MachineLayout.Box cell : layout.cells()) {
                cell(gc, cell, busy.get(cell.cpu()), probed.get(cell.cpu()));
            }
            if (decision != null) {
                layout.cells().forEach(cell -> marks(gc, cell));
            }
            gc.setTransform(null);
        } finally {
            transform.dispose();
        }
        legend(gc, area);
    }

    private void box(GC gc, MachineLayout.Box box) {
        gc.setBackground(box.depth() % 2 == 0 ? colour(0xf6f8fa, 0x161b22) : colour(0xffffff, 0x0d1117));
        gc.setForeground(colour(0x8c959f, 0x6e7681));
        gc.setLineWidth(1);
        gc.setLineStyle(SWT.LINE_SOLID);
        gc.fillRoundRectangle(box.x(), box.y(), box.width(), box.height(), 6, 6);
        gc.drawRoundRectangle(box.x(), box.y(), box.width() - 1, box.height() - 1, 6, 6);
        if (!box.label().isEmpty()) {
            gc.setFont(label);
            gc.setForeground(colour(0x57606a, 0x9da7b1));
            gc.drawText(box.label(), box.x() + 6, box.y() + 3, true);
        }
    }

    private void cell(GC gc, MachineLayout.Box cell, boolean busy, boolean probed) {
        boolean offline = shape.offline().get(cell.cpu());
        boolean isolated = shape.isolated().get(cell.cpu());
        gc.setLineWidth(1);
        gc.setLineStyle(isolated ? SWT.LINE_DASH : SWT.LINE_SOLID);
        gc.setBackground(
                offline ? colour(0xe6e8eb, 0x21262d) : busy ? colour(0xf4b183, 0x8a4b16) : colour(0xffffff, 0x0d1117));
        gc.setForeground(busy ? colour(0x9a4a00, 0xf0883e) : colour(0x6e7781, 0x8b949e));
        gc.fillRoundRectangle(cell.x(), cell.y(), cell.width(), cell.height(), 4, 4);
        gc.drawRoundRectangle(cell.x(), cell.y(), cell.width() - 1, cell.height() - 1, 4, 4);
        gc.setLineStyle(SWT.LINE_SOLID);
        gc.setFont(digits);
        gc.setForeground(offline ? colour(0x8c959f, 0x6e7681) : colour(0x1b1f24, 0xe6edf3));
        Point size = gc.textExtent(cell.label());
        gc.drawText(cell.label(), cell.x() + (cell.width() - size.x) / 2, cell.y() + 2, true);
        if (offline) {
            gc.drawLine(cell.x() + 3, cell.y() + 3, cell.x() + cell.width() - 4, cell.y() + cell.height() - 4);
        }
        if (probed) {
            gc.setBackground(colour(0xcf222e, 0xff7b72));
            gc.fillOval(cell.x() + cell.width() - 9, cell.y() + 3, 6, 6);
        }
    }

    private void marks(GC gc, MachineLayout.Box cell) {
        StringBuilder letters = new StringBuilder();
        if (cell.cpu() == decision.cpu()) {
            frame(gc, cell, -1, 4, SWT.LINE_SOLID, colour(0x1a7f37, 0x3fb950));
            letters.append('C');
        }
        if (cell.cpu() == decision.prevCpu()) {
            frame(gc, cell, 3, 2, SWT.LINE_DASH, colour(0x8250df, 0xbc8cff));
            letters.append('P');
        }
        if (cell.cpu() == decision.wakerCpu()) {
            frame(gc, cell, 5, 2, SWT.LINE_SOLID, colour(0x0969da, 0x58a6ff));
            letters.append('W');
        }
        if (letters.length() > 0) {
            gc.setFont(mark);
            gc.setForeground(colour(0x1b1f24, 0xe6edf3));
            Point size = gc.textExtent(letters.toString());
            gc.drawText(
                    letters.toString(),
                    cell.x() + (cell.width() - size.x) / 2,
                    cell.y() + cell.height() - size.y - 2,
                    true);
        }
    }

    private static void frame(GC gc, MachineLayout.Box cell, int inset, int width, int style, Color colour) {
        gc.setForeground(colour);
        gc.setLineWidth(width);
        gc.setLineStyle(style);
        gc.drawRoundRectangle(
                cell.x() + inset, cell.y() + inset, cell.width() - 1 - 2 * inset, cell.height() - 1 - 2 * inset, 5, 5);
        gc.setLineStyle(SWT.LINE_SOLID);
    }

    private void legend(GC gc, Rectangle area) {
        gc.setFont(label);
        String text = shape.summary().isEmpty()
                ? "The result file says nothing about the parts of this machine"
                : shape.name() + ": " + shape.summary();
        String marks = decision == null ? "" : "   W waker   P previous   C chosen   ● probed";
        gc.setBackground(getBackground());
        gc.fillRectangle(0, area.height - LEGEND + 4, area.width, LEGEND - 4);
        gc.setForeground(colour(0x57606a, 0x9da7b1));
        gc.drawText(text + marks, MARGIN, area.height - LEGEND + 6, true);
    }

    /** For tests: which CPUs are drawn as what. */
    Map<String, Integer> marked() {
        return decision == null
                ? Map.of()
                : Map.of("waker", decision.wakerCpu(), "previous", decision.prevCpu(), "chosen", decision.cpu());
    }
}
