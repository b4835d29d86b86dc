# SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
@not-policy:linux-6.1 @not-policy:linux-6.12 @not-policy:linux-6.18 @not-policy:linux-7.3 @not-policy:scx-default
Feature: How waiting tasks find idle CPUs
  A newly idle CPU pulls one task. A busy CPU with two tasks kicks an idle one at its tick, which balances for all idle
  CPUs that are due, every span-weight milliseconds at most. Within an LLC the number of tasks is evened out, whatever they use;
  between nodes a pair may stay together; cores are filled one task each before siblings are shared.

  Rule: Newly idle balancing pulls one task

    Scenario: Four waiting on one CPU, the other becomes idle
      The imbalance is 4, halved to 2, but a newly idle CPU stops after one. NI_RANDOM would skip half of the attempts.
      Given the machine "smp-2"
      And the scheduler feature NI_RANDOM is off
      And 4 copies of hog compute for ever
      And hog starts on CPU 0
      And job computes 1.2 ms and ends
      And job is pinned to CPU 1
      When the machine runs until job has ended
      And the machine runs for 20 us
      Then the counter newidle_pulled is exactly 1
      And CPU 0 holds 3 queued tasks now, 0 of them delayed
      And CPU 1 holds 1 queued task now, 0 of them delayed

    Scenario: Nobody waits, nothing is pulled
      Given the machine "smp-2"
      And hog computes for ever
      And hog starts on CPU 0
      And job computes 1 ms every 3 ms
      And job is pinned to CPU 1
      When the machine runs for 300 ms
      Then the counter newidle_pulled is exactly 0
      And hog has migrated exactly 0 times

  Rule: Half of a difference is moved

    Scenario: Four hogs on one of two CPUs
      The idle CPU finds 4 against 0 and takes 2, not 3: none comes back.
      Given the machine "smp-2"
      And 4 copies of hog compute for ever
      And hog starts on CPU 0
      When the machine runs for 200 ms
      Then each of CPUs 0-1 holds exactly 2 runnable tasks now
      And the counter migrations is exactly 2

  Rule: An LLC evens out the number of tasks (C19)

    Scenario: Eight hogs on one of eight CPUs
      The first tick of the busy CPU, 1 ms at most away, kicks an idle CPU, which balances for the idle CPUs that are due; in
      8 ms every one has been.
      Given the machine "smp-8"
      And 8 copies of hog compute for ever
      And hog starts on CPU 0
      When the machine runs for 50 ms
      Then each of CPUs 0-7 holds exactly 1 runnable task now
      And no CPU sat idle beside a waiting task for more than 10 ms

    Scenario: Sixteen hogs on four of eight CPUs
      16b0a7a1a0af: two tasks each, by number, not by what they use.
      Given the machine "smp-8"
      And 16 copies of hog compute for ever
      And hog starts on CPUs 0-3
      When the machine runs for 1 s
      Then each of CPUs 0-7 holds exactly 2 runnable tasks now

    Scenario: Tasks that are where they should be stay there
      Given the machine "smp-8"
      And 8 copies of hog compute for ever
      And hog starts on CPUs 0-7
      When the machine runs for 1 s
      Then hog has migrated exactly 0 times

  Rule: Forks are spread at once

    Scenario: Seven children of one parent
      select_task_rq_fair() takes the slow path: an idle CPU for each.
      Given the machine "smp-8"
      And parent computes for ever
      And parent starts on CPU 0
      And 7 copies of child compute for ever
      And child is forked by parent after 100 us
      When the machine runs for 2 ms
      Then the copies of child are on 7 different CPUs now
      And child has migrated exactly 0 times
      And each of CPUs 0-7 holds exactly 1 runnable task now

  Rule: Siblings are shared last

    Scenario: Four hogs on both threads of two cores
      A core with two tasks is smt_balance; the idle cores take one each, by active balance after some failures.
      Given the machine "smt-4c8t"
      And 4 copies of hog compute for ever
      And hog starts on CPUs 0,1,4,5
      When the machine runs for 500 ms
      Then the copies of hog are on 4 different cores now

    Scenario Outline: <hogs> hogs on one core of four threads, beside an idle one (C22)
      450e749707bc: a core of four threads with several tasks gives to an idle core, until both have as many or one more.
      Given 2 cores with 4 threads
      And <hogs> copies of hog compute for ever
      And hog starts on CPUs 0,2,4,6
      When the machine runs for 500 ms
      Then CPUs 0,2,4,6 hold exactly <here> runnable tasks together now
      And CPUs 1,3,5,7 hold exactly <there> runnable tasks together now

      Examples:
        | hogs | here | there |
        | 2    | 1    | 1     |
        | 3    | 2    | 1     |
        | 4    | 2    | 2     |

  Rule: Between nodes a pair may stay together (C21)

    Scenario Outline: <hogs> hogs on one node of two
      2cfb7a1b031b: a node of one LLC allows an eighth of its CPUs, here one task. An imbalance of 2 is none as long as the idle
      node would have no more than that; 3 are halved to one that moves, by active balance after five failures.
      Given the machine "numa-2x8"
      And cache-aware balancing is off
      And <hogs> copies of hog compute for ever
      And hog starts on CPUs 0-7
      When the machine runs for 1 s
      Then CPUs 0-7 hold exactly <here> runnable tasks together now
      And CPUs 8-15 hold exactly <there> runnable tasks together now
      And the counter active_balances is exactly <active>

      Examples:
        | hogs | here | there | active |
        | 1    | 1    | 0     | 0      |
        | 2    | 2    | 0     | 0      |
        | 3    | 2    | 1     | 1      |

    Scenario Outline: A fork leaves its node of one LLC at once
      A node of one LLC allows an eighth of its CPUs, one task: the first child goes to the other node. The second finds as
      many idle CPUs here as there and stays, the third goes again.
      Given the machine "numa-2x8"
      And parent computes for ever
      And parent starts on CPU 0
      And <children> copies of child compute for ever
      And child is forked by parent after 100 us
      When the machine runs for 5 ms
      Then CPUs 0-7 hold exactly <here> runnable tasks together now
      And CPUs 8-15 hold exactly <there> runnable tasks together now

      Examples:
        | children | here | there |
        | 1        | 1    | 1     |
        | 2        | 2    | 1     |
        | 3        | 2    | 2     |

    Scenario Outline: A fork stays in a node of four LLCs as long as the difference is a pair
      Four LLCs allow four tasks, but never an imbalance above two: with the parent and two children the node has three idle
      CPUs less than the other.
      Given 2 sockets of 8 cores, 2 cores per LLC
      And parent computes for ever
      And parent starts on CPU 0
      And <children> copies of child compute for ever
      And child is forked by parent after 100 us
      When the machine runs for 5 ms
      Then CPUs 0-7 hold exactly <here> runnable tasks together now
      And CPUs 8-15 hold exactly <there> runnable tasks together now

      Examples:
        | children | here | there |
        | 1        | 2    | 0     |
        | 2        | 3    | 0     |
        | 3        | 3    | 1     |

  Rule: A task too big for its CPU moves up

    Scenario: A hog on a little CPU
      It starts with half of 446. When its utilisation no longer fits, 1280 to 1024 of the capacity, the tick marks it misfit
      and an idle big CPU takes it, by active balance.
      Given the machine "biglittle-4+4"
      And the processors are arm64
      And hog computes for ever
      And hog starts on CPU 0
      When the machine runs for 200 ms
      Then hog is on CPUs 4-7 now
      And hog has migrated exactly 1 time
      And the counter active_balances is exactly 1

    Scenario: Four hogs on four little CPUs
      Given the machine "biglittle-4+4"
      And the processors are arm64
      And 4 copies of hog compute for ever
      And hog starts on CPUs 0-3
      When the machine runs for 1 s
      Then each of CPUs 4-7 holds exactly 1 runnable task now

    Scenario: A light task stays on its little CPU
      1 ms of work in 10 ms is a utilisation of about 100, and fits.
      Given the machine "biglittle-4+4"
      And the processors are arm64
      And B computes 1 ms every 10 ms
      And B starts on CPU 0
      When the machine runs for 1 s
      Then B has run only on CPUs 0-3
      And B has migrated exactly 0 times

  Rule: Affinity and isolation bind the balancer

    Scenario: Isolated CPUs are left alone
      They have no domains: nobody balances for them, although the tasks may run there. Eight tasks on six CPUs wait for
      a slice again and again.
      Given the machine "smp-8"
      And CPUs 6-7 are isolated at boot
      And 8 copies of hog compute for ever
      And hog starts on CPU 0
      When the machine runs for 500 ms
      Then hog has run only on CPUs 0-5
      And CPUs 6-7 are idle now
      And a CPU sat idle beside a waiting task for more than 2 ms

    Scenario: A cpuset that shrinks takes its running tasks along
      Each task is sent to the next CPU of the new set in turn; the balancer evens out what is left.
      Given the machine "smp-8"
      And 4 copies of hog compute for ever
      And hog starts on CPUs 0-3
      When the machine runs for 10 ms
      And the cpuset of hog becomes CPUs 4-5
      And the machine runs for 0.1 ms
      And measuring starts
      And the machine runs for 100 ms
      Then hog has run only on CPUs 4-5
      And each of CPUs 4-5 holds exactly 2 runnable tasks now
      And CPUs 0-3,6-7 are idle now

    Scenario: A cpuset does not widen an affinity that it contains, and widens one that it does not
      Given the machine "smp-8"
      And A computes for ever
      And A is pinned to CPU 1
      And B computes for ever
      And B is pinned to CPU 6
      When the machine runs for 10 ms
      And the cpuset of A becomes CPUs 0-3
      And the cpuset of B becomes CPUs 0-3
      And the machine runs for 0.1 ms
      And measuring starts
      And the machine runs for 20 ms
      Then A has run only on CPU 1
      And B has run only on CPUs 0-3

    Scenario: A cpuset that grows lets its tasks spread
      Given the machine "smp-8"
      And 4 copies of hog compute for ever
      And hog starts on CPU 0
      When the machine runs for 5 ms
      And the cpuset of hog becomes CPU 0
      And the machine runs for 50 ms
      Then CPU 0 holds 4 queued tasks now, 0 of them delayed
      When the cpuset of hog becomes CPUs 0-3
      And the machine runs for 50 ms
      Then each of CPUs 0-3 holds exactly 1 runnable task now

    Scenario: A task is moved away from where it runs
      Given the machine "smp-8"
      And hog computes for ever
      And hog starts on CPU 1
      When the machine runs for 5 ms
      And hog is moved to CPU 3
      And the machine runs for 5 ms
      Then hog is on CPU 3 now
      And hog is running now
      And CPU 1 is idle now
      And hog has migrated exactly 1 time
