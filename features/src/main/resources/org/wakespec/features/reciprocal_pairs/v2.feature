# SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
Feature: Reciprocal sync pairs, version 2
  "Move the reciprocal handoff preference under the existing SD_WAKE_AFFINE domain check. Drop futex from the changelog
  motivation." (Shubhang Kaushik, 2026-07-22, 20260722-b4-sched-sync-wakeup-v2-1-f1164560b24b@gentwo.org; the version
  is reconstructed from its changelog.) The test still stands in front of wake_affine() and does not ask for its result.

  @policy:linux-7.2 @policy:sync-pair-v2 @policy:sync-pair-v1
  Scenario: Under a wake-affine domain it decides as version 1
    Given 2 LLCs of 8 cores
    And A runs on CPU 0
    And B sleeps, last on CPU 9
    And A and B wake each other
    When A wakes B with WF_SYNC
    Then by policy:
      | policy       | B is placed on  | deciding rule |
      | linux-7.2    | CPU 1           | sis:cpu-scan  |
      | sync-pair-v1 | the waker's CPU | sync-pair     |
      | sync-pair-v2 | the waker's CPU | sync-pair     |

  @policy:sync-pair-v2 @policy:sync-pair-v3
  Scenario: It does not wait for wake_affine()
    Given 2 LLCs of 8 cores
    And A runs on CPU 0
    And B sleeps, last on CPU 9
    And A and B wake each other
    When A wakes B with WF_SYNC
    Then "prefer_sync_pair_cpu" was asked
    And "wake_affine" was not asked
    And no affine comparison is made

  @policy:linux-7.2 @policy:sync-pair-v1 @policy:sync-pair-v2
  Scenario: A previous CPU that went offline is outside every domain
    Mainline's answer is the idle offline CPU; the core replaces it by the first CPU of its node that B may use. Version 1
    never gets that far.
    Given an 8-core non-SMT LLC
    And CPU 5 is offline
    And A runs on CPU 2
    And B sleeps, last on CPU 5
    And A and B wake each other
    When A wakes B with WF_SYNC
    Then by policy:
      | policy       | B is placed on  | deciding rule   |
      | linux-7.2    | CPU 0           | sis:target-idle |
      | sync-pair-v1 | the waker's CPU | sync-pair       |
      | sync-pair-v2 | CPU 0           | sis:target-idle |

  @policy:linux-7.2 @policy:sync-pair-v2 @policy:sync-pair-v3 @policy:sync-pair-v4 @policy:sync-core @policy:sis-sync
  Scenario: It stacks on SMT machines too
    "Why on non-SMT? Why the same problem cannot happen in SMT systems?" (Shrikanth Hegde). Version 2 does not
    distinguish; from version 3 on SMT is left to mainline.
    Given the machine "conformance/smt-4c8t"
    And A runs on CPU 0
    And B sleeps, last on CPU 2
    And A and B wake each other
    When A wakes B with WF_SYNC
    Then by policy:
      | policy       | B is placed on   | deciding rule |
      | linux-7.2    | its previous CPU | sis:prev-idle |
      | sync-pair-v2 | the waker's CPU  | sync-pair     |
      | sync-pair-v3 | its previous CPU | sis:prev-idle |
      | sync-pair-v4 | its previous CPU | sis:prev-idle |
      | sync-core    | its previous CPU | sis:prev-idle |
      | sis-sync     | its previous CPU | sis:prev-idle |
