# SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
Feature: Reciprocal sync pairs, versions 4 and 5
  "Once the wake-affine path has selected or kept the waker CPU, preserve that target when the waker rq has no other
  runnable fair task. Return the waker CPU before select_idle_sibling()" (Shubhang Kaushik, 2026-08-03,
  20260803-b4-sched-sync-wakeup-v4-1-52333b0cfb79@gentwo.org). Version 5 (2026-10-08) is version 4 rebased, with sync
  described as advice.

  Rule: After the affine result

    @policy:linux-7.2 @policy:sync-pair-v4 @policy:sync-pair-v5 @policy:no-sync
    Scenario: wake_affine() selected the waker's CPU: it is kept
      Given an 80-core non-SMT LLC
      And A runs on CPU 0
      And B sleeps, last on CPU 10
      And A and B wake each other
      When A wakes B with WF_SYNC
      Then by policy:
        | policy       | B is placed on   | deciding rule   |
        | linux-7.2    | its previous CPU | sis:prev-idle   |
        | sync-pair-v4 | the waker's CPU  | sync-pair       |
        | sync-pair-v5 | the waker's CPU  | sync-pair       |
        | no-sync      | its previous CPU | sis:target-idle |

    @policy:linux-7.2 @policy:sync-pair-v4 @policy:sync-pair-v5 @policy:sync-pair-v1
    Scenario: The previous CPU is the waker's CPU: it is kept
      Given an 80-core non-SMT LLC
      And A runs on CPU 0
      And B sleeps, last on CPU 0
      And A and B wake each other
      When A wakes B with WF_SYNC
      Then by policy:
        | policy       | B is placed on  | deciding rule |
        | linux-7.2    | CPU 1           | sis:cpu-scan  |
        | sync-pair-v1 | the waker's CPU | sync-pair     |
        | sync-pair-v4 | the waker's CPU | sync-pair     |
        | sync-pair-v5 | the waker's CPU | sync-pair     |

    @policy:sync-pair-v4 @policy:sync-pair-v5
    Scenario: It does ask wake_affine(), and the sync answer comes first
      Given an 80-core non-SMT LLC
      And A runs on CPU 0
      And B sleeps, last on CPU 10
      And A and B wake each other
      When A wakes B with WF_SYNC
      Then the affine rule is "wake_affine_idle:sync"
      And "select_idle_sibling" was not asked
      And the placement is the same as with policy "sync-pair-v3"

    @policy:sync-pair-v3 @policy:sync-pair-v4 @policy:sync-pair-v5
    Scenario Outline: Versions 3, 4 and 5 cannot be told apart by where the wakee goes
      A waker whose queue holds exactly one task that is not delayed is never idle, so the affine step has already
      answered "waker" for a sync wakeup: the stronger condition of version 4 is always met.
      Given 2 LLCs of 8 cores
      And A runs on CPU 0 <company>
      And CPUs <busy> are busy
      And B sleeps, last on CPU <prev>
      And A and B wake each other
      When A wakes B with WF_SYNC
      Then B is placed on CPU <goes to>
      And the placement is the same as with policy "sync-pair-v3"
      And the placement is the same as with policy "sync-pair-v4"
      And the placement is the same as with policy "sync-pair-v5"

      Examples: alone
        | company               | busy  | prev | goes to |
        | beside a delayed task | 1-2   | 5    | 0       |
        | beside a delayed task | 1-7   | 9    | 0       |
        | beside a delayed task | 8-15  | 9    | 0       |

      Examples: not alone
        | company             | busy | prev | goes to |
        | beside 1 other task | 1-2  | 5    | 5       |
        | beside 1 other task | 1-7  | 9    | 9       |

    @policy:linux-7.2 @policy:sync-pair-v1 @policy:sync-pair-v4 @policy:sync-pair-v5 @policy:no-sync
    Scenario: The first round trip of a pipe
      The first write is no pair yet; the answer is, and from then on both share the second task's CPU.
      Given an 80-core non-SMT LLC
      And ping runs on CPU 0
      And pong sleeps, last on CPU 10
      When ping writes to the pipe pong reads from
      Then pong is placed on CPU 10
      When pong runs
      And ping sleeps
      And pong writes to the pipe ping reads from
      Then by policy:
        | policy       | ping is placed on | deciding rule   |
        | linux-7.2    | its previous CPU  | sis:prev-idle   |
        | no-sync      | its previous CPU  | sis:target-idle |
        | sync-pair-v1 | CPU 10            | sync-pair       |
        | sync-pair-v4 | CPU 10            | sync-pair       |
        | sync-pair-v5 | CPU 10            | sync-pair       |

  Rule: What stays outside

    @policy:linux-7.2 @policy:sync-pair-v4 @policy:sync-pair-v1
    Scenario: On a big.LITTLE machine a wakee too big for the waker's CPU is left to mainline
      Utilisation 400 needs 500 of capacity, a little CPU has 446.
      Given the machine "conformance/biglittle-4+4"
      And A runs on CPU 0
      And B sleeps, last on CPU 5
      And the utilisation of B is 400
      And A and B wake each other
      When A wakes B with WF_SYNC
      Then B is placed on its previous CPU
      And the deciding rule is "sis:prev-idle"
      And the placement is the same as with policy "linux-7.2"

    @policy:linux-7.2 @policy:sync-pair-v4 @policy:sync-pair-v1
    Scenario: A wakee that fits is kept on the little CPU
      Given the machine "conformance/biglittle-4+4"
      And A runs on CPU 0
      And B sleeps, last on CPU 5
      And the utilisation of B is 300
      And A and B wake each other
      When A wakes B with WF_SYNC
      Then by policy:
        | policy       | B is placed on   | deciding rule |
        | linux-7.2    | its previous CPU | sis:prev-idle |
        | sync-pair-v1 | the waker's CPU  | sync-pair     |
        | sync-pair-v4 | the waker's CPU  | sync-pair     |

    @policy:sync-pair-v1 @policy:sync-pair-v4 @policy:linux-7.2
    Scenario: WF_CURRENT_CPU comes first in every version
      Given an 80-core non-SMT LLC
      And A runs on CPU 0
      And B sleeps, last on CPU 10
      And A and B wake each other
      When A wakes B with WF_SYNC and WF_CURRENT_CPU
      Then B is placed on the waker's CPU
      And the deciding rule is "current-cpu"

    Scenario: While the pair shares a CPU, a partner still queued there needs no decision
      A blocked partner may stay queued by delayed dequeue; its wakeup is a mere re-enqueue, so the patch never runs.
      Given an 80-core non-SMT LLC
      And A runs on CPU 0
      And B sleeps, delayed on CPU 0
      And A and B wake each other
      When A wakes B with WF_SYNC
      Then B stays where it is
      And CPU selection was not asked

    @policy:linux-7.2 @policy:sync-pair-v4 @policy:sync-pair-v5 @policy:no-sync @policy:vagin-sync
    Scenario: taskset to one CPU: the patch cannot run, so the row is a noise gauge
      The thread's "taskset -c 79" row moved by -1.9 % (v4) and +7.8 % (v5). With one allowed CPU the core never calls the
      fair class, under any policy.
      Given an 80-core non-SMT LLC
      And A runs on CPU 79
      And B sleeps, last on CPU 79
      And B is pinned to CPU 79
      And A and B wake each other
      When A wakes B with WF_SYNC
      Then B is placed on CPU 79
      And CPU selection was not asked
      And the core path is "pinned"
