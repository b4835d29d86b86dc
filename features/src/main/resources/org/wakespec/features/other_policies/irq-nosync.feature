# SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
Feature: Sync from interrupts: Libo Chen's patch of 2022
  20220711224704.1672831-1-libo.chen@oracle.com: an interrupt says nothing about what the interrupted task does next, so
  sync should count in task context only. pgbench gained 12..23 %; on Zen3, tbench with one client fell from 569 to 284 MB/s,
  because all its wakeups are in softirq and the wakees no longer followed their data. Held back; reconstructed.

  @policy:linux-7.2 @policy:irq-nosync @policy:no-sync
  Scenario: tbench on Zen3: from "same MC" to "same DIE"
    Given the machine "zen3-2p-128c256t"
    And client runs on CPU 0
    And server sleeps, last on CPU 8
    When client sends on a localhost socket to server
    Then by policy:
      | policy     | server is placed on | deciding rule   |
      | linux-7.2  | CPU 1               | sis:idle-core   |
      | irq-nosync | its previous CPU    | sis:target-idle |
      | no-sync    | its previous CPU    | sis:target-idle |

  @policy:linux-7.2 @policy:irq-nosync @policy:no-sync
  Scenario: A pipe is written in task context: nothing changes
    Given the machine "zen3-2p-128c256t"
    And client runs on CPU 0
    And server sleeps, last on CPU 8
    When client writes to the pipe server reads from
    Then by policy:
      | policy     | server is placed on | deciding rule   |
      | linux-7.2  | CPU 1               | sis:idle-core   |
      | irq-nosync | CPU 1               | sis:idle-core   |
      | no-sync    | its previous CPU    | sis:target-idle |

  @policy:linux-7.2 @policy:irq-nosync
  Scenario: The idle waker's CPU still attracts from an interrupt
    Mel Gorman's sketch in that thread would have dropped this test as well.
    Given an 8-core non-SMT LLC
    And CPU 5 is busy
    And B sleeps, last on CPU 5
    When an interrupt on CPU 0 wakes B with WF_SYNC
    Then B is placed on CPU 0
    And the affine rule is "wake_affine_idle:cache-idle"
    And the placement is the same as with policy "linux-7.2"
