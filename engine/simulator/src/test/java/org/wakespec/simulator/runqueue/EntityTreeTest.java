// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.simulator.runqueue;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.wakespec.simulator.task.Task;
import org.wakespec.simulator.topology.CpuMask;

class EntityTreeTest {

    private static final CpuMask CPUS = CpuMask.all(1);

    private static Task entity(int id, long vruntime, long deadline, long slice) {
        Task se = new Task(id, "t" + id, CPUS);
        se.vruntime = vruntime;
        se.deadline = deadline;
        se.slice = slice;
        se.maxSlice = slice;
        return se;
    }

    private static List<Task> inOrder(EntityTree tree) {
        List<Task> order = new ArrayList<>();
        for (Task se = tree.leftmost; se != null; se = EntityTree.next(se)) {
            order.add(se);
        }
        return order;
    }

    /** Checks links, colours and cached virtual run times; the black height. */
    private static int check(Task node, Task parent) {
        if (node == null) {
            return 1;
        }
        assertThat(node.treeParent).isSameAs(parent);
        if (node.treeRed) {
            assertThat(parent).as("a red root").isNotNull();
            assertThat(parent.treeRed).as("red below red").isFalse();
        }
        int left = check(node.treeLeft, node);
        assertThat(check(node.treeRight, node)).as("black height").isEqualTo(left);
        long least = node.vruntime;
        for (Task child : new Task[] {node.treeLeft, node.treeRight}) {
            if (child != null && child.minVruntime - least < 0) {
                least = child.minVruntime;
            }
        }
        assertThat(node.minVruntime).isEqualTo(least);
        return node.treeRed ? left : left + 1;
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void staysARedBlackTreeInDeadlineOrder(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        EntityTree tree = new EntityTree();
        List<Task> outside = new ArrayList<>();
        List<Task> inside = new ArrayList<>();
        for (int i = 0; i < 60; i++) {
            outside.add(entity(i, 0, 0, 1));
        }
        // near the wrap of virtual time, so that only signed differences order it
        long origin = Long.MAX_VALUE - 500;
        for (int i = 0; i < 4000; i++) {
            if (!outside.isEmpty() && (inside.isEmpty() || random.nextInt(100) < 52)) {
                Task se = outside.remove(random.nextInt(outside.size()));
                se.vruntime = origin + random.nextInt(1000);
                se.deadline = origin + random.nextInt(40);
                se.slice = 1 + random.nextInt(5);
                tree.insert(se);
                inside.add(se);
            } else {
                Task se = inside.remove(random.nextInt(inside.size()));
                tree.erase(se);
                outside.add(se);
            }
            check(tree.root, null);
            List<Task> expected = new ArrayList<>(inside);
            expected.sort(Comparator.comparingLong(se -> se.deadline - origin));
            assertThat(inOrder(tree)).isEqualTo(expected);
        }
    }

    @Test
    void keepsTheShortestSliceOfEveryNodeWhileNothingRotatesOrLeaves() {
        EntityTree tree = new EntityTree();
        tree.insert(entity(1, 0, 20, 500));
        tree.insert(entity(2, 0, 10, 300));
        tree.insert(entity(3, 0, 30, 900));

        assertThat(tree.root.minSlice).isEqualTo(300);
        assertThat(tree.root.maxSlice).isEqualTo(900);
    }

    @Test
    void anInsertedNodeKeepsTheLongestSliceOfItsFormerStay() {
        EntityTree tree = new EntityTree();
        Task se = entity(1, 0, 10, 300);
        tree.insert(se);
        tree.erase(se);
        se.slice = 900;
        tree.insert(se);

        assertThat(tree.root.minSlice).isEqualTo(900);
        assertThat(tree.root.maxSlice).as("stale").isEqualTo(300);
    }
}
