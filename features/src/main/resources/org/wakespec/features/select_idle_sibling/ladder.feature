# SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
@not-policy:scx-default
Feature: select_idle_sibling(), rung by rung
  What happens once the target is known. Unless a scenario says otherwise the wakeup is plain and the previous CPU's load
  keeps it the target, so that sync and its variants stay out of the picture: these scenarios must read the same under
  every policy that leaves select_idle_sibling() alone.

  Rule: An idle target ends the search

    Scenario: The target is idle
      Given an 8-core non-SMT LLC
      And A runs on CPU 0
      And B sleeps, last on CPU 5
      When A wakes B
      Then B is placed on CPU 5
      And the deciding rule is "sis:target-idle"
      And "select_idle_cpu" was not asked

    Scenario: A target with only SCHED_IDLE work is as good as idle
      wake_affine() does not see it that way: there the previous CPU counts as busy, and loads decide.
      Given an 8-core non-SMT LLC
      And A runs on CPU 0
      And CPU 5 runs only SCHED_IDLE tasks
      And the load of CPU 5 is 3
      And B sleeps, last on CPU 5
      And the load of B is 1024
      When A wakes B
      Then the affine rule is "wake_affine_weight:prev"
      And B is placed on CPU 5
      And the deciding rule is "sis:target-idle"

    @policy:linux-7.2 @policy:linux-7.3 @policy:no-sync @policy:linux-6.18 @policy:linux-6.12 @policy:linux-6.1
    Scenario: But not for a wakee that is SCHED_IDLE itself
      Given an 8-core non-SMT LLC
      And A runs on CPU 0
      And CPU 5 runs only SCHED_IDLE tasks
      And the load of CPU 5 is 3
      And B sleeps, last on CPU 5
      And B is SCHED_IDLE
      And the load of B is 3
      When A wakes B
      Then by policy:
        | policy     | B is placed on | deciding rule   |
        | linux-7.2  | CPU 6          | sis:cpu-scan    |
        | linux-7.3  | CPU 6          | sis:cpu-scan    |
        | no-sync    | CPU 6          | sis:cpu-scan    |
        | linux-6.18 | CPU 5          | sis:target-idle |
        | linux-6.12 | CPU 5          | sis:target-idle |
        | linux-6.1  | CPU 5          | sis:target-idle |

    Scenario Outline: Not idle: <what>
      Given an 8-core non-SMT LLC
      And A runs on CPU 0
      And CPU 5 <state>
      And B sleeps, last on CPU 5
      And the load of B is 1024
      When A wakes B
      Then B is placed on CPU 6
      And the deciding rule is "sis:cpu-scan"

      Examples:
        | what                                       | state                       |
        | a normal task                              | is busy                     |
        | a real-time task, though no fair one       | runs a real-time task       |
        | a delayed task, though nothing is runnable | holds a delayed task        |
        | a remote wakeup on its way                 | has a pending remote wakeup |

  Rule: An idle previous CPU that shares the target's cache

    @policy:linux-7.2 @policy:linux-7.3 @policy:linux-6.1 @policy:sync-pair-v4 @policy:llc-overcommit-rfc @policy:sis-sync
    Scenario: Sync made the waker the target; the idle previous CPU is near enough
      Case C13 (commit 806486c377e3).
      Given an 8-core non-SMT LLC
      And A runs on CPU 0
      And B sleeps, last on CPU 5
      When A wakes B with WF_SYNC
      Then B is placed on CPU 5
      And the deciding rule is "sis:prev-idle"

    @policy:linux-7.2 @policy:linux-7.3 @policy:linux-6.1 @policy:sync-pair-v4
    Scenario: In another LLC it is not
      Given 2 LLCs of 8 cores
      And A runs on CPU 0
      And B sleeps, last on CPU 9
      When A wakes B with WF_SYNC
      Then B is placed on CPU 1
      And the deciding rule is "sis:cpu-scan"
      And "sis_prev" was asked

    @policy:linux-7.2 @policy:linux-7.3 @policy:linux-6.1
    Scenario: Nobody asks whether the wakee may still use its previous CPU
      The fair class answers CPU 5; the core sees that B may not run there and takes the first CPU it may use.
      Given an 8-core non-SMT LLC
      And A runs on CPU 2
      And B sleeps, last on CPU 5
      And B may run on CPUs 1-4
      When A wakes B with WF_SYNC
      Then the deciding rule is "sis:prev-idle"
      And B is placed on CPU 1
      And the core path is "fallback"

  Rule: A per-CPU kthread that hands over where it runs
    Mel Gorman, commit 52262ee567ad: dbench on XFS with one client +9 % and +48 %.

    Scenario: Alone, in task context, and the wakee was here before
      Given an 8-core non-SMT LLC
      And kworker runs on CPU 0
      And kworker is a kernel thread pinned to CPU 0
      And B sleeps, last on CPU 0
      When kworker wakes B
      Then B is placed on CPU 0
      And the deciding rule is "sis:kthread-stack"

    Scenario: Not from an interrupt that hit it
      Given an 8-core non-SMT LLC
      And kworker runs on CPU 0
      And kworker is a kernel thread pinned to CPU 0
      And B sleeps, last on CPU 0
      When an interrupt on CPU 0 wakes B
      Then B is placed on CPU 1
      And the deciding rule is "sis:cpu-scan"

    Scenario: Not with another task queued, not even a delayed one
      Here the raw nr_running counts, unlike in the sync test of wake_affine().
      Given an 8-core non-SMT LLC
      And kworker runs on CPU 0 beside a delayed task
      And kworker is a kernel thread pinned to CPU 0
      And B sleeps, last on CPU 0
      When kworker wakes B
      Then B is placed on CPU 1
      And the deciding rule is "sis:cpu-scan"

    Scenario: Not for a wakee from elsewhere
      Given an 8-core non-SMT LLC
      And kworker runs on CPU 0
      And kworker is a kernel thread pinned to CPU 0
      And CPU 3 is busy
      And B sleeps, last on CPU 3
      And the load of B is 1024
      When kworker wakes B
      Then B is placed on CPU 4
      And the deciding rule is "sis:cpu-scan"

    Scenario: Not by an ordinary task
      Given an 8-core non-SMT LLC
      And A runs on CPU 0
      And B sleeps, last on CPU 0
      When A wakes B
      Then B is placed on CPU 1
      And "sis_kthread" was not asked

  Rule: The recently used CPU

    Scenario: It is idle and near
      Given an 8-core non-SMT LLC
      And A runs on CPU 0
      And CPU 3 is busy
      And B sleeps, last on CPU 3
      And B recently used CPU 7
      And the load of B is 1024
      When A wakes B
      Then B is placed on CPU 7
      And the deciding rule is "sis:recent"
      And B recently used CPU 3 afterwards

    Scenario: It is busy
      Given an 8-core non-SMT LLC
      And A runs on CPU 0
      And CPUs 3,7 are busy
      And B sleeps, last on CPU 3
      And B recently used CPU 7
      And the load of B is 1024
      When A wakes B
      Then B is placed on CPU 4
      And the deciding rule is "sis:cpu-scan"
      And B recently used CPU 3 afterwards

    Scenario: The wakee may no longer use it
      Given an 8-core non-SMT LLC
      And A runs on CPU 0
      And CPU 3 is busy
      And B sleeps, last on CPU 3
      And B recently used CPU 7
      And B may run on CPUs 0-5
      And the load of B is 1024
      When A wakes B
      Then B is placed on CPU 4
      And the deciding rule is "sis:cpu-scan"

    Scenario: It is in another LLC
      Given 2 LLCs of 8 cores
      And A runs on CPU 0
      And CPU 3 is busy
      And B sleeps, last on CPU 3
      And B recently used CPU 12
      And the load of B is 1024
      When A wakes B
      Then B is placed on CPU 4
      And the deciding rule is "sis:cpu-scan"

    Scenario: An earlier rung leaves it alone
      Given an 8-core non-SMT LLC
      And A runs on CPU 0
      And B sleeps, last on CPU 3
      And B recently used CPU 7
      When A wakes B
      Then B is placed on CPU 3
      And B recently used CPU 7 afterwards

  Rule: A target without an LLC domain is taken as it is

    Scenario: The last CPU left of an LLC
      Isolation leaves CPU 8 alone in its LLC; the domain degenerates.
      Given 2 LLCs of 8 cores
      And CPUs 9-15 are isolated at boot
      And A runs on CPU 0
      And CPU 8 is busy
      And B sleeps, last on CPU 8
      And the load of B is 1024
      When A wakes B
      Then B is placed on CPU 8
      And the deciding rule is "sis:no-llc"
      And "select_idle_cpu" was not asked
