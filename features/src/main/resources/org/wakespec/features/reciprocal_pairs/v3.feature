# SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
Feature: Reciprocal sync pairs, version 3, and what is proposed for SMT instead
  "Limit the direct waker-CPU preference to !sched_smt_active(); SMT systems continue through the existing wake_affine()
  and select_idle_sibling() path. Drop the redundant affinity check; want_affine already verifies the waker CPU is
  allowed." (Shubhang Kaushik, 2026-07-27, 20260727-b4-sched-sync-wakeup-v3-1-90cf481dbd85@gentwo.org; reconstructed
  from its changelog.) The thread offers two ways for SMT: K Prateek Nayak's prototype decides inside
  select_idle_sibling() (policy sis-sync), Madadi Vineeth Reddy lets the waker's core count as idle (policy sync-core).
  Both are reconstructed from descriptions.

  Rule: Only without SMT

    @policy:linux-7.2 @policy:sync-pair-v3 @policy:sync-pair-v2
    Scenario: Without SMT it decides as version 2
      Given an 80-core non-SMT LLC
      And A runs on CPU 0
      And B sleeps, last on CPU 10
      And A and B wake each other
      When A wakes B with WF_SYNC
      Then by policy:
        | policy       | B is placed on   | deciding rule |
        | linux-7.2    | its previous CPU | sis:prev-idle |
        | sync-pair-v2 | the waker's CPU  | sync-pair     |
        | sync-pair-v3 | the waker's CPU  | sync-pair     |

    @policy:sync-pair-v3 @policy:sync-pair-v4 @policy:sync-pair-v5
    Scenario: One SMT core anywhere turns it off everywhere
      sched_smt_active() is one key for the machine.
      Given the machine "zen3-2p-128c256t"
      And A runs on CPU 0
      And B sleeps, last on CPU 8
      And A and B wake each other
      When A wakes B with WF_SYNC
      Then "prefer_sync_pair_cpu" was not asked
      And B is placed on CPU 1
      And the placement is the same as with policy "linux-7.2"

    @policy:linux-7.2 @policy:sync-pair-v1 @policy:sync-pair-v2 @policy:sync-pair-v3 @policy:wake-hint-affine
    Scenario: On Zen3 the versions before it stack, this one searches
      Given the machine "zen3-2p-128c256t"
      And A runs on CPU 0
      And B sleeps, last on CPU 8
      And A and B wake each other
      When A wakes B with WF_SYNC
      Then by policy:
        | policy           | B is placed on  | deciding rule |
        | linux-7.2        | CPU 1           | sis:idle-core |
        | sync-pair-v1     | the waker's CPU | sync-pair     |
        | sync-pair-v2     | the waker's CPU | sync-pair     |
        | sync-pair-v3     | CPU 1           | sis:idle-core |
        | wake-hint-affine | CPU 1           | sis:idle-core |

  Rule: For SMT: the waker's sibling

    @policy:linux-7.2 @policy:sync-core @policy:sis-sync @policy:sync-pair-v3
    Scenario: Adjacent siblings: the waker's core counts as idle for sync-core
      The scan starts behind the target. Where siblings are numbered 0,1 2,3 ... it meets the waker's own core first.
      Given the machine "conformance/smt-4c8t"
      And A runs on CPU 2
      And CPU 6 is busy
      And B sleeps, last on CPU 6
      And A and B wake each other
      When A wakes B with WF_SYNC
      Then by policy:
        | policy       | B is placed on | deciding rule |
        | linux-7.2    | CPU 4          | sis:idle-core |
        | sync-core    | CPU 3          | sis:idle-core |
        | sis-sync     | CPU 4          | sis:idle-core |
        | sync-pair-v3 | CPU 4          | sis:idle-core |

    @policy:linux-7.2 @policy:sync-core
    Scenario: Siblings numbered cpu+N: sync-core finds another idle core first
      Zhan Xusheng's remark in that thread: the scan starts at target+1, so it only works where sibling ids are adjacent.
      Given 4 cores with 2 threads
      And A runs on CPU 0
      And CPU 2 is busy
      And B sleeps, last on CPU 2
      When A wakes B with WF_SYNC
      Then B is placed on CPU 1
      And the deciding rule is "sis:idle-core"
      And the placement is the same as with policy "linux-7.2"

    @policy:linux-7.2 @policy:sync-core
    Scenario: Siblings numbered cpu+N: with every other core in use, sync-core takes the sibling
      Mainline finds no idle core, but remembered the first idle thread it saw, the sibling of CPU 1.
      Given 4 cores with 2 threads
      And A runs on CPU 0
      And CPUs 1-3 are busy
      And the LLC of CPU 0 advertises an idle core
      And the scan budget of the LLC of CPU 0 is 4
      And B sleeps, last on CPU 3
      When A wakes B with WF_SYNC
      Then by policy:
        | policy    | B is placed on | deciding rule          |
        | linux-7.2 | CPU 5          | sis:core-scan-idle-cpu |
        | sync-core | CPU 4          | sis:idle-core          |

    @policy:linux-7.2 @policy:sis-sync @policy:sync-core @policy:sync-pair-v2
    Scenario: sis-sync waits until no idle core is advertised, then takes the waker's sibling
      Given the machine "conformance/smt-4c8t"
      And A runs on CPU 0
      And CPUs 2,4,6-7 are busy
      And B sleeps, last on CPU 6
      And the load of B is 1024
      And A and B wake each other
      When A wakes B with WF_SYNC
      Then by policy:
        | policy       | B is placed on          | deciding rule    |
        | linux-7.2    | CPU 1                   | sis:cpu-scan     |
        | sync-core    | CPU 1                   | sis:cpu-scan     |
        | sis-sync     | an SMT sibling of CPU 0 | sis:sync-sibling |
        | sync-pair-v2 | the waker's CPU         | sync-pair        |

    @policy:linux-7.2 @policy:sis-sync
    Scenario: With the sibling busy, sis-sync stacks where mainline goes on searching
      Given the machine "conformance/smt-4c8t"
      And A runs on CPU 0
      And CPUs 1,2,4,6-7 are busy
      And the scan budget of the LLC of CPU 0 is 4
      And B sleeps, last on CPU 6
      When A wakes B with WF_SYNC
      Then by policy:
        | policy    | B is placed on  | deciding rule  |
        | linux-7.2 | CPU 3           | sis:cpu-scan   |
        | sis-sync  | the waker's CPU | sis:sync-waker |

    @policy:linux-7.2 @policy:sis-sync @policy:sync-pair-v3 @policy:sync-pair-v4
    Scenario: On Altra sis-sync stacks only when the previous CPU gives no answer
      "It improved the baseline, but it was still slower than preserving the wake-affine CPU directly" (Shubhang Kaushik).
      An idle previous CPU of the LLC is returned before the prototype asks.
      Given an 80-core non-SMT LLC
      And A runs on CPU 0
      And B sleeps, last on CPU 10
      And A and B wake each other
      When A wakes B with WF_SYNC
      Then by policy:
        | policy       | B is placed on   | deciding rule |
        | linux-7.2    | its previous CPU | sis:prev-idle |
        | sis-sync     | its previous CPU | sis:prev-idle |
        | sync-pair-v3 | the waker's CPU  | sync-pair     |
        | sync-pair-v4 | the waker's CPU  | sync-pair     |
