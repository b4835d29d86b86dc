# SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
Feature: What reaches CPU selection, and what becomes of its answer
  try_to_wake_up() does not ask for every wakeup, and select_task_rq() does not take every answer. These scenarios hold under
  any policy.

  Rule: Not asked

    Scenario: One allowed CPU
      Given an 8-core non-SMT LLC
      And A runs on CPU 0
      And B sleeps, last on CPU 5
      And B is pinned to CPU 3
      When A wakes B with WF_SYNC
      Then B is placed on CPU 3
      And CPU selection was not asked
      And the core path is "pinned"

    Scenario: One allowed CPU, and the caller wants another
      Given an 8-core non-SMT LLC
      And A runs on CPU 0
      And B sleeps, last on CPU 5
      And B is pinned to CPU 5
      When A wakes B with WF_CURRENT_CPU
      Then B is placed on CPU 5
      And CPU selection was not asked

    Scenario: Migration disabled
      Given an 8-core non-SMT LLC
      And A runs on CPU 0
      And B sleeps, last on CPU 5
      And B has migration disabled
      When A wakes B with WF_SYNC
      Then B is placed on CPU 5
      And CPU selection was not asked

    Scenario: Still queued by delayed dequeue
      Given an 8-core non-SMT LLC
      And A runs on CPU 0
      And B sleeps, delayed on CPU 5
      When A wakes B
      Then B stays where it is
      And the core path is "delayed-requeue"
      And CPU selection was not asked

    Scenario: A delayed wakee does not even count as a wakee
      Given an 8-core non-SMT LLC
      And A runs on CPU 0
      And A last woke C
      And A has 4 wakee flips
      And B sleeps, delayed on CPU 5
      When A wakes B
      Then A has 4 wakee flips afterwards

    Scenario: Still switching out, in another LLC: its old CPU takes it
      Given 2 LLCs of 8 cores
      And A runs on CPU 0
      And B is still switching out on CPU 9
      When A wakes B with WF_SYNC
      Then B is placed on CPU 9
      And CPU selection was not asked
      And the core path is "on-cpu-wakelist"

    Scenario: Still switching out on a CPU of this LLC with nothing else to run
      Given an 8-core non-SMT LLC
      And A runs on CPU 0
      And B is still switching out on CPU 5
      When A wakes B with WF_SYNC
      Then B is placed on CPU 5
      And the core path is "on-cpu-wakelist"

    @not-policy:scx-default
    Scenario: Still switching out on a CPU of this LLC that has work: selection waits, and is asked
      Given an 8-core non-SMT LLC
      And A runs on CPU 0
      And CPU 5 is busy
      And B is still switching out on CPU 5
      And the load of B is 1024
      When A wakes B
      Then CPU selection was asked
      And B is placed on CPU 6

    Scenario: A task that wakes itself
      Given an 8-core non-SMT LLC
      And A runs on CPU 0
      When A wakes A
      Then CPU selection was not asked
      And the core path is "self"

  Rule: WF_CURRENT_CPU
    Peter Oskolkov 2021, Andrei Vagin 2023 (6.6): seccomp notify went from 8.57 to 2.77 usec.

    @not-policy:scx-default
    Scenario: The caller's wish comes before everything else
      Given 2 LLCs of 8 cores
      And A runs on CPU 0 beside 2 other tasks
      And B sleeps, last on CPU 9
      When A wakes B with WF_CURRENT_CPU
      Then B is placed on the waker's CPU
      And the deciding rule is "current-cpu"
      And "wake_wide" was not asked

    Scenario: Unless the wakee may not run there
      Given 2 LLCs of 8 cores
      And A runs on CPU 0
      And B sleeps, last on CPU 9
      And B may run on CPUs 8-15
      When A wakes B with WF_CURRENT_CPU
      Then B is placed on CPU 9

    @not-policy:scx-default
    Scenario: It still counts as waking B
      Given 2 LLCs of 8 cores
      And A runs on CPU 0
      And A last woke C
      And A has 4 wakee flips
      And B sleeps, last on CPU 9
      When A wakes B with WF_CURRENT_CPU
      Then A has 5 wakee flips afterwards

  Rule: Answers that cannot be used

    @not-policy:scx-default
    Scenario: The previous CPU went offline
      Given an 8-core non-SMT LLC
      And CPU 5 is offline
      And A runs on CPU 2
      And B sleeps, last on CPU 5
      When A wakes B
      Then B is placed on CPU 0
      And the core path is "fallback"
      And the deciding rule is "sis:target-idle"

    @not-policy:scx-default
    Scenario: The fallback looks at the previous CPU's node first
      The waker sits on node 0, the wakee may use a CPU of either node, and its previous CPU is one it may not use any more.
      Given the machine "numa-2x8"
      And A runs on CPU 0
      And B sleeps, last on CPU 9
      And B may run on CPUs 4,12
      When A wakes B
      Then B is placed on CPU 12
      And the core path is "fallback"

    @not-policy:scx-default
    Scenario: And at any allowed CPU next
      Given the machine "numa-2x8"
      And A runs on CPU 0
      And B sleeps, last on CPU 9
      And B may run on CPUs 4-5
      When A wakes B
      Then B is placed on CPU 4
      And the core path is "fallback"
