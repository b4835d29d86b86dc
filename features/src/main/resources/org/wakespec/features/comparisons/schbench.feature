# SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
Feature: schbench under patches
  What the reviews measured with schbench, small enough to run for every patch. The gate lets mainline and the patch run it on
  the same seeds and compares the latencies; the expectation is mainline's alone.

  Rule: Wakees that pile up in one last-level cache of Zen3 wait for milliseconds
    The wakeup hints of 2022 kept p99 near that of mainline at 8 workers and lost it at 16: 73 usec became 2636, as the delay
    to notice that no idle core is left "leads to pileup and severe degradation in p99 latency".

    @policy:linux-7.2
    Scenario: 8 workers leave half of the messenger's cache idle
      Given the machine "zen3-2p-128c256t"
      And the processors are amd
      When the program "schbench --old -t 8 -r 1" runs to its end
      Then the 99th percentile of the program's wakeup latency was at most 100 us

    @policy:linux-7.2
    Scenario: 16 workers are as many as the messenger's cache has CPUs
      Given the machine "zen3-2p-128c256t"
      And the processors are amd
      When the program "schbench --old -t 16 -r 1" runs to its end
      Then the 99th percentile of the program's wakeup latency was at most 100 us
