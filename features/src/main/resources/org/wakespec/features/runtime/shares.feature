# SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
@not-policy:linux-6.1 @not-policy:linux-6.12 @not-policy:linux-6.18 @not-policy:linux-7.3 @not-policy:scx-default
Feature: Who gets how much of a CPU
  EEVDF gives every runnable task a share of its CPU in proportion to its weight. Weights fall by about a quarter from one
  nice value to the next: 1024 at nice 0, 820 at 1, 335 at 5, 110 at 10, 3121 at -5. SCHED_IDLE weighs 3. How long a
  task's slices are decides when it runs, not how much. A task may be ahead or behind by at most its longest slice and a
  tick, which is what the tolerances allow for.

  Background:
    Given a 1-core machine

  Rule: Shares follow weights

    Scenario Outline: Two tasks of different nice values
      Given A computes for ever
      And B computes for ever
      And the nice value of B is <nice>
      When the machine runs for 10 s
      Then A has run <ratio> times as long as B, give or take <tolerance>

      Examples: 1024 by the weight of the nice value
        | nice | ratio  | tolerance |
        | 1    | 1.2488 | 0.01      |
        | 5    | 3.0567 | 0.03      |
        | 10   | 9.3091 | 0.1       |
        | -5   | 0.3281 | 0.003     |

    Scenario: Three tasks of one nice value
      Given 3 copies of hog compute for ever
      When the machine runs for 3 s
      Then hog has had 33.33 % of the time, give or take 0.2

    Scenario: A task reniced while it runs
      Up to the change both are equal; after it 1024 to 335.
      Given A computes for ever
      And B computes for ever
      When the machine runs for 2 s
      Then B has had 50 % of the time, give or take 0.2
      When B is reniced to 5
      And measuring starts
      And the machine runs for 10 s
      Then A has run 3.0567 times as long as B, give or take 0.03

    Scenario: SCHED_BATCH weighs as much as SCHED_NORMAL
      Given A computes for ever
      And B computes for ever
      And B is SCHED_BATCH
      When the machine runs for 3 s
      Then A has had 50 % of the time, give or take 0.2
      And B has had 50 % of the time, give or take 0.2

    Scenario Outline: SCHED_IDLE gets 3 in 3 plus the weights of the others
      Given <hogs> copies of hog compute for ever
      And background computes for ever
      And background is SCHED_IDLE
      When the machine runs for 20 s
      Then background has had <percent> % of the time, give or take 0.01

      Examples: 3 in 3 + 1024 and in 3 + 2048
        | hogs | percent |
        | 1    | 0.2921  |
        | 2    | 0.1463  |

  Rule: Slices do not change shares

    Scenario: A short slice beside a long one
      Given A computes for ever
      And the slice of A is 0.4 ms
      And B computes for ever
      And the slice of B is 10 ms
      When the machine runs for 5 s
      Then A has had 50 % of the time, give or take 0.3
      And B has had 50 % of the time, give or take 0.3

  Rule: An eligible task that yields forfeits the rest of its request

    Scenario: A task that yields often beside one that does not
      do_sched_yield() moves the virtual run time of an eligible task to its deadline: 0.1 ms of work cost A a whole slice
      of 0.7 ms, and B then runs 0.7 ms until it is behind as much. 0.1 in 0.8.
      Given A computes 100 us and yields in turn
      And B computes for ever
      When the machine runs for 3 s
      Then A has had 12.5 % of the time, give or take 0.7
      And B has had 87.5 % of the time, give or take 0.7

    Scenario: A task that yields alone loses nothing
      Given A computes 100 us and yields in turn
      When the machine runs for 1 s
      Then A has had 100 % of the time, give or take 0.2
      And the counter switches is at most 2
