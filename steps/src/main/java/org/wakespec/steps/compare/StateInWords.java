// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.steps.compare;

import java.util.List;
import org.wakespec.simulator.task.Task;
import org.wakespec.simulator.wakeup.Selection;

/** Puts the state in front of a decision into steps. */
@FunctionalInterface
public interface StateInWords {

    /**
     * Steps that bring a decision about.
     *
     * @param s the call of CPU selection
     * @param p the task to place
     * @param prevCpu where it last ran
     * @param wakeFlags flags of the call
     * @param wanted what the steps have to reproduce
     * @return empty if the vocabulary cannot say the state
     */
    List<String> tell(Selection s, Task p, int prevCpu, int wakeFlags, Difference wanted);

    /**
     * A decision two policies answered differently.
     *
     * @param facts what was so
     * @param baseCpu CPU of the base policy
     * @param baseBy its rules
     * @param cpu CPU of the candidate
     * @param by its rules
     */
    record Difference(Facts facts, int baseCpu, String baseBy, int cpu, String by) {}
}
