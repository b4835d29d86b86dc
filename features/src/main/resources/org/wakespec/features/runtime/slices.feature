# SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
@not-policy:linux-6.1 @not-policy:linux-6.12 @not-policy:linux-6.18 @not-policy:linux-7.3 @not-policy:scx-default
Feature: How long a task runs at a time
  A request is one slice long; the default is 0.70 ms times 1 + log2 of the number of CPUs, counting at most 8. The
  running task is protected until its deadline, so with equal slices two busy tasks change places once a slice. When the
  end of the slice is noticed depends on HRTICK (a timer, exact to microseconds, default on x86 since 7.1) or the tick.

  Rule: The base slice grows with the number of CPUs, up to 8

    Scenario Outline: Base slices
      Given a <cpus>-core machine
      When the machine runs for 1 ms
      Then the base slice is <slice> now

      Examples:
        | cpus | slice  |
        | 1    | 0.7 ms |
        | 2    | 1.4 ms |
        | 3    | 1.4 ms |
        | 4    | 2.1 ms |
        | 7    | 2.1 ms |
        | 8    | 2.8 ms |
        | 80   | 2.8 ms |

    Scenario: CPUs that are offline do not count
      Given an 8-core machine
      And CPUs 4-7 are offline
      When the machine runs for 1 ms
      Then the base slice is 2.1 ms now

  Rule: With HRTICK a slice ends when it is over

    Scenario Outline: Two hogs with slices of their own
      Custom slices are brought into 0.1 ms to 100 ms. (Some slices end a tick instead, see below.)
      Given an 8-core machine
      And HRTICK is on
      And 2 copies of hog compute for ever
      And hog is pinned to CPU 0
      And the slice of hog is <asked>
      When the machine runs for 2 s
      Then the median stretch of hog was <stretch>, give or take 20 us
      And the counter hrticks is at least 15

      Examples:
        | asked  | stretch |
        | 0.4 ms | 0.4 ms  |
        | 5 ms   | 5 ms    |
        | 1 s    | 100 ms  |

    Scenario: Two hogs with the default slice
      If the other task is not eligible yet when the timer fires, by a hair, the pick returns the running one: it gets no new
      protection, and no new timer. The next tick notices; so the longest stretch is a slice and a tick.
      Given an 8-core machine
      And HRTICK is on
      And 2 copies of hog compute for ever
      And hog is pinned to CPU 0
      When the machine runs for 1 s
      Then the median stretch of hog was 2.8 ms, give or take 20 us
      And the longest stretch of hog was at most 3.82 ms

  Rule: Without HRTICK a slice ends at the first tick after it is over

    Scenario Outline: The same with ticks only
      The first tick that finds 2.8 ms used up asks for the switch; it interrupted user mode, so that the switch is made at
      the end of this interrupt, lazy preemption or not.
      Given an 8-core machine
      And HZ is <hz>
      And HRTICK is off
      And 2 copies of hog compute for ever
      And hog is pinned to CPU 0
      When the machine runs for 1 s
      Then the median stretch of hog was <stretch>, give or take 20 us
      And the counter hrticks is exactly 0

      Examples: 2.8 ms rounded up to ticks
        | hz   | stretch |
        | 1000 | 3 ms    |
        | 250  | 4 ms    |
        | 100  | 10 ms   |

    Scenario: A short slice is no use with a slow tick
      Given an 8-core machine
      And HZ is 250
      And HRTICK is off
      And 2 copies of hog compute for ever
      And hog is pinned to CPU 0
      And the slice of hog is 0.4 ms
      When the machine runs for 1 s
      Then the median stretch of hog was 4 ms, give or take 20 us

  Rule: A task alone on its CPU is not interrupted by its slices

    Scenario: One hog
      Given an 8-core machine
      And HRTICK is on
      And hog computes for ever
      And hog is pinned to CPU 0
      When the machine runs for 1 s
      Then the counter hrticks is exactly 0
      And the counter preemptions is exactly 0
      And hog has had 100 % of the time, give or take 0.1

  Rule: A new task starts with half a slice

    Scenario Outline: A child beside its parent
      The parent is new itself: its first request ends at 1.4 ms. It forks after 1 ms, never preempted by its child; at
      1.4 ms the child is owed time and runs for its own first request, 1.4 ms, until 2.8 ms. Then the parent runs on.
      Without PLACE_DEADLINE_INITIAL the first requests are 2.8 ms: the parent runs until then, the child for 2.2 ms until
      the end.
      Given an 8-core machine
      And HRTICK is on
      And the scheduler feature PLACE_DEADLINE_INITIAL is <switch>
      And parent computes for ever
      And parent is pinned to CPU 0
      And parent starts on CPU 0
      And child computes for ever
      And child is pinned to CPU 0
      And child is forked by parent after 1 ms
      When the machine runs for 5 ms
      Then child has run for <child>, give or take 20 us
      And parent has run for <parent>, give or take 20 us

      Examples:
        | switch | child  | parent |
        | on     | 1.4 ms | 3.6 ms |
        | off    | 2.2 ms | 2.8 ms |
