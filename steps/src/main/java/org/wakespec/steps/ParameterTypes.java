// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.steps;

import io.cucumber.java.ParameterType;
import org.wakespec.simulator.wakeup.WakeFlags;

/** How the words of the steps are read. */
public final class ParameterTypes {

    /** For Cucumber. */
    public ParameterTypes() {}

    /** The name of a task: {@code A}, {@code ksoftirqd/3}, {@code "a name"}, {@code task B}. */
    @ParameterType(name = "task", value = "(?:task )?(?:\"([^\"]+)\"|([A-Za-z][A-Za-z0-9_./:-]*))")
    public TaskName task(String quoted, String plain) {
        return new TaskName(quoted != null ? quoted : plain);
    }

    /** {@code CPU 3}. */
    @ParameterType(name = "cpu", value = "CPU (\\d+)")
    public CpuNumber cpu(String digits) {
        return new CpuNumber(CpuSet.number(digits));
    }

    /** {@code CPU 3}, {@code CPUs 0-3,8}, {@code all other CPUs}, {@code all CPUs of node 1}, {@code no CPU}. */
    @ParameterType(name = "cpus", value = CpuSet.REGEX)
    public CpuSet cpus(String text) {
        return new CpuSet(text);
    }

    /** {@code CPU 3}, {@code the waker's CPU}, {@code an idle CPU of the waker's LLC}. */
    @ParameterType(name = "place", value = Place.REGEX)
    public Place place(String text) {
        return Place.parse(text);
    }

    /** {@code WF_SYNC}, {@code WF_SYNC and WF_CURRENT_CPU}. */
    @ParameterType(name = "flags", value = "WF_[A-Z_]+(?: and WF_[A-Z_]+)*")
    public CallerFlags flags(String text) {
        int flags = 0;
        for (String name : text.split(" and ")) {
            int flag;
            try {
                flag = WakeFlags.byName(name);
            } catch (IllegalArgumentException e) {
                throw new BadScenarioException(e.getMessage(), e);
            }
            if ((flag & CallerFlags.ALLOWED) == 0) {
                throw new BadScenarioException(
                        name + " is set by the kernel itself: a waker passes WF_SYNC or WF_CURRENT_CPU");
            }
            flags |= flag;
        }
        return new CallerFlags(flags);
    }
}
