# SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
@not-policy:linux-6.1 @not-policy:linux-6.12 @not-policy:linux-6.18 @not-policy:linux-7.3 @not-policy:scx-default
Feature: What a task is owed survives its sleep
  The lag of a task is the average virtual time of its queue less its own. It is stored when the task blocks and applied
  again when it wakes (PLACE_LAG), inflated so that after the average has moved the lag is what it was. A task that blocks
  with negative lag stays queued until it has paid (DELAY_DEQUEUE); woken meanwhile, it is requeued where it is, without
  CPU selection.

  The story used here: A and B start on CPU 0 at once, B after A. Both have 1.4 ms of first request, so that A runs until
  1.4 ms, then B its 1 ms until 2.4 ms. Virtual times are then 1.4 and 1.0, the average 1.2, and B is owed 0.2 ms.

  Background:
    Given an 8-core machine
    And HRTICK is on
    And A computes for ever
    And A is pinned to CPU 0
    And B computes 1 ms and sleeps 20 ms in turn
    And B is pinned to CPU 0

  Rule: Positive lag is kept, and lets a sleeper preempt

    Scenario: A task that blocks with positive lag leaves its queue
      When the machine runs for 3 ms
      Then B is asleep now
      And the lag of B is 0.2 ms now, give or take 5 us
      And B has run for 1 ms, give or take 5 us
      And CPU 0 holds 1 queued task now, 0 of them delayed

    Scenario: It is owed as much when it wakes, and preempts at once
      B wakes at 22.4 ms (and at most 50 us of timer slack later). It is placed 0.4 ms behind A, which moves the average by
      half of it; A is 0.2 ms ahead of the average, not eligible, and loses its CPU.
      When the machine runs for 3 ms
      And measuring starts
      And the machine runs for 20 ms
      Then B is running now
      And the longest wakeup latency of B was at most 10 us

    Scenario: After a second run it owes time
      1 ms more lets the average move by 0.5 ms: 0.2 - 0.5 = -0.3 ms. It is delayed: asleep, and still queued.
      When the machine runs for 23.7 ms
      Then B is delayed now
      And the lag of B is -0.3 ms now, give or take 5 us
      And CPU 0 holds 2 queued tasks now, 1 of them delayed

    Scenario: Without PLACE_LAG nothing is owed
      B is placed at the average. Both are eligible, A is protected until its deadline: B has to wait for it.
      Given the scheduler feature PLACE_LAG is off
      When the machine runs for 3 ms
      And measuring starts
      And the machine runs for 25 ms
      Then the longest wakeup latency of B was at least 50 us
      And the longest wakeup latency of B was at most 2.85 ms

  Rule: A delayed task pays by not running, and is dequeued when it is picked

    Scenario: By the end of A's slice it has paid
      A needs 0.6 ms to move the average by 0.3 ms. The first pick after that, at the latest when A's request of 2.8 ms is
      over, finds B eligible with the earlier deadline and takes it off the queue; DELAY_ZERO lets it keep nothing.
      When the machine runs for 27 ms
      Then B is asleep now
      And the lag of B is exactly 0 ms now
      And CPU 0 holds 1 queued task now, 0 of them delayed

    Scenario: Without DELAY_DEQUEUE it leaves at once and its debt waits for it
      Given the scheduler feature DELAY_DEQUEUE is off
      When the machine runs for 27 ms
      Then B is asleep now
      And the lag of B is -0.3 ms now, give or take 5 us

  Rule: A delayed task that is woken is requeued in place, without selection

    Background:
      Given C computes for ever
      And C is pinned to CPU 1
      And D computes 1 ms after each interrupt on CPU 2, every 1.3 ms
      And D may run on CPUs 0-1
      And D starts on CPU 0

    Scenario: A task that wants more than its half
      D asks for 1 ms in 1.3 ms beside A and B, so that most of the time it blocks owing time and its next interrupt, from
      an idle CPU, finds it delayed.
      When the machine runs for 100 ms
      Then the counter ttwu_delayed is at least 5
      And the counter ttwu_delayed is exactly 100 % of ttwu_runnable

    Scenario: The same without delayed dequeue
      Given the scheduler feature DELAY_DEQUEUE is off
      When the machine runs for 100 ms
      Then the counter ttwu_delayed is exactly 0

  Rule: Changes of nice value and affinity keep the lag

    Scenario: A waiting task that is moved takes what it is owed with it
      At 1 ms A has run 1 ms and B waits: the average is 0.5 ms, B is owed 0.5 ms. CPU 3 is idle, B runs there at once.
      When the machine runs for 1 ms
      Then the lag of B is 0.5 ms now, give or take 5 us
      When B is moved to CPU 3
      And the machine runs for 0.1 ms
      Then B is on CPU 3 now
      And B is running now
      And B has migrated exactly 1 time

    Scenario Outline: A waiting task that is reniced to <nice> is owed the same time of the CPU
      At 1 ms B is owed 0.5 ms. Its lag is virtual time, which passes slower the more a task weighs: times 1024 by the new
      weight it stands for the same service. Placed again it is queued at that distance from the average, not nearer.
      When the machine runs for 1 ms
      Then the lag of B is 0.5 ms now, give or take 5 us
      When B is reniced to <nice>
      Then the lag of B is <lag> now, give or take 10 us
      And B is runnable now
      And CPU 0 holds 2 queued tasks now, 0 of them delayed

      Examples: 1024 by the weight of the nice value
        | nice | lag      |
        | 5    | 1.528 ms |
        | -5   | 0.164 ms |

    Scenario: A delayed task that is reniced stays delayed, and owes what is left
      B blocks 0.3 ms behind, at 23.46 ms (22.4 ms, 50 us of timer slack, 1 ms of work). Until 23.7 ms A runs 0.24 ms, which
      pays 0.12 ms. The rest, -0.18 ms at weight 1024, is -0.55 ms at weight 335; the second change takes that back.
      When the machine runs for 23.7 ms
      Then B is delayed now
      When B is reniced to 5
      Then B is delayed now
      And the lag of B is -0.55 ms now, give or take 10 us
      When B is reniced to 0
      Then B is delayed now
      And the lag of B is -0.18 ms now, give or take 5 us
