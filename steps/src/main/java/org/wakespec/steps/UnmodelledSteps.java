// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.steps;

import io.cucumber.java.en.Given;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;
import org.wakespec.engine.spi.Verdicts;

/** What the model does not do is refused by name, and counted as a known gap, never as passed. */
public final class UnmodelledSteps {

    private static final Map<Pattern, String> GAPS = new LinkedHashMap<>();

    static {
        gap("uclamp|utili[sz]ation clamp", "utilisation clamps (uclamp) are not modelled");
        gap(
                "energy[- ]aware|energy model|\\bEAS\\b",
                "energy-aware placement is not modelled: find_energy_efficient_cpu() is never asked");
        gap("core scheduling|core cookie", "core scheduling is not modelled: every cookie matches");
        gap("proxy execution", "proxy execution is not modelled");
        gap("bandwidth|cpu\\.max|throttled", "CPU bandwidth control (cpu.max) is not modelled");
        gap(
                "cgroup|task group|cpu\\.idle|cpu\\.weight|autogroup",
                "cgroup hierarchies are not modelled: all tasks are in the root group");
        gap("deadline|SCHED_EXT|sched_ext", "deadline and sched_ext tasks are not modelled");
        gap(
                "SCHED_FIFO|SCHED_RR|real-time",
                "real-time tasks exist only as occupants of a CPU: say 'CPU 4 runs a real-time task'");
        gap(
                "NUMA balancing",
                "NUMA balancing is not modelled: say 'the NUMA-preferred node of B is 1' for what it would have set");
        gap(
                "nohz_full|adaptive ticks?|no tick",
                "adaptive ticks (nohz_full) are not modelled: a busy CPU has its tick, however long a task runs");
        gap(
                "partition of .* changes|becomes an? (isolated |root )?partition",
                "partitions do not change while time passes: scheduling domains are built once; say 'a cpuset partition of CPUs 0-3'"
                        + " at the start, or 'the cpuset of B becomes CPUs 0-3' for its tasks");
        gap("virtual CPU|vcpu", "virtual CPUs are not modelled: vcpu_is_preempted() is always false");
    }

    /** For injection. */
    public UnmodelledSteps() {}

    private static void gap(String words, String reason) {
        GAPS.put(Pattern.compile(words, Pattern.CASE_INSENSITIVE), reason);
    }

    /** Refuses by name. */
    @Example(
            value = {
                "energy-aware scheduling is on",
                "the uclamp minimum of B is 512",
                "B is a deadline task",
                "B is SCHED_FIFO",
                "B is in the cgroup \"web\"",
                "the CPU bandwidth of B is limited",
                "core scheduling is on",
                "proxy execution is on",
                "NUMA balancing scans B",
                "CPU 3 is a preempted virtual CPU",
                "the cpuset of B becomes a partition",
                "CPUs 2-3 are nohz_full",
            },
            does = "refused as a known gap: the model does not do this")
    @Given("^(.*(?:\\b[Uu]clamp|[Uu]tili[sz]ation clamp|[Ee]nergy[- ]aware|[Ee]nergy model|\\bEAS\\b|[Cc]ore "
            + "scheduling|[Cc]ore cookie"
            + "|[Pp]roxy execution|CPU bandwidth|cpu\\.max|is throttled|[Cc]group|[Tt]ask "
            + "group|cpu\\.idle|cpu\\.weight|[Aa]utogroup"
            + "|[Dd]eadline task|SCHED_DEADLINE|SCHED_EXT|[Ss]ched_ext|SCHED_FIFO|SCHED_RR|is a real-time task|NUMA "
            + "balancing"
            + "|virtual CPU|\\bvcpu|becomes an? (?:isolated |root )?partition|nohz_full|[Aa]daptive tick).*)$")
    public void notModelled(String sentence) {
        for (Map.Entry<Pattern, String> gap : GAPS.entrySet()) {
            if (gap.getKey().matcher(sentence).find()) {
                throw Verdicts.knownGap(gap.getValue());
            }
        }
        throw Verdicts.knownGap("not modelled: " + sentence.toLowerCase(Locale.ROOT));
    }
}
