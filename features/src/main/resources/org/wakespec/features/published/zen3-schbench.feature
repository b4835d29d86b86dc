# SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
Feature: Published: schbench under the wakeup hints on Zen3
  p99 of the wakeup latency; the kernels of 2022 had CFS. With the affine hint the workers pile up from 16 on, because the flag
  that says a core of the 16-CPU cache is idle is stale during a burst; they wait for others' slices. Here one second and five
  seeds; eight seconds for a single worker, which is woken no more often than 15 times a second.

  Background:
    Given the machine "zen3-2p-128c256t"
    And cache-aware balancing is off
    And the scheduler feature DELAY_DEQUEUE is off
    And budgets are checked with 5 seeds

  @policy:wake-hint-affine
  Scenario Outline: wake_affine, <workers> workers: <published> usec
    When the program "schbench --old -m 1 -t <workers> -r <seconds>" runs to its end
    Then the p99 latency is <bound> 1 ms

    Examples: no pile-up
      | workers | seconds | published | bound   |
      | 1       | 8       | 18        | at most |
      | 8       | 1       | 31        | at most |

    Examples: pile-up
      | workers | seconds | published | bound    |
      | 32      | 1       | 15696     | at least |

  @policy:linux-7.2
  Scenario: tip, 32 workers: no pile-up
    When the program "schbench --old -m 1 -t 32 -r 1" runs to its end
    Then the p99 latency is at most 1 ms

  @policy:linux-7.2
  Scenario: tip, 32 workers: 116 usec
    When the program "schbench --old -m 1 -t 32 -r 1" runs to its end
    Then the p99 latency is 0.116 ms, give or take 25 %
