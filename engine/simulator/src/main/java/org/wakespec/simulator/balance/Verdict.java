// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.simulator.balance;

/** What became of a task that was looked at (kernel 7.2: can_migrate_task() and the amount tests of detach_tasks()). */
public enum Verdict {
    /** It moves. */
    OK("ok"),
    /** It moves, pushed by the stopper. */
    OK_ACTIVE("ok-active"),
    DELAYED("delayed"),
    THROTTLED("throttled"),
    INELIGIBLE("ineligible"),
    PERCPU_KTHREAD("percpu-kthread"),
    PINNED("pinned"),
    RUNNING("running"),
    LLC("llc"),
    HOT("hot"),
    /** It may move, but carries more load than is to be moved. */
    TOO_MUCH_LOAD("too-much-load"),
    TOO_MUCH_UTIL("too-much-util"),
    /** It may move, but is no misfit. */
    FITS("fits");

    private final String label;

    Verdict(String label) {
        this.label = label;
    }

    /** Short name in reports. */
    public String label() {
        return label;
    }
}
