# SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
Feature: What WF_SYNC promises
  "Before we add bells/whistles to sync path, i want to know what is expected of sync behavior today.
  And that should be documented in Documentation/scheduler/" (Shrikanth Hegde, 2026-08-04, in the thread of
  20260803-b4-sched-sync-wakeup-v4-1-52333b0cfb79@gentwo.org).

  The answer, scenario by scenario: sync names a target for the idle search, and nothing more. In wake_affine() a
  sync waker that runs alone makes its own CPU the target; a sync waker with company has its own load left out
  of the comparison. Where the wakee really goes is then up to select_idle_sibling().

  Rule: A lone sync waker's CPU becomes the target of the search, not the destination

    @policy:linux-7.2 @policy:no-sync @policy:vagin-sync @policy:sis-sync @policy:scx-default @policy:llc-overcommit-rfc
    Scenario: Sync pulls the wakee into the waker's LLC
      An idle previous CPU in another LLC is given up for an idle CPU next to the waker.
      Given 2 LLCs of 8 cores
      And A runs on CPU 0
      And B sleeps, last on CPU 9
      When A wakes B with WF_SYNC
      Then by policy:
        | policy             | B is placed on  | deciding rule   |
        | linux-7.2          | CPU 1           | sis:cpu-scan    |
        | llc-overcommit-rfc | CPU 1           | sis:cpu-scan    |
        | no-sync            | CPU 9           | sis:target-idle |
        | vagin-sync         | the waker's CPU | sync-stack      |
        | sis-sync           | the waker's CPU | sis:sync-waker  |
        | scx-default        | the waker's CPU | scx:sync-waker  |

    @policy:linux-7.2 @policy:no-sync @policy:vagin-sync @policy:sis-sync @policy:scx-default
    Scenario: An idle previous CPU in the waker's LLC is kept
      The target is the waker's CPU, but it is busy with the waker; the idle previous CPU shares its cache.
      Given an 8-core non-SMT LLC
      And A runs on CPU 0
      And B sleeps, last on CPU 5
      When A wakes B with WF_SYNC
      Then by policy:
        | policy      | B is placed on   | deciding rule   |
        | linux-7.2   | its previous CPU | sis:prev-idle   |
        | no-sync     | its previous CPU | sis:target-idle |
        | sis-sync    | its previous CPU | sis:prev-idle   |
        | vagin-sync  | the waker's CPU  | sync-stack      |
        | scx-default | its previous CPU | scx:sync-prev   |

    @policy:linux-7.2 @policy:no-sync @policy:vagin-sync @policy:sis-sync @policy:scx-default
    Scenario: With a busy previous CPU the search starts behind the waker instead of behind prev
      Given an 8-core non-SMT LLC
      And A runs on CPU 0
      And CPU 5 is busy
      And B sleeps, last on CPU 5
      And the load of B is 1024
      When A wakes B with WF_SYNC
      Then by policy:
        | policy      | B is placed on  | deciding rule  |
        | linux-7.2   | CPU 1           | sis:cpu-scan   |
        | no-sync     | CPU 6           | sis:cpu-scan   |
        | vagin-sync  | the waker's CPU | sync-stack     |
        | sis-sync    | the waker's CPU | sis:sync-waker |
        | scx-default | the waker's CPU | scx:sync-waker |

    @policy:linux-7.2 @policy:no-sync @policy:irq-nosync @policy:wake-hint-affine @policy:wake-hint-hold @policy:scx-default
    Scenario: Sync pulls across sockets as well
      The AMD distance of 32 keeps SD_WAKE_AFFINE on the NUMA level (node_reclaim_distance is 32 there).
      Given the machine "zen3-2p-128c256t"
      And A runs on CPU 0
      And B sleeps, last on CPU 64
      When A wakes B with WF_SYNC
      Then by policy:
        | policy           | B is placed on   | deciding rule   |
        | linux-7.2        | CPU 1            | sis:idle-core   |
        | irq-nosync       | CPU 1            | sis:idle-core   |
        | wake-hint-affine | CPU 1            | sis:idle-core   |
        | no-sync          | its previous CPU | sis:target-idle |
        | wake-hint-hold   | its previous CPU | sis:target-idle |
        | scx-default      | the waker's CPU  | scx:sync-waker  |

    @policy:linux-7.2 @policy:no-sync @policy:llc-overcommit-rfc @policy:sync-pair-v4 @policy:scx-default
    Scenario: With no idle CPU in the waker's LLC the wakee is stacked on the waker
      The one case in which sync by itself puts two tasks on one CPU, here with a whole LLC idle next door.
      Given 2 LLCs of 8 cores
      And A runs on CPU 0
      And CPUs 1-7 are busy
      And B sleeps, last on CPU 9
      When A wakes B with WF_SYNC
      Then by policy:
        | policy             | B is placed on   | deciding rule                  |
        | linux-7.2          | the waker's CPU  | sis:target-fallback:overloaded |
        | sync-pair-v4       | the waker's CPU  | sis:target-fallback:overloaded |
        | no-sync            | its previous CPU | sis:target-idle                |
        | llc-overcommit-rfc | its previous CPU | sis:target-idle                |
        | scx-default        | the waker's CPU  | scx:sync-waker                 |

    @not-policy:no-sync @not-policy:scx-default
    Scenario: The affine rule says why the waker's CPU became the target
      Given 2 LLCs of 8 cores
      And A runs on CPU 0
      And B sleeps, last on CPU 9
      When A wakes B with WF_SYNC
      Then "wake_affine_idle" was asked
      And the affine rule is "wake_affine_idle:sync"

  Rule: A waker is alone if nothing else on its CPU is runnable

    @policy:linux-7.2 @policy:linux-6.1 @policy:linux-6.12 @policy:vagin-sync @policy:sis-sync @policy:scx-default
    Scenario: A delayed task beside the waker does not count
      Case C08 (Xuewen Yan, 20250303105241.17251-2-xuewen.yan@unisoc.com, v6.16 and stable): with delayed dequeue a
      sleeping task may stay queued, and the test nr_running == 1 failed; lat_ctx went from 4.02 to 9.71 usec.
      Linux 6.1 has no delayed tasks; its plain test is shown on the same state.
      Given 2 LLCs of 8 cores
      And A runs on CPU 0 beside a delayed task
      And B sleeps, last on CPU 9
      When A wakes B with WF_SYNC
      Then by policy:
        | policy      | B is placed on   | deciding rule   |
        | linux-7.2   | CPU 1            | sis:cpu-scan    |
        | linux-6.12  | CPU 1            | sis:cpu-scan    |
        | vagin-sync  | CPU 1            | sis:cpu-scan    |
        | linux-6.1   | its previous CPU | sis:target-idle |
        | sis-sync    | the waker's CPU  | sis:sync-waker  |
        | scx-default | its previous CPU | scx:prev-idle   |

    @policy:linux-7.2 @policy:vagin-sync @policy:sync-pair-v4
    Scenario: C09, first half: the fix moves only the target, so an idle prev of the same LLC still wins
      kSTEP's sync_wakeup driver: CPUs 1 and 2 in use, an ineligible delayed task beside the waker on CPU 1.
      Given an 8-core non-SMT LLC
      And A runs on CPU 1 beside a delayed task
      And B sleeps, last on CPU 2
      And B last woke A
      When A wakes B with WF_SYNC
      Then by policy:
        | policy       | B is placed on   | deciding rule |
        | linux-7.2    | its previous CPU | sis:prev-idle |
        | vagin-sync   | its previous CPU | sis:prev-idle |
        | sync-pair-v4 | the waker's CPU  | sync-pair     |

    @policy:linux-7.2 @policy:linux-6.1 @policy:no-sync
    Scenario: C09, second half: across LLCs the wakee does follow the waker
      Both CPUs are alone in use; the only CPU of the waker's LLC that B may use is the waker's own.
      Given 2 LLCs of 8 cores
      And A runs on CPU 1 beside a delayed task
      And B sleeps, last on CPU 9
      And B may run on CPUs 1,9
      When A wakes B with WF_SYNC
      Then by policy:
        | policy    | B is placed on   | deciding rule                 |
        | linux-7.2 | the waker's CPU  | sis:target-fallback:none-idle |
        | linux-6.1 | its previous CPU | sis:target-idle               |
        | no-sync   | its previous CPU | sis:target-idle               |

    Scenario: A waker with company is no reason to leave an idle previous CPU
      Given 2 LLCs of 8 cores
      And A runs on CPU 0 beside 2 other tasks
      And B sleeps, last on CPU 9
      When A wakes B with WF_SYNC
      Then B is placed on its previous CPU

    @policy:linux-7.2 @policy:no-sync @policy:llc-overcommit-rfc @policy:irq-nosync
    Scenario: With company, sync leaves the waker's own load out of the comparison
      Check vector 8: this (1024 - 1023 + 1023) x 100 = 102400 against prev (2048 - 1023) x 108 = 110700, so this;
      without sync (check vector 7) 204700 against 110700, so prev.
      Given 2 LLCs of 8 cores
      And A runs on CPU 0 beside 1 other task
      And the load of CPU 0 is 1024
      And the load of A is 1024
      And CPU 9 is busy
      And the load of CPU 9 is 2048
      And B sleeps, last on CPU 9
      And the load of B is 1024
      When A wakes B with WF_SYNC
      Then by policy:
        | policy             | B is placed on | deciding rule |
        | linux-7.2          | CPU 1          | sis:cpu-scan  |
        | llc-overcommit-rfc | CPU 1          | sis:cpu-scan  |
        | irq-nosync         | CPU 1          | sis:cpu-scan  |
        | no-sync            | CPU 10         | sis:cpu-scan  |

  Rule: Sync takes part in no other decision

    @policy:linux-7.2 @policy:linux-6.18 @policy:linux-7.3 @policy:wake-hint-affine @policy:sync-pair-v1 @policy:sync-pair-v5
    Scenario: When prev is the waker's own CPU, sync changes nothing
      No comparison is made at all, and the search starts behind the waker either way.
      Given an 8-core non-SMT LLC
      And A runs on CPU 0
      And B sleeps, last on CPU 0
      When A wakes B with WF_SYNC
      Then no affine comparison is made
      And the placement is the same as with policy "no-sync"
      And B is placed on CPU 1
      And the deciding rule is "sis:cpu-scan"

    @policy:linux-7.2 @policy:no-sync @policy:llc-overcommit-rfc @policy:sync-core @policy:sis-sync
    Scenario: With two idle CPUs to choose from inside one LLC, sync and plain wakeups end on the same CPU
      Given an 8-core non-SMT LLC
      And A runs on CPU 0
      And B sleeps, last on CPU 5
      When A wakes B with WF_SYNC
      Then B is placed on its previous CPU
      And the placement is the same as with policy "no-sync"
