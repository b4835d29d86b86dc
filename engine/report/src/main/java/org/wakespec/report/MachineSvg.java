// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.report;

import java.util.ArrayList;
import java.util.List;
import org.wakespec.report.MachineTree.Box;
import org.wakespec.report.MachineTree.Kind;
import org.wakespec.simulator.topology.CpuMask;

/**
 * A machine as SVG: packages, nodes, LLCs, clusters, cores and hardware threads as nested boxes, with the state of each
 * CPU and the placement on top. Follows the reader's light or dark colours. State is told by form as well as by colour.
 */
public final class MachineSvg {

    private static final double ASPECT = 1.7;

    private static final String STYLE = """
            text{font-family:system-ui,'DejaVu Sans',sans-serif;fill:#1b1f24}
            .t{font-weight:600}
            .l{fill:#57606a}
            .bg{fill:#ffffff}
            .box{fill:#f6f8fa;stroke:#8c959f;stroke-width:1}
            .box2{fill:#ffffff;stroke:#afb8c1;stroke-width:1}
            .core{fill:none;stroke:#8c959f;stroke-width:1}
            .idle{fill:#ffffff;stroke:#6e7781;stroke-width:1}
            .busy{fill:#f4b183;stroke:#9a4a00;stroke-width:1}
            .iso{fill:#cfd8dc;stroke:#455a64;stroke-width:1;stroke-dasharray:2 2}
            .isob{fill:#d7a585;stroke:#455a64;stroke-width:1;stroke-dasharray:2 2}
            .off{fill:#e6e8eb;stroke:#afb8c1;stroke-width:1}
            .x{stroke:#8c959f;stroke-width:1}
            .offn{fill:#8c959f}
            .waker{fill:none;stroke:#0969da;stroke-width:3}
            .prev{fill:none;stroke:#8250df;stroke-width:3;stroke-dasharray:5 3}
            .chosen{fill:none;stroke:#1a7f37;stroke-width:4}
            .wt,.pt,.ct{font-weight:700;stroke:#ffffff;stroke-width:3;paint-order:stroke}
            .wt{fill:#0550ae}
            .pt{fill:#6639ba}
            .ct{fill:#116329}
            .dot{fill:#cf222e}
            @media (prefers-color-scheme:dark){
            text{fill:#e6edf3}
            .l{fill:#9da7b1}
            .bg{fill:#0d1117}
            .box{fill:#161b22;stroke:#6e7681}
            .box2{fill:#0d1117;stroke:#484f58}
            .core{stroke:#6e7681}
            .idle{fill:#0d1117;stroke:#8b949e}
            .busy{fill:#8a4b16;stroke:#f0883e}
            .iso{fill:#263238;stroke:#90a4ae}
            .isob{fill:#6b4a35;stroke:#90a4ae}
            .off{fill:#21262d;stroke:#484f58}
            .x{stroke:#6e7681}
            .offn{fill:#6e7681}
            .waker{stroke:#58a6ff}
            .prev{stroke:#bc8cff}
            .chosen{stroke:#3fb950}
            .wt,.pt,.ct{stroke:#0d1117}
            .wt{fill:#58a6ff}
            .pt{fill:#bc8cff}
            .ct{fill:#3fb950}
            .dot{fill:#ff7b72}
            }
            """;

    /** A box with its size and its place inside the box around it. */
    private static final class Laid {
        final Box box;
        final List<Laid> parts = new ArrayList<>();
        double x;
        double y;
        double width;
        double height;
        int columns;

        Laid(Box box) {
            this.box = box;
        }
    }

    private final MachinePicture picture;
    private final double cellWidth;
    private final double cellHeight;
    private final double font;
    private final double gap;
    private final StringBuilder svg = new StringBuilder(16_384);

    private MachineSvg(MachinePicture picture) {
        this.picture = picture;
        int n = picture.machine.nrCpus();
        font = n <= 32 ? 14 : n <= 128 ? 12 : 11;
        int digits = Math.max(2, Integer.toString(n - 1).length());
        cellWidth = Math.round(font * (0.66 * digits + 1.3));
        cellHeight = Math.round(font * 2.5);
        gap = n <= 32 ? 8 : n <= 128 ? 6 : 5;
    }

    /** The picture as an SVG document. */
    public static String of(MachinePicture picture) {
        return new MachineSvg(picture).draw();
    }

    private String draw() {
        Laid root = lay(MachineTree.of(picture.machine), 0);
        double margin = 16;
        List<String> notes = notes();
        double titleFont = 16;
        double minimum = 560;
        double width = Math.max(root.width, minimum) + 2 * margin;
        int perLine = Math.max(20, (int) ((width - 2 * margin) / (titleFont * 0.62)));
        List<String> title = lines(picture.title, perLine);
        List<String> subtitle = new ArrayList<>();
        for (String note : notes) {
            subtitle.addAll(lines(note, Math.max(24, (int) ((width - 2 * margin) / (13 * 0.56)))));
        }
        double top = margin + title.size() * 22 + subtitle.size() * 18 + 8;
        double legendTop = top + root.height + 14;
        StringBuilder body = new StringBuilder();
        double legendHeight = legend(body, margin, legendTop, width - 2 * margin);
        double height = legendTop + legendHeight + margin;

        svg.append("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 ")
                .append(n(width))
                .append(' ')
                .append(n(height))
                .append("\" width=\"")
                .append(n(width))
                .append("\" height=\"")
                .append(n(height))
                .append("\" role=\"img\">\n");
        svg.append("<title>")
                .append(escape(picture.title))
                .append("</title>\n<desc>")
                .append(escape(String.join("; ", notes)))
                .append("</desc>\n");
        svg.append("<style>\n").append(STYLE).append("</style>\n");
        svg.append("<rect class=\"bg\" width=\"100%\" height=\"100%\"/>\n");
        double y = margin + 14;
        for (String line : title) {
            text(svg, margin, y, titleFont, "t", "start", line);
            y += 22;
        }
        for (String line : subtitle) {
            text(svg, margin, y, 13, "l", "start", line);
            y += 18;
        }
        box(root, margin, top, 0);
        marks(root, margin, top);
        svg.append(body).append("</svg>\n");
        return svg.toString();
    }

    private List<String> notes() {
        List<String> notes = new ArrayList<>();
        notes.add(picture.machine.summary());
        if (picture.hasPlacement()) {
            String from = picture.wakerCpu < 0 ? "" : picture.waker + " on CPU " + picture.wakerCpu + "; ";
            notes.add(from + picture.wakee + " from CPU " + picture.prevCpu + " to CPU " + picture.chosenCpu
                    + (picture.probed.isEmpty() ? "; no CPU probed" : "; probed: CPUs " + picture.probed));
        }
        return notes;
    }

    // ------------------------------------------------------------------ layout

    /** Cores are small, and the outermost box of several parts says nothing the summary does not. */
    private static boolean hasHeader(Box box) {
        return box.kind() != Kind.CORE
                && (box.kind() != Kind.MACHINE || box.parts().isEmpty());
    }

    private double header(Box box) {
        return hasHeader(box) ? font + 8 : 0;
    }

    private double padding(Box box) {
        return box.kind() == Kind.CORE ? 2 : gap;
    }

    private Laid lay(Box box, int depth) {
        Laid laid = new Laid(box);
        double pad = padding(box);
        double head = header(box);
        double partWidth;
        double partHeight;
        double between;
        int count;
        if (box.parts().isEmpty()) {
            partWidth = cellWidth;
            partHeight = cellHeight;
            between = box.kind() == Kind.CORE ? 2 : 4;
            count = box.cpus().weight();
        } else {
            for (Box part : box.parts()) {
                laid.parts.add(lay(part, depth + 1));
            }
            partWidth = laid.parts.stream().mapToDouble(p -> p.width).max().orElse(0);
            partHeight = laid.parts.stream().mapToDouble(p -> p.height).max().orElse(0);
            between = box.parts().get(0).kind() == Kind.CORE ? 4 : gap;
            count = laid.parts.size();
        }
        laid.columns = box.kind() == Kind.CORE ? count : columns(count, partWidth + between, partHeight + between);
        int rows = (count + laid.columns - 1) / laid.columns;
        for (int i = 0; i < laid.parts.size(); i++) {
            Laid part = laid.parts.get(i);
            part.x = pad + i % laid.columns * (partWidth + between);
            part.y = head + pad + i / laid.columns * (partHeight + between);
        }
        laid.width = Math.max(
                2 * pad + laid.columns * (partWidth + between) - between, hasHeader(box) ? labelWidth(box) : 0);
        laid.height = head + 2 * pad + rows * (partHeight + between) - between;
        return laid;
    }

    private double labelWidth(Box box) {
        return (font - 1) * 0.58 * box.label().length() + 2 * gap;
    }

    /** The number of columns that comes nearest to the wanted form, rows being as full as possible. */
    private static int columns(int count, double width, double height) {
        int best = 1;
        double bestCost = Double.MAX_VALUE;
        for (int columns = 1; columns <= count; columns++) {
            int rows = (count + columns - 1) / columns;
            double aspect = columns * width / (rows * height);
            double cost = Math.abs(Math.log(aspect / ASPECT)) + 3.0 * (rows * columns - count) / count;
            if (cost < bestCost - 1e-9) {
                bestCost = cost;
                best = columns;
            }
        }
        return best;
    }

    // ------------------------------------------------------------------ drawing

    private void box(Laid laid, double left, double top, int depth) {
        Box box = laid.box;
        String style = box.kind() == Kind.CORE ? "core" : depth % 2 == 0 ? "box" : "box2";
        rect(svg, style, left, top, laid.width, laid.height, box.kind() == Kind.CORE ? 3 : 5);
        if (hasHeader(box)) {
            text(svg, left + padding(box), top + font + 3, font - 1, "l", "start", box.label());
        }
        for (Laid part : laid.parts) {
            box(part, left + part.x, top + part.y, depth + 1);
        }
        if (laid.parts.isEmpty()) {
            eachCell(laid, left, top, this::cell);
        }
    }

    @FunctionalInterface
    private interface CellVisitor {
        void visit(int cpu, double x, double y);
    }

    private void eachCell(Laid laid, double left, double top, CellVisitor visitor) {
        double between = laid.box.kind() == Kind.CORE ? 2 : 4;
        double pad = padding(laid.box);
        double head = header(laid.box);
        CpuMask cpus = laid.box.cpus();
        int i = 0;
        for (int cpu = cpus.first(); cpu >= 0; cpu = cpus.next(cpu + 1)) {
            visitor.visit(
                    cpu,
                    left + pad + i % laid.columns * (cellWidth + between),
                    top + head + pad + i / laid.columns * (cellHeight + between));
            i++;
        }
    }

    private void cell(int cpu, double x, double y) {
        boolean off = picture.offline.test(cpu);
        boolean isolated = picture.isolated.test(cpu);
        boolean busy = picture.busy.test(cpu);
        String style = off ? "off" : isolated ? busy ? "isob" : "iso" : busy ? "busy" : "idle";
        svg.append("<g><title>CPU ")
                .append(cpu)
                .append(off ? ", offline" : busy ? ", busy" : ", idle")
                .append(isolated ? ", isolated" : "")
                .append("</title>");
        rect(svg, style, x, y, cellWidth, cellHeight, 3);
        if (off) {
            cross(svg, x, y, cellWidth, cellHeight);
        }
        text(svg, x + cellWidth / 2, y + font * 1.15, font, off ? "offn" : "", "middle", Integer.toString(cpu));
        if (picture.probed.test(cpu)) {
            circle(svg, x + cellWidth - font * 0.36, y + font * 0.36);
        }
        svg.append("</g>\n");
    }

    /** Marks lie over everything else, so they are drawn last. */
    private void marks(Laid laid, double left, double top) {
        for (Laid part : laid.parts) {
            marks(part, left + part.x, top + part.y);
        }
        if (laid.parts.isEmpty()) {
            eachCell(laid, left, top, this::mark);
        }
    }

    private void mark(int cpu, double x, double y) {
        List<String> letters = new ArrayList<>(3);
        List<String> styles = new ArrayList<>(3);
        if (cpu == picture.chosenCpu) {
            rect(svg, "chosen", x - 1, y - 1, cellWidth + 2, cellHeight + 2, 4);
            letters.add("C");
            styles.add("ct");
        }
        if (cpu == picture.prevCpu) {
            rect(svg, "prev", x + 1.5, y + 1.5, cellWidth - 3, cellHeight - 3, 2);
            letters.add("P");
            styles.add("pt");
        }
        if (cpu == picture.wakerCpu) {
            rect(svg, "waker", x + 1.5, y + 1.5, cellWidth - 3, cellHeight - 3, 2);
            letters.add("W");
            styles.add("wt");
        }
        double step = font * 0.85;
        double at = x + cellWidth / 2 - (letters.size() - 1) * step / 2;
        for (int i = letters.size() - 1; i >= 0; i--) {
            text(
                    svg,
                    at + (letters.size() - 1 - i) * step,
                    y + font * 2.15,
                    font * 0.88,
                    styles.get(i),
                    "middle",
                    letters.get(i));
        }
    }

    private double legend(StringBuilder out, double left, double top, double width) {
        record Entry(String style, String words, String letter) {}
        List<Entry> entries = new ArrayList<>();
        entries.add(new Entry("idle", "idle", ""));
        if (!picture.busy.isEmpty()) {
            entries.add(new Entry("busy", "busy", ""));
        }
        if (!picture.isolated.isEmpty()) {
            entries.add(new Entry("iso", "isolated", ""));
        }
        if (!picture.offline.isEmpty()) {
            entries.add(new Entry("off", "offline", ""));
        }
        if (picture.wakerCpu >= 0) {
            entries.add(new Entry("waker", "W waker's CPU", "W"));
        }
        if (picture.hasPlacement()) {
            entries.add(new Entry("prev", "P previous CPU", "P"));
            entries.add(new Entry("chosen", "C chosen CPU", "C"));
        }
        if (!picture.probed.isEmpty()) {
            entries.add(new Entry("dot", "probed", ""));
        }
        double x = left;
        double y = top;
        for (Entry entry : entries) {
            double needs = 30 + entry.words().length() * 7.4 + 16;
            if (x > left && x + needs > left + width) {
                x = left;
                y += 24;
            }
            if (entry.style().equals("dot")) {
                rect(out, "idle", x, y, 22, 16, 3);
                circle(out, x + 17, y + 5);
            } else {
                boolean outline = !entry.letter().isEmpty();
                rect(out, outline ? "idle" : entry.style(), x, y, 22, 16, 3);
                if (outline) {
                    rect(out, entry.style(), x + 1, y + 1, 20, 14, 2);
                } else if (entry.style().equals("off")) {
                    cross(out, x, y, 22, 16);
                }
            }
            text(out, x + 29, y + 13, 13, "l", "start", entry.words());
            x += needs;
        }
        return y - top + 18;
    }

    // ------------------------------------------------------------------ elements

    private static void rect(StringBuilder out, String style, double x, double y, double w, double h, double r) {
        out.append("<rect class=\"")
                .append(style)
                .append("\" x=\"")
                .append(n(x))
                .append("\" y=\"")
                .append(n(y))
                .append("\" width=\"")
                .append(n(w))
                .append("\" height=\"")
                .append(n(h))
                .append("\" rx=\"")
                .append(n(r))
                .append("\"/>");
    }

    private static void cross(StringBuilder out, double x, double y, double w, double h) {
        out.append("<path class=\"x\" d=\"M")
                .append(n(x + 3))
                .append(' ')
                .append(n(y + 3))
                .append('L')
                .append(n(x + w - 3))
                .append(' ')
                .append(n(y + h - 3))
                .append("\"/>");
    }

    private void circle(StringBuilder out, double x, double y) {
        out.append("<circle class=\"dot\" cx=\"")
                .append(n(x))
                .append("\" cy=\"")
                .append(n(y))
                .append("\" r=\"")
                .append(n(font * 0.24))
                .append("\"/>");
    }

    private static void text(
            StringBuilder out, double x, double y, double size, String style, String anchor, String words) {
        if (words.isEmpty()) {
            return;
        }
        out.append("<text ")
                .append(style.isEmpty() ? "" : "class=\"" + style + "\" ")
                .append("x=\"")
                .append(n(x))
                .append("\" y=\"")
                .append(n(y))
                .append("\" font-size=\"")
                .append(n(size))
                .append('"')
                .append(anchor.equals("start") ? "" : " text-anchor=\"" + anchor + "\"")
                .append('>')
                .append(escape(words))
                .append("</text>\n");
    }

    /** A coordinate with at most one decimal, independent of the locale. */
    private static String n(double value) {
        long tenths = Math.round(value * 10);
        return tenths % 10 == 0 ? Long.toString(tenths / 10) : tenths / 10 + "." + Math.abs(tenths % 10);
    }

    private static List<String> lines(String text, int perLine) {
        List<String> lines = new ArrayList<>();
        StringBuilder line = new StringBuilder();
        for (String word : text.split(" ")) {
            if (line.length() > 0 && line.length() + 1 + word.length() > perLine) {
                lines.add(line.toString());
                line.setLength(0);
            }
            line.append(line.length() == 0 ? "" : " ").append(word);
        }
        lines.add(line.toString());
        return lines;
    }

    private static String escape(String text) {
        StringBuilder out = new StringBuilder(text.length());
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            switch (c) {
                case '<' -> out.append("&lt;");
                case '>' -> out.append("&gt;");
                case '&' -> out.append("&amp;");
                case '"' -> out.append("&quot;");
                default -> out.append(c < ' ' ? ' ' : c);
            }
        }
        return out.toString();
    }
}
