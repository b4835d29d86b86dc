# SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
@not-policy:linux-6.1 @not-policy:linux-6.12 @not-policy:linux-6.18 @not-policy:linux-7.3 @not-policy:scx-default
Feature: What the scheduler remembers of a task
  PELT averages run time over periods of about a millisecond with a half-life of 32. A task that runs from zero is seen as
  81, 156, 288, 495, 751, 951 and 1019 of 1024 after 4, 8, 16, 32, 64, 128 and 256 ms. A new task is not zero: it starts
  with half of what its CPU has left. util_est remembers what a task used before it slept, rises at once and falls slowly.

  Rule: Utilisation grows and decays with a half-life of 32 ms

    Scenario Outline: After <work> of running from zero
      B waits two seconds for its first interrupt: sixty half-lives leave nothing of what it started with. Its averages are
      brought up to date when it blocks, but shown anew only when a period of 1024 us is crossed: they may be one period
      behind. Its estimate remembers the 512 it started with, and falls by a quarter of the difference.
      Given an 8-core machine
      And B computes <work> after each interrupt on CPU 0, every 2 s
      And B is pinned to CPU 0
      When the machine runs for 2 s
      And the machine runs for <work>
      And the machine runs for 2 ms
      Then B is asleep now
      And the utilisation of B is <utilisation> now, give or take <period>
      And the estimated utilisation of B is <estimate> now, give or take <period>

      Examples:
        | work   | utilisation | estimate | period |
        | 4 ms   | 81          | 404      | 21     |
        | 8 ms   | 156         | 423      | 20     |
        | 16 ms  | 288         | 456      | 17     |
        | 32 ms  | 495         | 508      | 13     |
        | 64 ms  | 751         | 751      | 7      |
        | 128 ms | 951         | 951      | 3      |
        | 256 ms | 1019        | 1019     | 2      |

    Scenario: Half of the time
      Between 506 at the end of a pause and 517 at the end of a run, once what it started with is gone.
      Given an 8-core machine
      And B computes 1 ms and sleeps 1 ms in turn
      And the timer slack of B is 0 us
      And B is pinned to CPU 0
      When the machine runs for 800 ms
      Then the utilisation of B is 512 now, give or take 8

    Scenario: The load of a task that never sleeps is its weight
      Given a 1-core machine
      And A computes for ever
      And B computes for ever
      And the nice value of B is 5
      When the machine runs for 1 s
      Then the load of A is 1024 now, give or take 10
      And the load of B is 335 now, give or take 4

  Rule: A new task starts with half of what is left

    Scenario: On an idle CPU
      Given an 8-core machine
      And B computes for ever
      When the machine runs for 50 us
      Then the utilisation of B is 512 now, give or take 12

    Scenario: Beside its parent, which started the same way
      The queue has 512 of 1024: half of the rest is 256.
      Given an 8-core machine
      And parent computes for ever
      And parent is pinned to CPU 0
      And child computes for ever
      And child is pinned to CPU 0
      And child is forked by parent after 10 us
      When the machine runs for 150 us
      Then the utilisation of child is 256 now, give or take 12

  Rule: The estimate rises at once and falls by a quarter of the difference

    Scenario: A light task forgets that it started as a heavy one
      Its utilisation at the end of a run settles at 112; the estimate stops less than 10 above it.
      Given an 8-core machine
      And B computes 1 ms every 10 ms
      And B is pinned to CPU 0
      When the machine runs for 1.005 s
      Then the utilisation of B is 112 now, give or take 3
      And the estimated utilisation of B is 117 now, give or take 8

    Scenario: A sleeper's estimate does not decay
      64 ms of work, then nearly two seconds of sleep.
      Given an 8-core machine
      And B computes 64 ms after each interrupt on CPU 0, every 2 s
      And B is pinned to CPU 0
      When the machine runs for 3.9 s
      Then the estimated utilisation of B is 751 now, give or take 7
