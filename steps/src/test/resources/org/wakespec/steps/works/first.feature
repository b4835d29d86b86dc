Feature: First

  Scenario: prev idle
    Given an 80-core non-SMT LLC
    And A runs on CPU 0
    And B sleeps, last on CPU 10
    When A wakes B with WF_SYNC
    Then B is placed on CPU 10
    And the deciding rule is "sis:prev-idle"
    And the affine rule is "wake_affine_idle:sync"
    And B is placed on its previous CPU

  @policy:linux-7.2 @policy:sync-pair-v4
  Scenario: two policies
    Given an 80-core non-SMT LLC
    And A runs on CPU 0
    And B sleeps, last on CPU 10
    And A and B wake each other
    When A wakes B with WF_SYNC
    Then by policy:
      | policy       | B is placed on  | deciding rule |
      | linux-7.2    | CPU 10          | sis:prev-idle |
      | sync-pair-v4 | the waker's CPU | sync-pair     |
