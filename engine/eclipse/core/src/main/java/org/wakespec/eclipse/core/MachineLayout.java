// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.eclipse.core;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.OptionalInt;

/** Where the parts of a machine are drawn: nested boxes, and a cell for each CPU. In units of about a pixel. */
public final class MachineLayout {

    /** Width of the cell of a CPU. */
    public static final int CELL_WIDTH = 36;
    /** Height of the cell of a CPU. */
    public static final int CELL_HEIGHT = 34;

    private static final int HEADER = 18;
    private static final double ASPECT = 1.7;

    /**
     * A rectangle.
     *
     * @param depth how many boxes are around it
     * @param label of a box; the number of a CPU
     * @param cpu of a cell; -1 for a box
     */
    public record Box(int x, int y, int width, int height, int depth, String label, int cpu) {

        boolean contains(int px, int py) {
            return px >= x && py >= y && px < x + width && py < y + height;
        }
    }

    private static final class Node {
        final String label;
        final boolean isCore;
        final int cpu;
        final List<Node> parts = new ArrayList<>();
        int width;
        int height;
        int columns;

        Node(String label, boolean isCore, int cpu) {
            this.label = label;
            this.isCore = isCore;
            this.cpu = cpu;
        }
    }

    private final List<Box> boxes = new ArrayList<>();
    private final List<Box> cells = new ArrayList<>();
    private final int width;
    private final int height;

    private MachineLayout(Node root) {
        measure(root);
        place(root, 0, 0, 0);
        width = root.width;
        height = root.height;
    }

    /** Lays a machine out. */
    public static MachineLayout of(MachineShape shape) {
        BitSet all = new BitSet();
        all.set(0, Math.max(1, shape.cpus()));
        return new MachineLayout(node("", false, all, shape.levels()));
    }

    private static Node node(String label, boolean isCore, BitSet cpus, List<MachineShape.Level> levels) {
        for (int i = 0; i < levels.size(); i++) {
            MachineShape.Level level = levels.get(i);
            List<Node> parts = new ArrayList<>();
            int number = 0;
            boolean single = true;
            for (BitSet group : level.groups()) {
                if (group.intersects(cpus)) {
                    BitSet inside = (BitSet) group.clone();
                    inside.and(cpus);
                    single &= inside.cardinality() == 1;
                    boolean core = level.kind().equals("core");
                    parts.add(node(
                            core ? "" : level.kind() + " " + number,
                            core,
                            inside,
                            levels.subList(i + 1, levels.size())));
                }
                number++;
            }
            if (parts.size() > 1 && !single) {
                Node node = new Node(label, isCore, -1);
                node.parts.addAll(parts);
                return node;
            }
            if (parts.size() > 1) {
                break;
            }
        }
        Node node = new Node(label, isCore, -1);
        cpus.stream().forEach(cpu -> node.parts.add(new Node(Integer.toString(cpu), false, cpu)));
        return node;
    }

    private static int padding(Node node) {
        return node.isCore ? 2 : 6;
    }

    private static int header(Node node) {
        return node.label.isEmpty() ? 0 : HEADER;
    }

    private static int gap(Node node) {
        Node first = node.parts.get(0);
        return first.cpu >= 0 ? node.isCore ? 2 : 4 : first.isCore ? 4 : 6;
    }

    private static void measure(Node node) {
        if (node.cpu >= 0) {
            node.width = CELL_WIDTH;
            node.height = CELL_HEIGHT;
            return;
        }
        int partWidth = 0;
        int partHeight = 0;
        for (Node part : node.parts) {
            measure(part);
            partWidth = Math.max(partWidth, part.width);
            partHeight = Math.max(partHeight, part.height);
        }
        int gap = gap(node);
        int count = node.parts.size();
        node.columns = node.isCore ? count : columns(count, partWidth + gap, partHeight + gap);
        int rows = (count + node.columns - 1) / node.columns;
        node.width = Math.max(
                2 * padding(node) + node.columns * (partWidth + gap) - gap,
                2 * padding(node) + node.label.length() * 8);
        node.height = header(node) + 2 * padding(node) + rows * (partHeight + gap) - gap;
    }

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

    private void place(Node node, int x, int y, int depth) {
        if (node.cpu >= 0) {
            cells.add(new Box(x, y, node.width, node.height, depth, node.label, node.cpu));
            return;
        }
        boxes.add(new Box(x, y, node.width, node.height, depth, node.label, -1));
        int gap = gap(node);
        int partWidth = node.parts.stream().mapToInt(p -> p.width).max().orElse(0);
        int partHeight = node.parts.stream().mapToInt(p -> p.height).max().orElse(0);
        for (int i = 0; i < node.parts.size(); i++) {
            place(
                    node.parts.get(i),
                    x + padding(node) + i % node.columns * (partWidth + gap),
                    y + header(node) + padding(node) + i / node.columns * (partHeight + gap),
                    depth + 1);
        }
    }

    /** Boxes, outer ones first. */
    public List<Box> boxes() {
        return boxes;
    }

    /** Cells, one for each CPU. */
    public List<Box> cells() {
        return cells;
    }

    /** Width of everything. */
    public int width() {
        return width;
    }

    /** Height of everything. */
    public int height() {
        return height;
    }

    /** The CPU drawn at a point; empty beside the cells. */
    public OptionalInt cpuAt(int x, int y) {
        return cells.stream()
                .filter(cell -> cell.contains(x, y))
                .mapToInt(Box::cpu)
                .findFirst();
    }
}
