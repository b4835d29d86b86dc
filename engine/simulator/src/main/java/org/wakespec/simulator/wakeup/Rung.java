// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.simulator.wakeup;

/**
 * One question of a placement ladder. Rungs are named after the kernel function, or the step inside one, that asks it.
 *
 * @param name unique among the rungs of a policy, for example {@code wake_affine_idle}; scenarios refer to it
 * @param depth indentation below the function that calls it: 0 for select_task_rq_fair() itself
 * @param question what is asked, in words
 */
public record Rung(String name, int depth, String question) {

    @Override
    public String toString() {
        return name;
    }
}
