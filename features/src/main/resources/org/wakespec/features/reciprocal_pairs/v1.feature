# SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
Feature: Reciprocal sync pairs, version 1
  "Use the existing last_wakee and wake_wide() state to identify narrow reciprocal WF_SYNC wakeups: A wakes B, B wakes A,
  A wakes B ..." and "keep the wakee on the waker CPU" (Shubhang Kaushik, 2026-07-21,
  20260721-b4-sched-sync-wakeup-v1-1-dc94f184e27f@gentwo.org). Version 1 decides before any domain is looked at.

  Rule: What it asks for

    @policy:linux-7.2 @policy:sync-pair-v1 @policy:no-sync @policy:vagin-sync @policy:sis-sync @policy:sis-current-v8
    Scenario: A narrow reciprocal pair stays on the waker's CPU
      Given an 80-core non-SMT LLC
      And A runs on CPU 0
      And B sleeps, last on CPU 10
      And A and B wake each other
      When A wakes B with WF_SYNC
      Then by policy:
        | policy         | B is placed on   | deciding rule   |
        | linux-7.2      | its previous CPU | sis:prev-idle   |
        | sync-pair-v1   | the waker's CPU  | sync-pair       |
        | no-sync        | its previous CPU | sis:target-idle |
        | vagin-sync     | the waker's CPU  | sync-stack      |
        | sis-sync       | its previous CPU | sis:prev-idle   |
        | sis-current-v8 | its previous CPU | sis:prev-idle   |

    @policy:linux-7.2 @policy:sync-pair-v1 @policy:sync-pair-v2 @policy:sync-pair-v3 @policy:sync-pair-v4 @policy:sync-pair-v5
    Scenario: One-way waking is not a pair
      Given an 80-core non-SMT LLC
      And A runs on CPU 0
      And B sleeps, last on CPU 10
      And B last woke C
      When A wakes B with WF_SYNC
      Then B is placed on its previous CPU
      And the deciding rule is "sis:prev-idle"
      And the placement is the same as with policy "linux-7.2"

    @policy:linux-7.2 @policy:sync-pair-v1 @policy:sync-pair-v2 @policy:sync-pair-v3 @policy:sync-pair-v4 @policy:sync-pair-v5
    Scenario: It is enough that the wakee last woke the waker
      The waker's own last wakee is not asked: it is the wakee as soon as the wakeup is recorded.
      Given an 80-core non-SMT LLC
      And A runs on CPU 0
      And B sleeps, last on CPU 10
      And A last woke C
      And B last woke A
      When A wakes B with WF_SYNC
      Then by policy:
        | policy       | B is placed on   | deciding rule |
        | linux-7.2    | its previous CPU | sis:prev-idle |
        | sync-pair-v1 | the waker's CPU  | sync-pair     |
        | sync-pair-v2 | the waker's CPU  | sync-pair     |
        | sync-pair-v3 | the waker's CPU  | sync-pair     |
        | sync-pair-v4 | the waker's CPU  | sync-pair     |
        | sync-pair-v5 | the waker's CPU  | sync-pair     |

    @policy:linux-7.2 @policy:sync-pair-v1 @policy:sync-pair-v2 @policy:sync-pair-v3 @policy:sync-pair-v4 @policy:sync-pair-v5
    Scenario: A wide pair is left to mainline
      Given an 80-core non-SMT LLC
      And A runs on CPU 0
      And B sleeps, last on CPU 10
      And A and B wake each other
      And A and B are a many-to-many pair
      When A wakes B with WF_SYNC
      Then "wake_wide" says "wide"
      And B is placed on its previous CPU
      And the deciding rule is "sis:target-idle"

    @policy:linux-7.2 @policy:sync-pair-v1 @policy:sync-pair-v2 @policy:sync-pair-v3 @policy:sync-pair-v4 @policy:sync-pair-v5
    Scenario: A waker with company is left to mainline
      Given an 80-core non-SMT LLC
      And A runs on CPU 0 beside 1 other task
      And B sleeps, last on CPU 10
      And A and B wake each other
      When A wakes B with WF_SYNC
      Then B is placed on its previous CPU
      And the placement is the same as with policy "linux-7.2"

    @policy:linux-7.2 @policy:sync-pair-v1 @policy:sync-pair-v4 @policy:vagin-sync
    Scenario: A delayed task beside the waker is no company
      The pair test leaves delayed tasks out of the count as mainline does since C08; Vagin's patch of 2022 predates them.
      Given an 80-core non-SMT LLC
      And A runs on CPU 0 beside a delayed task
      And B sleeps, last on CPU 10
      And A and B wake each other
      When A wakes B with WF_SYNC
      Then by policy:
        | policy       | B is placed on   | deciding rule |
        | linux-7.2    | its previous CPU | sis:prev-idle |
        | sync-pair-v1 | the waker's CPU  | sync-pair     |
        | sync-pair-v4 | the waker's CPU  | sync-pair     |
        | vagin-sync   | its previous CPU | sis:prev-idle |

    @policy:linux-7.2 @policy:sync-pair-v1 @policy:sync-pair-v2 @policy:sync-pair-v3 @policy:sync-pair-v4
    Scenario: A wakee that may not use the waker's CPU stays away
      Given an 80-core non-SMT LLC
      And A runs on CPU 0
      And B sleeps, last on CPU 10
      And B may run on CPUs 8-15
      And A and B wake each other
      When A wakes B with WF_SYNC
      Then B is placed on its previous CPU
      And the deciding rule is "sis:target-idle"

    @policy:linux-7.2 @policy:sync-pair-v1 @policy:sync-pair-v2 @policy:sync-pair-v3 @policy:sync-pair-v4 @policy:sync-pair-v5
    Scenario: A futex pair is not sync, whatever the changelog of v1 said
      Christian Loehle: "But the futex ping-pong doesn't set WF_SYNC in the first place"; the author: "I'll drop the futex
      wording from the description".
      Given an 80-core non-SMT LLC
      And A runs on CPU 0
      And B sleeps, last on CPU 10
      And A and B wake each other
      When A futex-wakes B
      Then B is placed on its previous CPU
      And the affine rule is "wake_affine_idle:prev-idle"
      And the placement is the same as with policy "no-sync"

    @policy:linux-7.2 @policy:sync-pair-v1 @policy:sync-pair-v4 @policy:no-sync
    Scenario: From an interrupt the current task stands in for the partner
      The pair test compares with current, so an interrupt that happens to hit the partner passes it.
      Given an 80-core non-SMT LLC
      And A runs on CPU 0
      And B sleeps, last on CPU 10
      And B last woke A
      When an interrupt on CPU 0 wakes B with WF_SYNC
      Then by policy:
        | policy       | B is placed on   | deciding rule   |
        | linux-7.2    | its previous CPU | sis:prev-idle   |
        | sync-pair-v1 | CPU 0            | sync-pair       |
        | sync-pair-v4 | CPU 0            | sync-pair       |
        | no-sync      | its previous CPU | sis:target-idle |

  Rule: What the review objected to

    @policy:linux-7.2 @policy:sync-pair-v1 @policy:sync-pair-v2 @policy:sync-pair-v3 @policy:sync-pair-v4 @policy:sync-pair-v5
    Scenario: It stacks on the waker although the previous CPU is isolated
      "This must move further below (to check for SD_WAKE_AFFINE) otherwise it ignores isolcpus." (Christian Loehle,
      2026-07-22)
      Given an 8-core non-SMT LLC
      And CPUs 5,7 are isolated at boot
      And A runs on CPU 0
      And B sleeps, last on CPU 5
      And A and B wake each other
      When A wakes B with WF_SYNC
      Then by policy:
        | policy       | B is placed on   | deciding rule   |
        | linux-7.2    | its previous CPU | sis:target-idle |
        | sync-pair-v1 | the waker's CPU  | sync-pair       |
        | sync-pair-v2 | its previous CPU | sis:target-idle |
        | sync-pair-v3 | its previous CPU | sis:target-idle |
        | sync-pair-v4 | its previous CPU | sis:target-idle |
        | sync-pair-v5 | its previous CPU | sis:target-idle |

    @policy:linux-7.2 @policy:sync-pair-v1 @policy:sync-pair-v2 @policy:sync-pair-v4 @policy:scx-default
    Scenario: The reverse does not happen: a boot-isolated waker is always wide
      A CPU isolated at boot was never attached to a domain tree. Its LLC size is 0, so every relation counts as
      many-to-many, and even v1 does not keep the wakee there.
      Given an 8-core non-SMT LLC
      And CPUs 5,7 are isolated at boot
      And A runs on CPU 5
      And B sleeps, last on CPU 0
      And A and B wake each other
      When A wakes B with WF_SYNC
      Then by policy:
        | policy       | B is placed on   | deciding rule   |
        | linux-7.2    | its previous CPU | sis:target-idle |
        | sync-pair-v1 | its previous CPU | sis:target-idle |
        | sync-pair-v2 | its previous CPU | sis:target-idle |
        | sync-pair-v4 | its previous CPU | sis:target-idle |
        | scx-default  | the waker's CPU  | scx:sync-waker  |

    @policy:linux-7.2 @policy:sync-pair-v1 @policy:sync-pair-v2 @policy:sync-pair-v4
    Scenario: It pulls across a NUMA distance mainline does not balance over
      Given the machine "conformance/numa-2node-far"
      And A runs on CPU 0
      And B sleeps, last on CPU 9
      And A and B wake each other
      When A wakes B with WF_SYNC
      Then by policy:
        | policy       | B is placed on   | deciding rule   |
        | linux-7.2    | its previous CPU | sis:target-idle |
        | sync-pair-v1 | the waker's CPU  | sync-pair       |
        | sync-pair-v2 | its previous CPU | sis:target-idle |
        | sync-pair-v4 | its previous CPU | sis:target-idle |

    @policy:sync-pair-v1
    Scenario: On its path the recently used CPU is not updated
      Mainline would have noted CPU 5 while searching; a later wakeup therefore may differ even where this one agrees.
      Given an 8-core non-SMT LLC
      And A runs on CPU 0
      And CPU 5 is busy
      And B sleeps, last on CPU 5
      And B recently used CPU 7
      And A and B wake each other
      When A wakes B with WF_SYNC
      Then B is placed on the waker's CPU
      And the deciding rule is "sync-pair"
      And B recently used CPU 7 afterwards
      And "select_idle_sibling" was not asked
