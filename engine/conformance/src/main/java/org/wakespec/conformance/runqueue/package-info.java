// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
/**
 * Replays traces of the real fair class on the simulator's run queues, and vectors of load tracking alone.
 *
 * <p>Where the records leave a choice, the traces decided it:
 *
 * <ul>
 *   <li>A task that is forked without a parent starts with its own slice in the tree's slice caches; with a parent,
 * with the
 *       parent's caches. Nothing else reproduces the recorded lag limits of tasks with custom slices.
 *   <li>An estimate of the idle time of a remote CPU never lies before its queue's last update; taking the larger of
 * the two
 *       and the kernel's branch give the same in every state the traces reach.
 *   <li>Only the update of an entity on its own queue clears the flag of its estimated utilisation, not the catching up
 * of a
 *       blocked task that leaves for another CPU.
 *   <li>A change to a policy outside the fair class subtracts the load twice, as recorded.
 *   <li>The functions of core.c come from 7.1.5 in the recordings; no operation shows a difference to their 7.2
 * description.
 * </ul>
 *
 * <p>Recorded pairs of a stale slice and the true one are no state; a test compares those that a decision depends on.
 */
package org.wakespec.conformance.runqueue;
