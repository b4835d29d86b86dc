// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.eclipse.view;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.eclipse.swt.SWT;
import org.eclipse.swt.graphics.Color;
import org.eclipse.swt.graphics.GC;
import org.eclipse.swt.graphics.Point;
import org.eclipse.swt.graphics.Rectangle;
import org.eclipse.swt.widgets.Canvas;
import org.eclipse.swt.widgets.Composite;
import org.wakespec.eclipse.core.Charts;
import org.wakespec.eclipse.core.RunEvidence;

/** Draws histograms of what was sampled, or who ran where over time. */
final class ChartCanvas extends Canvas {

    /** What is drawn. */
    enum Kind {
        HISTOGRAM,
        TIMELINE
    }

    private static final int[] PALETTE = {
        0x0969da, 0xbf5700, 0x1a7f37, 0x8250df, 0xcf222e, 0x6e7781, 0x0a7ea4, 0x9a6700, 0x953800, 0x116329
    };
    private static final int LEFT = 70;
    private static final int BOTTOM = 34;
    private static final int TOP = 40;

    private final Kind kind;
    private final Map<String, RunEvidence> runs = new LinkedHashMap<>();
    private String spread = "";
    private double zoom = 1;
    private double from;

    ChartCanvas(Composite parent, Kind kind) {
        super(parent, SWT.DOUBLE_BUFFERED | SWT.BORDER);
        this.kind = kind;
        setBackground(getDisplay().getSystemColor(SWT.COLOR_LIST_BACKGROUND));
        addListener(SWT.Paint, event -> paint(event.gc));
        addListener(SWT.Resize, event -> redraw());
        addListener(SWT.MouseVerticalWheel, event -> zoom(event.count > 0 ? 1.3 : 1 / 1.3, event.x));
    }

    /** Shows what happened under one policy or two. */
    void show(Map<String, RunEvidence> byPolicy, String itsSpread) {
        runs.clear();
        runs.putAll(byPolicy);
        spread = itsSpread;
        redraw();
    }

    private void zoom(double factor, int x) {
        if (kind == Kind.TIMELINE) {
            double width = Math.max(1, getClientArea().width - LEFT);
            double at = from + Math.max(0, x - LEFT) / width / zoom;
            zoom = Math.max(1, Math.min(1e6, zoom * factor));
            from = Math.max(0, Math.min(1 - 1 / zoom, at - Math.max(0, x - LEFT) / width / zoom));
            redraw();
        }
    }

    private void paint(GC gc) {
        gc.setAntialias(SWT.ON);
        Rectangle area = getClientArea();
        gc.setForeground(getDisplay().getSystemColor(SWT.COLOR_LIST_FOREGROUND));
        if (runs.isEmpty()) {
            gc.drawText("No time passed in this scenario: nothing was sampled.", 8, 8, true);
        } else if (kind == Kind.HISTOGRAM) {
            histogram(gc, area);
        } else {
            timeline(gc, area);
        }
    }

    private static Color colour(int index) {
        int rgb = PALETTE[Math.floorMod(index, PALETTE.length)];
        return new Color(rgb >> 16, rgb >> 8 & 0xff, rgb & 0xff);
    }

    // ------------------------------------------------------------------ histogram

    private void histogram(GC gc, Rectangle area) {
        Map<String, RunEvidence.Spread> shown = new LinkedHashMap<>();
        runs.forEach((policy, run) -> run.spreads().stream()
                .filter(s -> s.name().equals(spread))
                .findFirst()
                .ifPresent(s -> shown.put(policy, s)));
        List<Charts.Bars> bars = Charts.histogram(List.copyOf(shown.values()));
        int height = area.height - TOP - BOTTOM;
        int width = area.width - LEFT - 10;
        if (bars.isEmpty() || height < 20 || width < 40) {
            gc.drawText("'" + spread + "' was not sampled.", 8, 8, true);
            return;
        }
        int columns = bars.get(0).shares().length;
        double highest = bars.stream().mapToDouble(Charts.Bars::highest).max().orElse(1);
        int series = 0;
        List<String> policies = new ArrayList<>(shown.keySet());
        for (Charts.Bars of : bars) {
            gc.setBackground(colour(series));
            gc.setAlpha(bars.size() > 1 ? 150 : 220);
            for (int i = 0; i < columns; i++) {
                int x = LEFT + i * width / columns;
                int w = Math.max(1, (i + 1) * width / columns - i * width / columns - 1);
                int h = (int) Math.round(of.shares()[i] / highest * height);
                gc.fillRectangle(x, TOP + height - h, w, h);
            }
            gc.setAlpha(255);
            RunEvidence.Spread s = shown.get(policies.get(series));
            gc.setForeground(colour(series));
            gc.drawText(policies.get(series) + ": " + s.summary(), LEFT, 3 + series * 16, true);
            series++;
        }
        gc.setForeground(getDisplay().getSystemColor(SWT.COLOR_LIST_FOREGROUND));
        gc.drawLine(LEFT, TOP + height, LEFT + width, TOP + height);
        gc.drawText(String.format("%.0f %%", highest * 100), 8, TOP, true);
        for (int tick = 0; tick <= 4; tick++) {
            long value = bars.get(0).valueAt(tick / 4.0);
            String text = shown.get(policies.get(0)).unit().words(value);
            Point size = gc.textExtent(text);
            int x = LEFT + tick * width / 4;
            gc.drawText(text, Math.max(LEFT, Math.min(LEFT + width - size.x, x - size.x / 2)), TOP + height + 6, true);
        }
    }

    // ------------------------------------------------------------------ timeline

    private void timeline(GC gc, Rectangle area) {
        int rows =
                runs.values().stream().mapToInt(run -> Charts.rows(run).size()).sum() + runs.size();
        int rowHeight = Math.max(4, Math.min(26, (area.height - BOTTOM) / Math.max(1, rows)));
        int y = 2;
        int width = area.width - LEFT - 8;
        List<String> tasks = runs.values().stream()
                .flatMap(run -> run.runs().stream())
                .map(RunEvidence.Run::task)
                .distinct()
                .sorted()
                .toList();
        for (Map.Entry<String, RunEvidence> entry : runs.entrySet()) {
            RunEvidence run = entry.getValue();
            long span = Math.max(1, run.until() - run.from());
            double first = run.from() + from * span;
            double visible = span / zoom;
            gc.setForeground(getDisplay().getSystemColor(SWT.COLOR_LIST_FOREGROUND));
            gc.drawText(
                    entry.getKey() + ", " + RunEvidence.words((long) first) + " to "
                            + RunEvidence.words((long) (first + visible))
                            + (run.end() > run.until()
                                    ? "; the rest, up to " + RunEvidence.words(run.end()) + ", was not kept"
                                    : ""),
                    4,
                    y,
                    true);
            y += Math.max(16, rowHeight);
            for (int cpu : Charts.rows(run)) {
                gc.drawText("CPU " + cpu, 4, y + (rowHeight - 14) / 2, true);
                gc.setForeground(getDisplay().getSystemColor(SWT.COLOR_GRAY));
                gc.drawLine(LEFT, y + rowHeight - 2, LEFT + width, y + rowHeight - 2);
                for (RunEvidence.Run piece : run.runs()) {
                    if (piece.cpu() == cpu && piece.to() >= first && piece.from() <= first + visible) {
                        int x = LEFT + (int) (Math.max(0, (piece.from() - first) / visible) * width);
                        int end = LEFT + (int) (Math.min(1, (piece.to() - first) / visible) * width);
                        gc.setBackground(colour(tasks.indexOf(piece.task())));
                        if (piece.waiting()) {
                            // in the run queue: a thin line in the colour of who waits
                            gc.fillRectangle(x, y + rowHeight - 4, Math.max(1, end - x), 2);
                            continue;
                        }
                        gc.fillRectangle(x, y + 1, Math.max(1, end - x), Math.max(1, rowHeight - 6));
                        if (end - x > 8 * piece.task().length() + 6 && rowHeight >= 16) {
                            gc.setForeground(getDisplay().getSystemColor(SWT.COLOR_WHITE));
                            gc.drawText(piece.task(), x + 3, y + (rowHeight - 18) / 2, true);
                        }
                    }
                }
                gc.setForeground(getDisplay().getSystemColor(SWT.COLOR_LIST_FOREGROUND));
                y += rowHeight;
            }
        }
    }
}
