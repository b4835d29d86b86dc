# SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
Feature: SIS_CURRENT, version 8: brief mutual wakers share the waker's CPU
  Chen Yu, 2023-04 (cover.1682661027.git.yu.c.chen@intel.com), not merged; reconstructed. Waker and wakee are each other's
  last wakee, both run for less than the migration cost of 500 us on average, and the waker is alone on the target.
  Sync plays no part in the test, but decides whether the waker's CPU is the target.

  @policy:linux-7.2 @policy:sis-current-v8 @policy:sync-pair-v4
  Scenario: A brief mutual pair, sync
    Given an 8-core non-SMT LLC
    And A runs on CPU 0
    And B sleeps, last on CPU 5
    And A and B wake each other
    And A and B run for 50 us on average
    When A wakes B with WF_SYNC
    Then by policy:
      | policy         | B is placed on   | deciding rule |
      | linux-7.2      | its previous CPU | sis:prev-idle |
      | sis-current-v8 | the waker's CPU  | sis:current   |
      | sync-pair-v4   | the waker's CPU  | sync-pair     |

  @policy:linux-7.2 @policy:sis-current-v8 @policy:sync-pair-v4
  Scenario: A brief mutual pair, not sync, whose previous CPU is the busier one
    Without sync the comparison of loads must choose the waker's CPU: 1024 x 100 against 3072 x 108.
    Given an 8-core non-SMT LLC
    And A runs on CPU 0
    And CPU 5 is busy with 3 tasks
    And the load of CPU 5 is 3072
    And B sleeps, last on CPU 5
    And the load of B is 0
    And A and B wake each other
    And A and B run for 50 us on average
    When A wakes B
    Then by policy:
      | policy         | B is placed on  | deciding rule |
      | linux-7.2      | CPU 1           | sis:cpu-scan  |
      | sis-current-v8 | the waker's CPU | sis:current   |
      | sync-pair-v4   | CPU 1           | sis:cpu-scan  |

  @policy:linux-7.2 @policy:sis-current-v8
  Scenario: Not sync, with an idle previous CPU: nothing changes
    Given an 8-core non-SMT LLC
    And A runs on CPU 0
    And B sleeps, last on CPU 5
    And A and B wake each other
    And A and B run for 50 us on average
    When A wakes B
    Then B is placed on its previous CPU
    And the placement is the same as with policy "linux-7.2"

  @policy:linux-7.2 @policy:sis-current-v8
  Scenario Outline: Brief is below 500 us: <run> us
    Given an 8-core non-SMT LLC
    And A runs on CPU 0
    And B sleeps, last on CPU 5
    And A and B wake each other
    And A and B run for <run> us on average
    When A wakes B with WF_SYNC
    Then by policy:
      | policy         | B is placed on |
      | linux-7.2      | CPU 5          |
      | sis-current-v8 | CPU <goes to>  |

    Examples:
      | run | goes to |
      | 499 | 0       |
      | 500 | 5       |

  @policy:linux-7.2 @policy:sis-current-v8
  Scenario: One-way wakers are not a pair
    Given an 8-core non-SMT LLC
    And A runs on CPU 0
    And B sleeps, last on CPU 5
    And B last woke C
    And A and B run for 50 us on average
    When A wakes B with WF_SYNC
    Then B is placed on its previous CPU
    And the deciding rule is "sis:prev-idle"
