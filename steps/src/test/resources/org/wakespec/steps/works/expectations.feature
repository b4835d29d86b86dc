Feature: What can be expected

  Background:
    Given 2 sockets of 8 cores with 2 threads, 4 cores per LLC
    And A runs on CPU 0
    And B sleeps, last on CPU 8
    And CPU 8 is busy

  Scenario Outline: Places
    When A wakes B with WF_SYNC
    Then B is placed on <place>
    And B is not placed on <not>

    Examples:
      | place                                | not                                      |
      | an idle CPU                          | a busy CPU                               |
      | one of CPUs 1,2                      | its previous CPU                         |
      | an idle CPU of the waker's LLC       | an idle CPU of its previous LLC          |
      | a CPU of the LLC of CPU 3            | a CPU of the LLC of CPU 8                |
      | a CPU of node 0                      | a CPU of node 1                          |
      | an idle CPU of node 0                | the waker's CPU                          |
      | a CPU of the waker's package         | a CPU of its previous package            |
      | a fully idle core                    | an SMT sibling of the waker's CPU        |
      | a fully idle core of the waker's LLC | an idle SMT sibling of CPU 0             |
      | a fully idle core of the LLC of CPU 0 | a fully idle core of node 1             |

  Scenario: Rules and rungs
    When A wakes B with WF_SYNC
    Then the affine rule is "wake_affine_idle:sync"
    And the deciding rule is "sis:idle-core"
    And "select_idle_core" was asked
    And "select_idle_core" says "yes"
    And "select_idle_smt" was not asked
    And CPU selection was asked
    And the core path is "selected"

  Scenario: Probes
    When A wakes B with WF_SYNC
    Then CPUs 0,1 were probed
    And CPUs 0,1,17 were probed in this order
    And exactly CPUs 0,0,1,17 were probed in this order
    And CPU 9 was not probed
    And at most 4 CPUs were examined
    And exactly 4 CPUs were examined

  Scenario: No probe at all
    When A wakes B with WF_CURRENT_CPU
    Then no CPU was probed

  @policy:sync-pair-v1
  Scenario: Against another policy
    Given A and B wake each other
    When A wakes B with WF_SYNC
    Then the placement differs from policy "linux-7.2"

  @policy:linux-6.18 @policy:tip
  Scenario: Like another policy
    When A wakes B with WF_SYNC
    Then the placement is the same as with policy "linux-7.2"
