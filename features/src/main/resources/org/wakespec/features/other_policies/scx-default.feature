# SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
Feature: How sched_ext's built-in selection differs from the fair class
  The search is centred on the previous CPU, not on the waker; a sync wakee from another LLC is stacked on the waker's
  CPU where the fair class looks for an idle CPU next to it; stacking stops when the whole machine is busy, not when the
  LLC is full; wake_wide, loads and reciprocity play no part. (kernel/sched/ext_idle.c, in words; reconstructed.)

  @policy:linux-7.2 @policy:scx-default
  Scenario: A sync wakee from another LLC is stacked
    Given the machine "zen3-2p-128c256t"
    And A runs on CPU 0
    And B sleeps, last on CPU 8
    When A wakes B with WF_SYNC
    Then by policy:
      | policy      | B is placed on  | deciding rule  |
      | linux-7.2   | CPU 1           | sis:idle-core  |
      | scx-default | the waker's CPU | scx:sync-waker |

  @policy:linux-7.2 @policy:scx-default
  Scenario: A sync wakee whose idle previous CPU shares the LLC stays there
    Given the machine "zen3-2p-128c256t"
    And A runs on CPU 0
    And B sleeps, last on CPU 3
    When A wakes B with WF_SYNC
    Then by policy:
      | policy      | B is placed on   | deciding rule |
      | linux-7.2   | its previous CPU | sis:prev-idle |
      | scx-default | its previous CPU | scx:sync-prev |

  @policy:linux-7.2 @policy:scx-default @policy:no-sync
  Scenario: A plain wakeup looks for an idle core near prev
    Given the machine "zen3-2p-128c256t"
    And A runs on CPU 0
    And CPU 11 is busy
    And B sleeps, last on CPU 11
    And the load of B is 1024
    When A wakes B
    Then by policy:
      | policy      | B is placed on | deciding rule |
      | linux-7.2   | CPU 12         | sis:idle-core |
      | no-sync     | CPU 12         | sis:idle-core |
      | scx-default | CPU 8          | scx:idle-core |

  @policy:linux-7.2 @policy:scx-default
  Scenario: An idle thread of a busy core is not kept if a whole core is idle
    Given the machine "zen3-2p-128c256t"
    And A runs on CPU 0
    And CPU 136 is busy
    And B sleeps, last on CPU 8
    When A wakes B
    Then by policy:
      | policy      | B is placed on   | deciding rule   |
      | linux-7.2   | its previous CPU | sis:target-idle |
      | scx-default | CPU 9            | scx:idle-core   |

  @policy:linux-7.2 @policy:scx-default
  Scenario: A full LLC does not stop the stacking
    Given 2 LLCs of 8 cores
    And A runs on CPU 0
    And CPUs 1-7 are busy
    And B sleeps, last on CPU 9
    When A wakes B with WF_SYNC
    Then by policy:
      | policy      | B is placed on  | deciding rule                  |
      | linux-7.2   | the waker's CPU | sis:target-fallback:overloaded |
      | scx-default | the waker's CPU | scx:sync-waker                 |

  @policy:linux-7.2 @policy:scx-default
  Scenario: A machine without any idle CPU does
    Given 2 LLCs of 8 cores
    And A runs on CPU 0
    And all other CPUs are busy
    And B sleeps, last on CPU 9
    When A wakes B with WF_SYNC
    Then by policy:
      | policy      | B is placed on   | deciding rule                  |
      | linux-7.2   | the waker's CPU  | sis:target-fallback:overloaded |
      | scx-default | its previous CPU | scx:prev                       |

  @policy:linux-7.2 @policy:scx-default
  Scenario: A waker with a queue behind it is not stacked on
    Given 2 LLCs of 8 cores
    And A runs on CPU 0 beside 1 other task
    And CPU 9 is busy
    And the load of CPU 9 is 4096
    And B sleeps, last on CPU 9
    And the load of B is 0
    When A wakes B with WF_SYNC
    Then by policy:
      | policy      | B is placed on | deciding rule |
      | linux-7.2   | CPU 1          | sis:cpu-scan  |
      | scx-default | CPU 8          | scx:idle-cpu  |
