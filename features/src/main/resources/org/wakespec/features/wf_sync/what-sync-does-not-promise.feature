# SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
Feature: What WF_SYNC does not promise
  "Currently it is very arbitrary and WF_SYNC may, or may not, indicate a true voluntary blocking behavior"
  (K Prateek Nayak, 2026-08-04). "It depends whether waker/wakee are running on same node. Result of wake_wide. In
  other end, user sees inconsistent latency/throughput" (Shrikanth Hegde, same thread:
  20260803-b4-sched-sync-wakeup-v4-1-52333b0cfb79@gentwo.org).

  Sync promises neither the waker's CPU, nor the previous CPU, nor that the wakee stays where it was, nor the waker's
  core. It is not even asked for a wide relation, a waker CPU the wakee may not use, an exiting waker, or a wakee that
  is still queued.

  Rule: A reader that wakes a writer is sync although it goes on reading

    @policy:linux-7.2 @policy:no-sync @policy:vagin-sync
    Scenario: A pipe reader waking a writer
      "anon_pipe_read() uses a wake_up_interruptible_sync_poll() to wake up writers once reader has drained the pipe but
      if you think about it, why would the reader block soon after just having the data it needed?" (K Prateek Nayak)
      Given 2 LLCs of 8 cores
      And reader runs on CPU 0
      And writer sleeps, last on CPU 9
      When reader reads from the pipe writer writes to
      Then by policy:
        | policy     | writer is placed on | deciding rule   |
        | linux-7.2  | CPU 1               | sis:cpu-scan    |
        | no-sync    | its previous CPU    | sis:target-idle |
        | vagin-sync | the waker's CPU     | sync-stack      |

    @policy:linux-7.2 @policy:no-sync @policy:sync-pair-v1 @policy:sync-pair-v4
    Scenario: A pipe writer waking a reader looks the same to the scheduler
      Given 2 LLCs of 8 cores
      And writer runs on CPU 0
      And reader sleeps, last on CPU 9
      And writer and reader wake each other
      When writer writes to the pipe reader reads from
      Then by policy:
        | policy       | reader is placed on | deciding rule   |
        | linux-7.2    | CPU 1               | sis:cpu-scan    |
        | no-sync      | its previous CPU    | sis:target-idle |
        | sync-pair-v1 | the waker's CPU     | sync-pair       |
        | sync-pair-v4 | the waker's CPU     | sync-pair       |

  Rule: For localhost sockets the result depends on the node and on wake_wide

    @policy:linux-7.2 @policy:no-sync @policy:irq-nosync @policy:wake-hint-hold @policy:wake-hint-affine @policy:scx-default
    Scenario: Peers on one node, narrow: the receiver follows the sender
      Network wakeups come from softirq on the sender's CPU. Libo Chen's patch of 2022
      (20220711224704.1672831-1-libo.chen@oracle.com) let sync count in task context only; tbench on Zen3 fell by half,
      and the patch was held back.
      Given the machine "zen3-2p-128c256t"
      And sender runs on CPU 0
      And receiver sleeps, last on CPU 8
      When sender sends on a localhost socket to receiver
      Then by policy:
        | policy           | receiver is placed on | deciding rule   |
        | linux-7.2        | CPU 1                 | sis:idle-core   |
        | wake-hint-affine | CPU 1                 | sis:idle-core   |
        | no-sync          | its previous CPU      | sis:target-idle |
        | irq-nosync       | its previous CPU      | sis:target-idle |
        | wake-hint-hold   | its previous CPU      | sis:target-idle |
        | scx-default      | the waker's CPU       | scx:sync-waker  |

    @policy:linux-7.2 @policy:no-sync @policy:irq-nosync @policy:wake-hint-affine @policy:scx-default
    Scenario: Peers on one node, wide: the receiver stays near its previous CPU
      Given the machine "zen3-2p-128c256t"
      And sender runs on CPU 0
      And receiver sleeps, last on CPU 8
      And sender and receiver are a many-to-many pair
      When sender sends on a localhost socket to receiver
      Then by policy:
        | policy           | receiver is placed on | deciding rule   |
        | linux-7.2        | its previous CPU      | sis:target-idle |
        | no-sync          | its previous CPU      | sis:target-idle |
        | irq-nosync       | its previous CPU      | sis:target-idle |
        | wake-hint-affine | CPU 1                 | sis:idle-core   |
        | scx-default      | the waker's CPU       | scx:sync-waker  |

    @policy:linux-7.2 @policy:no-sync @policy:irq-nosync @policy:sync-core
    Scenario: Peers on two nodes that still balance wakeups: the receiver changes node
      Given the machine "zen3-2p-128c256t"
      And sender runs on CPU 0
      And receiver sleeps, last on CPU 72
      When sender sends on a localhost socket to receiver
      Then by policy:
        | policy     | receiver is placed on | deciding rule   |
        | linux-7.2  | CPU 1                 | sis:idle-core   |
        | sync-core  | CPU 1                 | sis:idle-core   |
        | no-sync    | its previous CPU      | sis:target-idle |
        | irq-nosync | its previous CPU      | sis:target-idle |

    @policy:linux-7.2 @policy:no-sync @policy:irq-nosync @policy:vagin-sync @policy:scx-default
    Scenario: Peers on two nodes too far apart: the receiver stays, narrow or not
      Beyond node_reclaim_distance the NUMA level has no SD_WAKE_AFFINE, so the waker's CPU is never a target.
      Given the machine "conformance/numa-2node-far"
      And sender runs on CPU 0
      And receiver sleeps, last on CPU 9
      When sender sends on a localhost socket to receiver
      Then by policy:
        | policy      | receiver is placed on | deciding rule   |
        | linux-7.2   | its previous CPU      | sis:target-idle |
        | no-sync     | its previous CPU      | sis:target-idle |
        | irq-nosync  | its previous CPU      | sis:target-idle |
        | vagin-sync  | its previous CPU      | sis:target-idle |
        | scx-default | the waker's CPU       | scx:sync-waker  |

    @not-policy:scx-default
    Scenario: The far pair makes no affine comparison
      Given the machine "conformance/numa-2node-far"
      And sender runs on CPU 0
      And receiver sleeps, last on CPU 9
      When sender sends on a localhost socket to receiver
      Then no affine comparison is made
      And "wake_affine" was not asked
      And receiver is placed on CPU 9

  Rule: Interrupts lend the interrupted task's name

    @policy:linux-7.2 @policy:no-sync @policy:irq-nosync @policy:vagin-sync @policy:scx-default
    Scenario: A sync wakeup from an interrupt counts the interrupted task as the waker
      A has nothing to do with B and will not sleep; it only happened to run where the interrupt came in.
      Given 2 LLCs of 8 cores
      And A runs on CPU 3
      And B sleeps, last on CPU 9
      When an interrupt on CPU 3 wakes B with WF_SYNC
      Then by policy:
        | policy      | B is placed on   | deciding rule   |
        | linux-7.2   | CPU 4            | sis:cpu-scan    |
        | no-sync     | its previous CPU | sis:target-idle |
        | irq-nosync  | its previous CPU | sis:target-idle |
        | vagin-sync  | CPU 3            | sync-stack      |
        | scx-default | CPU 3            | scx:sync-waker  |

    @policy:linux-7.2 @policy:no-sync @policy:irq-nosync @policy:sync-pair-v1
    Scenario: From an idle CPU sync means nothing in the idle test
      Nothing is queued there, so nobody is alone: the previous CPU wins as without sync.
      Given 2 LLCs of 8 cores
      And B sleeps, last on CPU 9
      When an interrupt on CPU 3 wakes B with WF_SYNC
      Then the affine rule is "wake_affine_idle:prev-idle"
      And B is placed on CPU 9
      And the placement is the same as with policy "no-sync"

    @not-policy:scx-default
    Scenario: A plain interrupt on an idle CPU takes a wakee whose previous CPU is busy
      Given an 8-core non-SMT LLC
      And CPU 5 is busy
      And B sleeps, last on CPU 5
      When an interrupt on CPU 3 wakes B
      Then the affine rule is "wake_affine_idle:cache-idle"
      And B is placed on CPU 3
      And the deciding rule is "sis:target-idle"

    @policy:linux-7.2 @policy:irq-nosync @policy:no-sync @policy:sync-core
    Scenario: A softirq is not task context either
      Given the machine "zen3-2p-128c256t"
      And A runs on CPU 3
      And B sleeps, last on CPU 11
      When a softirq on CPU 3 wakes B with WF_SYNC
      Then by policy:
        | policy     | B is placed on   | deciding rule   |
        | linux-7.2  | CPU 4            | sis:idle-core   |
        | sync-core  | CPU 4            | sis:idle-core   |
        | irq-nosync | its previous CPU | sis:target-idle |
        | no-sync    | its previous CPU | sis:target-idle |

  Rule: Not every hand-off is sync

    Scenario: A futex wakeup is never sync
      "But the futex ping-pong doesn't set WF_SYNC in the first place or am I missing something?" (Christian Loehle,
      review of 20260721-b4-sched-sync-wakeup-v1-1-dc94f184e27f@gentwo.org). A reciprocal pair on an otherwise idle
      machine stays apart under every policy.
      Given an 8-core non-SMT LLC
      And A runs on CPU 0
      And B sleeps, last on CPU 5
      And A and B wake each other
      When A futex-wakes B
      Then B is placed on its previous CPU

    @policy:linux-7.2 @policy:no-sync @policy:sync-pair-v4
    Scenario: An epoll waiter is woken sync since 6.13
      Commit 900bbaae67e9 passes the flag of the source wakeup on; the over-commit RFC of 2026-08-04 blames it for
      pile-ups, and says a revert is not the answer.
      Given 2 LLCs of 8 cores
      And A runs on CPU 0
      And B sleeps, last on CPU 9
      And A and B wake each other
      When A signals B through epoll
      Then by policy:
        | policy       | B is placed on   | deciding rule   |
        | linux-7.2    | CPU 1            | sis:cpu-scan    |
        | no-sync      | its previous CPU | sis:target-idle |
        | sync-pair-v4 | the waker's CPU  | sync-pair       |

    Scenario: Where epoll does not pass sync on, the waiter stays
      Given 2 LLCs of 8 cores
      And epoll does not pass sync on
      And A runs on CPU 0
      And B sleeps, last on CPU 9
      And A and B wake each other
      When A signals B through epoll
      Then B is placed on its previous CPU

  Rule: Where sync is not looked at

    Scenario: An exiting waker is not sync
      Given 2 LLCs of 8 cores
      And A runs on CPU 0
      And A is exiting
      And B sleeps, last on CPU 9
      And A and B wake each other
      When A wakes B with WF_SYNC
      Then B is placed on its previous CPU

    @not-policy:scx-default
    Scenario: A waker's CPU the wakee may not use is never the target
      Given 2 LLCs of 8 cores
      And A runs on CPU 0
      And B sleeps, last on CPU 9
      And B may run on CPUs 8-15
      When A wakes B with WF_SYNC
      Then no affine comparison is made
      And "want_affine" says "no"
      And B is placed on its previous CPU

    Scenario: A wakee whose dequeue was delayed is re-queued in place
      It still sits on its old run queue: no selection, no wakee bookkeeping, no recent CPU.
      Given 2 LLCs of 8 cores
      And A runs on CPU 0
      And B sleeps, delayed on CPU 9
      When A wakes B with WF_SYNC
      Then B stays where it is
      And CPU selection was not asked

    Scenario: A pinned wakee goes home
      Given 2 LLCs of 8 cores
      And A runs on CPU 0
      And B sleeps, last on CPU 9
      And B is pinned to CPU 9
      When A wakes B with WF_SYNC
      Then B is placed on CPU 9
      And CPU selection was not asked

    @policy:linux-7.2 @policy:no-sync @policy:sync-core @policy:sis-sync @policy:vagin-sync
    Scenario: Not the waker's core: an idle core is preferred to the waker's idle sibling
      Given the machine "conformance/smt-4c8t"
      And A runs on CPU 0
      And CPU 6 is busy
      And B sleeps, last on CPU 6
      And the load of B is 1024
      When A wakes B with WF_SYNC
      Then by policy:
        | policy     | B is placed on           | deciding rule |
        | linux-7.2  | CPU 2                    | sis:idle-core |
        | sis-sync   | CPU 2                    | sis:idle-core |
        | sync-core  | an SMT sibling of CPU 0  | sis:idle-core |
        | vagin-sync | the waker's CPU          | sync-stack    |
        | no-sync    | CPU 2                    | sis:idle-core |
