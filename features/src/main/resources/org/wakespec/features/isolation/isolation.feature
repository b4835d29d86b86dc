# SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
@not-policy:scx-default
Feature: Isolated CPUs and cpuset partitions
  isolcpus=domain leaves CPUs without any domain from boot on; cpuset partitions build separate domain trees at run time. From
  7.2 on LLC numbers follow the hardware, so CPUs of one LLC go on sharing a cache whatever the partitions are.

  Rule: Isolated at boot

    Scenario: No search finds an isolated CPU
      Given an 8-core non-SMT LLC
      And CPUs 4,6-7 are isolated at boot
      And A runs on CPU 0
      And CPU 3 is busy
      And B sleeps, last on CPU 3
      And the load of B is 1024
      When A wakes B
      Then B is placed on CPU 5
      And CPUs 4,6-7 were not probed

    Scenario: A wakee that last ran on an idle isolated CPU goes back there
      Given an 8-core non-SMT LLC
      And CPUs 5,7 are isolated at boot
      And A runs on CPU 0
      And B sleeps, last on CPU 5
      When A wakes B
      Then B is placed on CPU 5
      And the deciding rule is "sis:target-idle"
      And no affine comparison is made

    Scenario: Even if something runs there
      Given an 8-core non-SMT LLC
      And CPUs 5,7 are isolated at boot
      And A runs on CPU 0
      And CPU 5 is busy
      And B sleeps, last on CPU 5
      When A wakes B
      Then B is placed on CPU 5
      And the deciding rule is "sis:no-llc"

    @policy:linux-7.2 @policy:sync-pair-v1 @policy:sync-pair-v2 @policy:sync-pair-v4
    Scenario: A waker in an isolated cpuset partition is not wide, and version 1 stacks on it
      A CPU that once had domains keeps an LLC size of 1 when it loses them, unlike one isolated at boot, whose size is 0.
      Given an 8-core non-SMT LLC
      And an isolated cpuset partition of CPUs 4-7
      And A runs on CPU 5
      And B sleeps, last on CPU 0
      And A and B wake each other
      When A wakes B with WF_SYNC
      Then by policy:
        | policy       | B is placed on   | deciding rule   |
        | linux-7.2    | its previous CPU | sis:target-idle |
        | sync-pair-v1 | the waker's CPU  | sync-pair       |
        | sync-pair-v2 | its previous CPU | sis:target-idle |
        | sync-pair-v4 | its previous CPU | sis:target-idle |

  Rule: Partitions of one LLC

    @not-policy:sync-pair-v1 @not-policy:vagin-sync
    Scenario: The waker's partition is no reason to leave another one
      Given an 8-core non-SMT LLC
      And a cpuset partition of CPUs 0-3
      And A runs on CPU 0
      And B sleeps, last on CPU 5
      When A wakes B with WF_SYNC
      Then B is placed on CPU 5
      And no affine comparison is made

    Scenario: A search stays in the target's partition
      Given an 8-core non-SMT LLC
      And a cpuset partition of CPUs 0-3
      And A runs on CPU 0
      And CPUs 2-3 are busy
      And the scan budget of the LLC of CPU 2 is 4
      And B sleeps, last on CPU 2
      And the load of B is 1024
      When A wakes B
      Then B is placed on CPU 1
      And CPUs 4-7 were not probed

    @policy:linux-7.2 @policy:linux-7.3
    Scenario: The recently used CPU does not: the cache is still shared
      Given an 8-core non-SMT LLC
      And a cpuset partition of CPUs 0-3
      And A runs on CPU 0
      And CPU 2 is busy
      And B sleeps, last on CPU 2
      And B recently used CPU 6
      And the load of B is 1024
      When A wakes B
      Then B is placed on CPU 6
      And the deciding rule is "sis:recent"
