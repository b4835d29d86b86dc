# SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
@not-policy:linux-6.1 @not-policy:linux-6.12 @not-policy:linux-6.18 @not-policy:linux-7.3 @not-policy:scx-default
Feature: When a woken task takes the CPU
  A wakee of the same slice preempts if the current task is not eligible, or its protection is over, and the wakee wins
  the pick. A running task is protected until its deadline. So a task that sleeps a lot beside a hog lives on a budget:
  while it waits, for what is left of a slice, it is owed more and more; once it is owed time its wakeups preempt at once, until its runs
  have used up the budget and it has to wait once more. Most of its wakeups are quick, the others take up to a slice.

  Rule: The running slice is protected

    Scenario: A light task beside a hog, with HRTICK
      Each wait of up to 2.8 ms earns up to 1.4 ms; each run of 0.1 ms costs 0.05 ms.
      Given an 8-core machine
      And HRTICK is on
      And hog computes for ever
      And hog is pinned to CPU 0
      And B computes 100 us every 20.37 ms
      And B is pinned to CPU 0
      When the machine runs for 4 s
      Then the 50th percentile of the wakeup latency of B was at most 20 us
      And the longest wakeup latency of B was at least 0.3 ms
      And the longest wakeup latency of B was at most 2.85 ms
      And B has had 0.491 % of the time, give or take 0.02

    Scenario Outline: Without HRTICK the wait lasts until the tick after the slice
      Given an 8-core machine
      And HZ is <hz>
      And HRTICK is off
      And hog computes for ever
      And hog is pinned to CPU 0
      And B computes 100 us every 20.37 ms
      And B is pinned to CPU 0
      When the machine runs for 4 s
      Then the longest wakeup latency of B was at least <least>
      And the longest wakeup latency of B was at most <most>

      Examples: 2.8 ms rounded up to ticks
        | hz   | least  | most     |
        | 1000 | 0.3 ms | 3.1 ms   |
        | 100  | 2.8 ms | 10.1 ms  |

    Scenario: SCHED_BATCH never preempts by waking
      It waits for the end of the slice every time.
      Given an 8-core machine
      And HRTICK is on
      And hog computes for ever
      And hog is pinned to CPU 0
      And B computes 100 us every 20.37 ms
      And B is SCHED_BATCH
      And B is pinned to CPU 0
      When the machine runs for 4 s
      Then the 50th percentile of the wakeup latency of B was at least 0.2 ms
      And the longest wakeup latency of B was at most 2.85 ms

    Scenario: Nobody does without WAKEUP_PREEMPTION
      Given an 8-core machine
      And HRTICK is on
      And the scheduler feature WAKEUP_PREEMPTION is off
      And hog computes for ever
      And hog is pinned to CPU 0
      And B computes 100 us every 20.37 ms
      And B is pinned to CPU 0
      When the machine runs for 4 s
      Then the 50th percentile of the wakeup latency of B was at least 0.2 ms

  Rule: A wakee with a shorter slice is not held up by the protection

    Scenario: A short-slice wakee beside a hog
      It comes back owing nothing, its deadline 0.4 ms away. Either it preempts at once, or the hog's own deadline is nearer
      than that: then it waits less than 0.4 ms.
      Given an 8-core machine
      And HRTICK is on
      And hog computes for ever
      And hog is pinned to CPU 0
      And B computes 50 us every 20.37 ms
      And B is pinned to CPU 0
      And the slice of B is 0.4 ms
      When the machine runs for 4 s
      Then the 50th percentile of the wakeup latency of B was at most 20 us
      And the longest wakeup latency of B was at most 0.45 ms

    Scenario: Without PREEMPT_SHORT the protection is only shortened
      The hog stays protected for one of the shorter slices; without HRTICK the next tick notices that it is over.
      Given an 8-core machine
      And HRTICK is off
      And the scheduler feature PREEMPT_SHORT is off
      And hog computes for ever
      And hog is pinned to CPU 0
      And B computes 50 us every 20.37 ms
      And B is pinned to CPU 0
      And the slice of B is 0.4 ms
      When the machine runs for 4 s
      Then the longest wakeup latency of B was at least 0.4 ms
      And the longest wakeup latency of B was at most 1.45 ms

    Scenario Outline: A short-slice wakee beside two hogs, PREEMPT_SHORT <switch>
      The hogs take turns, so that the running one is always within its protected slice. With the feature a wakee of 0.4 ms
      takes the CPU unless the hog's own deadline is nearer, or it is owed nothing yet: it never waits for a tick. Without it the protection is
      cut to 0.4 ms, and the next tick, up to 1 ms later, notices.
      Given an 8-core machine
      And HRTICK is on
      And the scheduler feature PREEMPT_SHORT is <switch>
      And 2 copies of hog compute for ever
      And hog is pinned to CPU 0
      And B computes 50 us every 20.37 ms
      And B is pinned to CPU 0
      And the slice of B is 0.4 ms
      When the machine runs for 4 s
      Then the longest wakeup latency of B was <least>
      And the longest wakeup latency of B was <most>

      Examples:
        | switch | least           | most            |
        | on     | at least 0.1 ms | at most 0.95 ms |
        | off    | at least 1 ms   | at most 1.45 ms |

  Rule: WF_SYNC has no influence on preemption

    Scenario Outline: The waker goes on computing, whatever it promised
      Waker and wakee share CPU 0, so that selection has nothing to decide. With and without the flag the wakee lives on its
      budget. Only with NEXT_BUDDY the flag matters: then it holds the wakee back, which without it always preempts.
      Given an 8-core machine
      And HRTICK is on
      And the scheduler feature NEXT_BUDDY is <buddy>
      And B computes 100 us whenever it is woken
      And B is pinned to CPU 0
      And A computes 5.37 ms and <wakes> in turn
      And A is pinned to CPU 0
      When the machine runs for 3 s
      Then the 50th percentile of the wakeup latency of B was <median>
      And the longest wakeup latency of B was <longest>

      Examples:
        | buddy | wakes                | median          | longest         |
        | off   | wakes B              | at most 20 us   | at least 0.3 ms |
        | off   | wakes B with WF_SYNC | at most 20 us   | at least 0.3 ms |
        | on    | wakes B              | at most 20 us   | at most 20 us   |
        | on    | wakes B with WF_SYNC | at least 0.2 ms | at most 2.85 ms |

  Rule: SCHED_IDLE gives way to everybody and takes from nobody

    Scenario: A normal wakee preempts a running SCHED_IDLE task at once
      Its protection is cancelled, and what it ran alone puts it far ahead of the average: it is not eligible. No tick is
      needed, they come every 10 ms here.
      Given an 8-core machine
      And HZ is 100
      And HRTICK is off
      And background computes for ever
      And background is SCHED_IDLE
      And background is pinned to CPU 0
      And B computes 1 ms every 9.7 ms
      And B is pinned to CPU 0
      When the machine runs for 3 s
      Then the longest wakeup latency of B was at most 10 us

    Scenario: A SCHED_BATCH wakee does so, too, though it preempts nobody else
      The rule for SCHED_IDLE comes before the one for SCHED_BATCH.
      Given an 8-core machine
      And HZ is 100
      And HRTICK is off
      And background computes for ever
      And background is SCHED_IDLE
      And background is pinned to CPU 0
      And B computes 1 ms every 9.7 ms
      And B is SCHED_BATCH
      And B is pinned to CPU 0
      When the machine runs for 3 s
      Then the longest wakeup latency of B was at most 10 us

    Scenario: A SCHED_IDLE wakee does not preempt a normal task
      Given an 8-core machine
      And HRTICK is on
      And hog computes for ever
      And hog is pinned to CPU 0
      And background computes 100 us every 20.37 ms
      And background is SCHED_IDLE
      And background is pinned to CPU 0
      When the machine runs for 4 s
      Then the 50th percentile of the wakeup latency of background was at least 0.5 ms

  Rule: A lazy request from another CPU waits for an interrupt, an immediate one brings it

    Scenario Outline: A wakee on a busy CPU, woken from its LLC, preemption <preemption>, HRTICK <hrtick>
      B is owed time nearly always, since it waits so much: it wins the pick. What differs is when the hog, which stays in
      user mode, looks at the request. From the same LLC the waker enqueues B itself and sets a flag: lazily, without an
      interrupt, so that the tick of 4 ms has to notice; with preempt=full the flag comes with an interrupt; with HRTICK the
      enqueue of a second task has the timer armed by an interrupt, whose end honours the flag.
      Given an 8-core machine
      And HZ is 250
      And preemption is <preemption>
      And HRTICK is <hrtick>
      And cache-aware balancing is off
      And hog computes for ever
      And hog is pinned to CPU 0
      And B computes 50 us whenever it is woken
      And B is pinned to CPU 0
      And A computes 3.3 ms and wakes B in turn
      And A is pinned to CPU 1
      When the machine runs for 3 s
      Then the 50th percentile of the wakeup latency of B was <median>

      Examples:
        | preemption | hrtick | median          |
        | lazy       | off    | at least 0.5 ms |
        | full       | off    | at most 10 us   |
        | lazy       | on     | at most 10 us   |

    Scenario: From another LLC the wake list brings an interrupt, whose end honours a lazy request
      Wakeups from farther away preempt faster.
      Given 2 LLCs of 4 cores
      And HZ is 250
      And preemption is lazy
      And HRTICK is off
      And cache-aware balancing is off
      And hog computes for ever
      And hog is pinned to CPU 0
      And B computes 50 us whenever it is woken
      And B is pinned to CPU 0
      And A computes 3.3 ms and wakes B in turn
      And A is pinned to CPU 4
      When the machine runs for 3 s
      Then the 50th percentile of the wakeup latency of B was at most 10 us
