// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.simulator.runqueue;

import org.wakespec.simulator.task.Task;

/**
 * The queued, not running entities of a fair queue, ordered by deadline (kernel 7.2: cfs_rq.tasks_timeline, an
 * augmented
 * red-black tree). The links live in the tasks; nothing is allocated.
 *
 * <p>Every node caches the smallest virtual run time and the shortest and longest slice of its subtree. The virtual run
 * times are always right. The slices are as stale as the kernel's: an inserted node keeps the longest slice of its
 * former
 * stay, and neither a rotation nor the replacement of an erased node copies slices. Therefore the shape of the tree
 * matters
 * and the repair steps follow the textbook (and kernel) order.
 */
class EntityTree {

    Task root;
    /** Entity with the earliest deadline, or null (kernel: rb_leftmost). */
    Task leftmost;

    /** Earlier deadline; the difference is signed because virtual time wraps (kernel 7.2: entity_before()). */
    static boolean before(Task a, Task b) {
        return a.deadline - b.deadline < 0;
    }

    /** Adds an entity, to the right of those with the same deadline (kernel 7.2: __enqueue_entity()). */
    void insert(Task se) {
        startCaches(se);
        if (root == null) {
            root = se;
            leftmost = se;
            se.treeRed = false;
            return;
        }
        Task parent = null;
        Task at = root;
        boolean left = false;
        boolean first = true;
        while (at != null) {
            parent = at;
            left = goesLeft(se, at);
            if (left) {
                at = at.treeLeft;
            } else {
                at = at.treeRight;
                first = false;
            }
        }
        se.treeParent = parent;
        se.treeRed = true;
        if (left) {
            parent.treeLeft = se;
        } else {
            parent.treeRight = se;
        }
        if (first) {
            leftmost = se;
        }
        propagate(parent, null);
        repairInsert(se);
    }

    boolean goesLeft(Task se, Task at) {
        return before(se, at);
    }

    /** What of a new node's cached values is set from the entity; the longest slice is not. */
    void startCaches(Task se) {
        se.minVruntime = se.vruntime;
        se.minSlice = se.slice;
    }

    /**
     * Recomputes a node from itself and its children; whether all three values stayed (kernel 7.2:
     * min_vruntime_update()).
     */
    boolean recompute(Task se) {
        long minVruntime = se.vruntime;
        long minSlice = se.slice;
        long maxSlice = se.slice;
        Task left = se.treeLeft;
        if (left != null) {
            if (left.minVruntime - minVruntime < 0) {
                minVruntime = left.minVruntime;
            }
            minSlice = Math.min(minSlice, left.minSlice);
            maxSlice = Math.max(maxSlice, left.maxSlice);
        }
        Task right = se.treeRight;
        if (right != null) {
            if (right.minVruntime - minVruntime < 0) {
                minVruntime = right.minVruntime;
            }
            minSlice = Math.min(minSlice, right.minSlice);
            maxSlice = Math.max(maxSlice, right.maxSlice);
        }
        boolean same = minVruntime == se.minVruntime && minSlice == se.minSlice && maxSlice == se.maxSlice;
        se.minVruntime = minVruntime;
        se.minSlice = minSlice;
        se.maxSlice = maxSlice;
        return same;
    }

    /** Recomputes upwards until a node is unchanged or {@code stop} is reached. */
    void propagate(Task from, Task stop) {
        for (Task se = from; se != stop; se = se.treeParent) {
            if (recompute(se)) {
                return;
            }
        }
    }

    /** Cached values of a node that takes the place of another one: only the virtual run time is handed over. */
    void copyCaches(Task from, Task to) {
        to.minVruntime = from.minVruntime;
    }

    private void rotated(Task down, Task up) {
        copyCaches(down, up);
        recompute(down);
    }

    private void replaceChild(Task parent, Task old, Task with) {
        if (parent == null) {
            root = with;
        } else if (parent.treeLeft == old) {
            parent.treeLeft = with;
        } else {
            parent.treeRight = with;
        }
    }

    private void rotateLeft(Task down) {
        Task up = down.treeRight;
        Task inner = up.treeLeft;
        down.treeRight = inner;
        if (inner != null) {
            inner.treeParent = down;
        }
        up.treeParent = down.treeParent;
        replaceChild(down.treeParent, down, up);
        up.treeLeft = down;
        down.treeParent = up;
        rotated(down, up);
    }

    private void rotateRight(Task down) {
        Task up = down.treeLeft;
        Task inner = up.treeRight;
        down.treeLeft = inner;
        if (inner != null) {
            inner.treeParent = down;
        }
        up.treeParent = down.treeParent;
        replaceChild(down.treeParent, down, up);
        up.treeRight = down;
        down.treeParent = up;
        rotated(down, up);
    }

    private void repairInsert(Task inserted) {
        Task node = inserted;
        while (true) {
            Task parent = node.treeParent;
            if (parent == null) {
                node.treeRed = false;
                return;
            }
            if (!parent.treeRed) {
                return;
            }
            Task grand = parent.treeParent;
            boolean parentIsLeft = parent == grand.treeLeft;
            Task uncle = parentIsLeft ? grand.treeRight : grand.treeLeft;
            if (uncle != null && uncle.treeRed) {
                uncle.treeRed = false;
                parent.treeRed = false;
                grand.treeRed = true;
                node = grand;
                continue;
            }
            if (parentIsLeft) {
                if (node == parent.treeRight) {
                    rotateLeft(parent);
                    parent = node;
                }
                rotateRight(grand);
            } else {
                if (node == parent.treeLeft) {
                    rotateRight(parent);
                    parent = node;
                }
                rotateLeft(grand);
            }
            parent.treeRed = false;
            grand.treeRed = true;
            return;
        }
    }

    /** Removes an entity (kernel 7.2: __dequeue_entity()). */
    void erase(Task se) {
        if (leftmost == se) {
            leftmost = next(se);
            if (leftmost == null && root == se) {
                root = null;
                return;
            }
        }
        Task left = se.treeLeft;
        Task right = se.treeRight;
        Task parent = se.treeParent;
        Task repairAt = null;
        if (left == null || right == null) {
            Task child = left == null ? right : left;
            replaceChild(parent, se, child);
            if (child != null) {
                child.treeParent = parent;
                child.treeRed = se.treeRed;
            } else if (!se.treeRed) {
                repairAt = parent;
            }
            propagate(parent, null);
        } else {
            repairAt = replaceBySuccessor(se);
        }
        se.treeParent = null;
        se.treeLeft = null;
        se.treeRight = null;
        if (repairAt != null) {
            repairErase(repairAt);
        }
    }

    /** Puts the in-order successor in the place of a node with two children; the node at which to repair, or null. */
    private Task replaceBySuccessor(Task se) {
        Task successor = se.treeRight;
        Task hole;
        Task child;
        if (successor.treeLeft == null) {
            hole = successor;
            child = successor.treeRight;
            copyCaches(se, successor);
        } else {
            do {
                successor = successor.treeLeft;
            } while (successor.treeLeft != null);
            hole = successor.treeParent;
            child = successor.treeRight;
            hole.treeLeft = child;
            successor.treeRight = se.treeRight;
            se.treeRight.treeParent = successor;
            copyCaches(se, successor);
            propagate(hole, successor);
        }
        successor.treeLeft = se.treeLeft;
        se.treeLeft.treeParent = successor;
        successor.treeParent = se.treeParent;
        replaceChild(se.treeParent, se, successor);
        boolean lostBlack = !successor.treeRed;
        successor.treeRed = se.treeRed;
        Task repairAt = null;
        if (child != null) {
            child.treeParent = hole;
            child.treeRed = false;
        } else if (lostBlack) {
            repairAt = hole;
        }
        propagate(successor, null);
        return repairAt;
    }

    private void repairErase(Task at) {
        Task parent = at;
        Task node = null;
        while (true) {
            boolean nodeIsLeft = node == parent.treeLeft;
            Task sibling = nodeIsLeft ? parent.treeRight : parent.treeLeft;
            if (sibling.treeRed) {
                rotateUp(parent, nodeIsLeft);
                sibling.treeRed = false;
                parent.treeRed = true;
                sibling = nodeIsLeft ? parent.treeRight : parent.treeLeft;
            }
            Task far = nodeIsLeft ? sibling.treeRight : sibling.treeLeft;
            Task near = nodeIsLeft ? sibling.treeLeft : sibling.treeRight;
            if (far == null || !far.treeRed) {
                if (near == null || !near.treeRed) {
                    sibling.treeRed = true;
                    if (parent.treeRed) {
                        parent.treeRed = false;
                        return;
                    }
                    node = parent;
                    parent = node.treeParent;
                    if (parent == null) {
                        return;
                    }
                    continue;
                }
                rotateUp(sibling, !nodeIsLeft);
                far = sibling;
                sibling = near;
            }
            rotateUp(parent, nodeIsLeft);
            sibling.treeRed = parent.treeRed;
            parent.treeRed = false;
            far.treeRed = false;
            return;
        }
    }

    private void rotateUp(Task down, boolean left) {
        if (left) {
            rotateLeft(down);
        } else {
            rotateRight(down);
        }
    }

    /** The entity after this one in deadline order, or null. */
    static Task next(Task se) {
        Task at = se.treeRight;
        if (at != null) {
            while (at.treeLeft != null) {
                at = at.treeLeft;
            }
            return at;
        }
        at = se;
        Task parent = at.treeParent;
        while (parent != null && at == parent.treeRight) {
            at = parent;
            parent = at.treeParent;
        }
        return parent;
    }
}
