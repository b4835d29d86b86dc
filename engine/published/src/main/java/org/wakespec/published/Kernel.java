// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.published;

import java.util.Map;
import java.util.TreeMap;

/**
 * How kernel and costs of an experiment differ from the defaults.
 *
 * @param schedCache cache-aware balancing (CONFIG_SCHED_CACHE)
 * @param epollPassesSync epoll hands the sync flag on
 * @param socketsPassSync arriving data wakes with the sync flag
 * @param era2022 what can be set back of the kernel of 2022: no delayed dequeue, no exact slices, 3 ms slices, HZ=250
 * @param wakeListToIdle an idle CPU that shares the waker's cache enqueues the task itself (from 6.0)
 * @param costs costs by their keys that differ from the machine file's
 */
record Kernel(
        boolean schedCache,
        boolean epollPassesSync,
        boolean socketsPassSync,
        boolean era2022,
        boolean wakeListToIdle,
        Map<String, Long> costs) {

    /** Linux 7.2 as distributions build it. */
    static final Kernel LINUX_7_2 = new Kernel(true, true, true, false, true, Map.of());

    Kernel {
        costs = new TreeMap<>(costs);
    }

    Kernel schedCache(boolean on) {
        return new Kernel(on, epollPassesSync, socketsPassSync, era2022, wakeListToIdle, costs);
    }

    Kernel epollPassesSync(boolean on) {
        return new Kernel(schedCache, on, socketsPassSync, era2022, wakeListToIdle, costs);
    }

    Kernel socketsPassSync(boolean on) {
        return new Kernel(schedCache, epollPassesSync, on, era2022, wakeListToIdle, costs);
    }

    Kernel of2022() {
        return new Kernel(false, false, socketsPassSync, true, wakeListToIdle, costs);
    }

    Kernel wakeListToIdle(boolean on) {
        return new Kernel(schedCache, epollPassesSync, socketsPassSync, era2022, on, costs);
    }

    Kernel cost(String key, long value) {
        Map<String, Long> changed = new TreeMap<>(costs);
        changed.put(key, value);
        return new Kernel(schedCache, epollPassesSync, socketsPassSync, era2022, wakeListToIdle, changed);
    }

    Kernel costs(Map<String, Long> more) {
        Map<String, Long> changed = new TreeMap<>(costs);
        changed.putAll(more);
        return new Kernel(schedCache, epollPassesSync, socketsPassSync, era2022, wakeListToIdle, changed);
    }

    /** What differs, in words; empty: nothing. */
    String words() {
        StringBuilder words = new StringBuilder();
        if (era2022) {
            words.append(" era-2022");
        } else {
            words.append(schedCache ? "" : " cache-aware-off").append(epollPassesSync ? "" : " epoll-no-sync");
        }
        words.append(socketsPassSync ? "" : " sockets-no-sync");
        words.append(wakeListToIdle ? "" : " no-wake-list-to-idle");
        costs.forEach((key, value) -> words.append(' ').append(key).append('=').append(value));
        return words.toString().strip();
    }
}
