// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
/**
 * Holds load balancing to vectors of the real kernel functions (Linux 7.2).
 *
 * <p>What the vectors leave open is resolved like this:
 * <ul>
 *   <li>Eligibility and throttling are inputs of a record and answered as stated; a simulation asks its EEVDF queue,
 * and
 *       nothing is throttled there.
 *   <li>After a move the counters of both queues change, the stated averages do not; no part of a pass reads them
 * again.
 *   <li>The amount for two overloaded groups is the smaller of two products as unsigned 64-bit numbers, one of which
 * may have
 *       wrapped.
 *   <li>The domains are taken as recorded, not built: the machines lack the level table that building would need.
 *   <li>Asymmetric packing is set on all levels but NUMA ones, as the vectors have it; machines of a simulation have it
 * where
 *       their topology says so.
 *   <li>With cache-aware balancing, tasks that do not prefer the destination's LLC are refused under {@code
 * migrate_llc_task}
 *       within one LLC, too, and no longer once {@code nr_balance_failed} exceeds {@code cache_nice_tries}; only under
 * other
 *       migration types does a refusal set LLC_PINNED; a source without runnable tasks is not one whose tasks all
 * prefer it.
 * </ul>
 */
package org.wakespec.conformance.balance;
