# SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
Feature: Budgets
  Each is the mean of several seeds; it passes or fails only with its whole confidence interval.

  Rule: of time for an operation

    Background:
      Given the machine "altra-80-llc2"
      And budgets are checked with 3 seeds

    Scenario: Limits and figures
      When the program "taskset -c 79 perf bench sched pipe -l 4000" runs to its end
      Then it takes at most 3.3 usec/op
      And it takes at least 2.8 usec/op
      And it takes 3.055 usec/op, give or take 5 %
      And the difference to policy "no-sync" is within noise

    Scenario: Against other policies
      When the program "perf bench sched pipe -l 4000" runs to its end
      Then it is 20 to 30 % faster than policy "no-sync"
      And it is 15 to 30 % slower than policy "sync-pair-v4"

    Scenario: Requests
      When the program "memtier_benchmark -t 2 -c 2 --server-threads 2 --test-time-ms 20" runs to its end
      Then it serves 0.1 million a second, give or take 30 %
      And the p50 latency is 0.042 ms, give or take 30 %

  Rule: of latency

    Background:
      Given the machine "zen3-2p-128c256t"
      And cache-aware balancing is off
      And the scheduler feature DELAY_DEQUEUE is off
      And budgets are checked with 3 seeds

    Scenario: Without a pile-up
      When the program "schbench --old -m 1 -t 32 -r 1" runs to its end
      Then the p99 latency is at most 1 ms
      And the p99 latency is within 8 % of policy "no-sync"
      And the p99 latency is at least 40 % lower than with policy "wake-hint-affine"

    @policy:wake-hint-affine
    Scenario: With a pile-up
      Given budgets are checked with 5 seeds
      When the program "schbench --old -m 1 -t 64 -r 1" runs to its end
      Then the p99 latency is 1000 to 1000000 % higher than with policy "linux-7.2"
