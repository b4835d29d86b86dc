// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.steps.runtime;

import io.cucumber.java.ParameterType;
import org.wakespec.simulator.task.SchedPolicy;

/** How times, bounds and switches are read. */
public final class RuntimeParameterTypes {

    /** For Cucumber. */
    public RuntimeParameterTypes() {}

    /** {@code 5 ms}, {@code 0.7 ms}, {@code 100 us}, {@code 2 s}, {@code 250 ns}, {@code -1 ms}. */
    @ParameterType(name = "duration", value = "-?\\d+(?:\\.\\d+)? ?(?:ns|us|ms|s|min)")
    public Duration duration(String text) {
        return Duration.parse(text);
    }

    /** {@code exactly}, {@code at most}, {@code at least}, {@code more than}, {@code less than}. */
    @ParameterType(name = "bound", value = "exactly|at most|at least|more than|less than|fewer than")
    public Bound bound(String text) {
        return Bound.of(text);
    }

    /** {@code on} or {@code off}. */
    @ParameterType(name = "switch", value = "on|off")
    public OnOff onOff(String text) {
        return new OnOff(text.equals("on"));
    }

    /** A scheduling policy of the fair class. */
    @ParameterType(name = "fairpolicy", value = "SCHED_NORMAL|SCHED_BATCH|SCHED_IDLE")
    public SchedPolicy fairPolicy(String text) {
        return SchedPolicy.valueOf(text.substring("SCHED_".length()));
    }

    /** {@code 99th}, {@code 99.9th}, {@code 50th}. */
    @ParameterType(name = "percentile", value = "\\d+(?:\\.\\d+)?(?:st|nd|rd|th) percentile")
    public Percentile percentile(String text) {
        double percent = Double.parseDouble(text.replaceAll("(st|nd|rd|th) percentile", ""));
        return new Percentile(percent, text);
    }
}
