# SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
Feature: schbench under patches
  What the reviews measured with schbench, small enough to run for every patch. The gate lets mainline and the patch run it on
  the same seeds and compares the latencies; the expectation is mainline's alone.

  Rule: Wakees that pile up in one last-level cache of Zen3 wait for milliseconds
    The wakeup hints of 2022 kept p99 near that of mainline at 8 workers and lost it above: at 16 workers 73 usec became 2636, at
    32 workers 116 became 15696, as the delay to notice that no idle core is left "leads to pileup and severe degradation in p99
    latency". Kernels of that year had neither cache-aware balancing nor delayed dequeue.

    Background:
      Given the machine "zen3-2p-128c256t"
      And cache-aware balancing is off
      And the scheduler feature DELAY_DEQUEUE is off

    @policy:linux-7.2
    Scenario: 8 workers leave half of the messenger's cache idle
      When the program "schbench --old -t 8 -r 1" runs to its end
      Then the 99th percentile of the program's wakeup latency was at most 100 us

    @policy:linux-7.2
    Scenario: 32 workers are twice as many as the messenger's cache has CPUs
      The message thread wakes its workers one after the other, 3 us each.
      When the program "schbench --old -t 32 -r 1" runs to its end
      Then the 99th percentile of the program's wakeup latency was at most 145 us
