// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.simulator.wakeup;

import org.wakespec.simulator.task.Task;

/**
 * Where a task was placed, and why.
 *
 * @param policy id of the policy that was asked
 * @param task the task placed
 * @param waker the task that was running on {@code thisCpu}
 * @param thisCpu CPU that executed the selection
 * @param context where the wakeup came from
 * @param prevCpu CPU the task last ran on
 * @param wakeFlags {@link WakeFlags} as passed to the selection
 * @param path how the core came to the CPU
 * @param selectedCpu what the policy returned, or -1 if it was not asked
 * @param cpu where the task goes: the policy's CPU, or the fallback for it
 * @param by {@code AFFINE|FINAL} labels of the deciding rules, or the path's label if the policy was not asked
 * @param scanned CPUs whose idleness the policy examined
 * @param queued how the wakee reaches its run queue
 * @param ladder the rungs asked; null if nobody listened; empty if the policy was not asked
 */
public record Decision(
        String policy,
        Task task,
        Task waker,
        int thisCpu,
        WakerContext context,
        int prevCpu,
        int wakeFlags,
        Path path,
        int selectedCpu,
        int cpu,
        String by,
        int scanned,
        Queued queued,
        Ladder ladder) {

    /** How the core came to the CPU (kernel 7.2: try_to_wake_up(), select_task_rq(), sched_exec()). */
    public enum Path {
        /** The policy was asked, and its CPU was usable. */
        SELECTED("selected", "CPU selection was asked"),
        /** The policy was asked; its CPU is not allowed or not active, select_fallback_rq() replaced it. */
        FALLBACK("fallback", "the chosen CPU is not usable: select_fallback_rq()"),
        /** One allowed CPU, or migration disabled: the policy is not asked. */
        PINNED("pinned", "one allowed CPU: CPU selection is not asked"),
        /** The task is the running one: only its state changes. */
        RUNNING_SELF("self", "the task is running here itself: only its state changes"),
        /** Still queued by delayed dequeue: requeued where it sits. */
        DELAYED_REQUEUE("delayed-requeue", "still queued by delayed dequeue: requeued in place"),
        /** Still queued and runnable: nothing to place. */
        STILL_QUEUED("still-queued", "still queued: nothing to place"),
        /** Its old CPU has not switched away from it yet and takes it by its wake list. */
        ON_CPU_WAKELIST("on-cpu-wakelist", "its CPU is still switching away from it: queued there"),
        /** exec: the selected CPU is this one or not active, the task stays. */
        EXEC_STAYS("exec-stays", "exec: it stays");

        private final String label;
        private final String meaning;

        Path(String label, String meaning) {
            this.label = label;
            this.meaning = meaning;
        }

        public String label() {
            return label;
        }

        public String meaning() {
            return meaning;
        }
    }

    /** How the wakee reaches its run queue (kernel 7.2: ttwu_queue()). */
    public enum Queued {
        /** The waking CPU enqueues it under the target's lock. */
        DIRECT,
        /** It waits on the target's wake list until that CPU enqueues it. */
        WAKELIST,
        /** It was queued already, or nothing is enqueued. */
        NONE
    }

    /** Whether the policy was asked. */
    public boolean policyAsked() {
        return selectedCpu >= 0;
    }

    /** Whether the task changed CPU. */
    public boolean migrated() {
        return cpu != prevCpu;
    }
}
