# SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
@not-policy:linux-6.1 @not-policy:linux-6.12 @not-policy:linux-6.18 @not-policy:linux-7.3 @not-policy:scx-default
Feature: Which CPUs count as busy
  nr_busy_cpus of an LLC is not the number of busy CPUs. It goes down when an idle CPU stops its tick, and up at the first
  tick that finds the CPU busy. Up to one tick in either direction it is wrong, and a task that comes and goes between two
  ticks is never seen. Balancing and some proposals read it.

  Background:
    Given an 8-core machine

  Rule: A CPU counts as busy from its first busy tick on

    Scenario Outline: One hog, shortly after it starts
      Given HZ is 100
      And hog computes for ever
      And hog starts on CPU 2
      And hog starts after 1 s
      When the machine runs for 1 s
      Then the LLC of CPU 0 counts 0 busy CPUs now
      When the machine runs for <time>
      Then the LLC of CPU 0 counts <busy> busy CPUs now

      Examples: a tick comes within 10 ms
        | time  | busy |
        | 20 us | 0    |
        | 11 ms | 1    |

    Scenario: Three hogs on three CPUs
      Given 3 copies of hog compute for ever
      And hog starts on CPUs 1-3
      When the machine runs for 50 ms
      Then the LLC of CPU 0 counts 3 busy CPUs now

  Rule: It counts until its tick has stopped

    Scenario Outline: A task that ends where the first idle round keeps the tick
      With one idle state the tick is stopped only after it was taken once in the idle period.
      Given HZ is 100
      And idle CPUs need an interrupt and take 1 us to wake
      And job computes 35 ms and ends
      And job starts on CPU 2
      And job starts after 1 s
      When the machine runs until job has ended
      And the machine runs for <time>
      Then the LLC of CPU 0 counts <busy> busy CPUs now
      And CPU 2 is idle now

      Examples:
        | time  | busy |
        | 10 us | 1    |
        | 25 ms | 0    |

  Rule: An idle machine does nothing

    Scenario: Ten seconds of sleep
      When the machine runs for 1 s
      And measuring starts
      And the machine runs for 10 s
      Then the LLC of CPU 0 counts 0 busy CPUs now
      And the counter ticks is exactly 0
      And the counter balance_moved is exactly 0
      And all CPUs are idle now
