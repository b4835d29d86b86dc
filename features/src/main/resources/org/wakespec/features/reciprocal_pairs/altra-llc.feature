# SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
Feature: The same pair on Ampere Altra, read with a 2-CPU and with an 80-CPU LLC
  "Where is your LLC? Does it has multiple cores and currently you end up choosing an idle core?" (Shrikanth Hegde,
  2026-08-04). "domain0: MC, SD_SHARE_LLC; domain1: PKG, SD_SHARE_LLC" (Shubhang Kaushik). The default topology gives PKG
  no such flag; MC is then the pair of cores of one DSU. Both readings are kept, and they give different answers.

  Rule: A 2-CPU LLC

    @policy:linux-7.2 @policy:no-sync @policy:sync-pair-v4 @policy:sync-pair-v5 @policy:vagin-sync @policy:llc-overcommit-rfc
    Scenario: Free: mainline ends on the waker's twin, the patch on the waker
      prev shares no cache with the waker. The twin is idle and the scan budget of a half busy pair is 1: just enough.
      The over-commit RFC finds one of two CPUs not busy, but asks for more than one, and so declines.
      Given the machine "altra-80-llc2"
      And A runs on CPU 0
      And B sleeps, last on CPU 10
      And A and B wake each other
      When A wakes B with WF_SYNC
      Then by policy:
        | policy             | B is placed on   | deciding rule   |
        | linux-7.2          | CPU 1            | sis:cpu-scan    |
        | no-sync            | its previous CPU | sis:target-idle |
        | sync-pair-v4       | the waker's CPU  | sync-pair       |
        | sync-pair-v5       | the waker's CPU  | sync-pair       |
        | vagin-sync         | the waker's CPU  | sync-stack      |
        | llc-overcommit-rfc | its previous CPU | sis:target-idle |

    @policy:linux-7.2 @policy:no-sync @policy:sync-pair-v4
    Scenario: With the twin busy, mainline stacks as the patch does
      The pair's budget is 0 above about 60 % mean utilisation.
      Given the machine "altra-80-llc2"
      And A runs on CPU 0
      And CPU 1 is busy
      And B sleeps, last on CPU 10
      And A and B wake each other
      When A wakes B with WF_SYNC
      Then by policy:
        | policy       | B is placed on   | deciding rule                  |
        | linux-7.2    | the waker's CPU  | sis:target-fallback:overloaded |
        | sync-pair-v4 | the waker's CPU  | sync-pair                      |
        | no-sync      | its previous CPU | sis:target-idle                |

    @policy:linux-7.2 @policy:no-sync @policy:sync-pair-v4
    Scenario: taskset -c 78,79
      Given the machine "altra-80-llc2"
      And A runs on CPU 78
      And B sleeps, last on CPU 79
      And B may run on CPUs 78-79
      And A and B wake each other
      When A wakes B with WF_SYNC
      Then by policy:
        | policy       | B is placed on   | deciding rule   |
        | linux-7.2    | its previous CPU | sis:prev-idle   |
        | no-sync      | its previous CPU | sis:target-idle |
        | sync-pair-v4 | the waker's CPU  | sync-pair       |

    @policy:linux-7.2 @policy:sync-pair-v1 @policy:sync-pair-v4
    Scenario: Two flips against four already make a pair wide there
      Given the machine "altra-80-llc2"
      And A runs on CPU 0
      And B sleeps, last on CPU 10
      And A and B wake each other
      And A has 4 wakee flips
      And B has 2 wakee flips
      When A wakes B with WF_SYNC
      Then "wake_wide" says "wide"
      And B is placed on its previous CPU
      And the deciding rule is "sis:target-idle"

  Rule: An 80-CPU LLC

    @policy:linux-7.2 @policy:no-sync @policy:sync-pair-v4 @policy:llc-overcommit-rfc
    Scenario: Free: mainline leaves the wakee on its idle previous CPU
      Given an 80-core non-SMT LLC
      And A runs on CPU 0
      And B sleeps, last on CPU 10
      And A and B wake each other
      When A wakes B with WF_SYNC
      Then by policy:
        | policy             | B is placed on   | deciding rule   |
        | linux-7.2          | its previous CPU | sis:prev-idle   |
        | no-sync            | its previous CPU | sis:target-idle |
        | sync-pair-v4       | the waker's CPU  | sync-pair       |
        | llc-overcommit-rfc | its previous CPU | sis:prev-idle   |

    @policy:linux-7.2 @policy:sync-pair-v4
    Scenario: With a busy twin there are 78 other CPUs to search
      Given an 80-core non-SMT LLC
      And A runs on CPU 0
      And CPUs 1,10 are busy
      And B sleeps, last on CPU 10
      And A and B wake each other
      When A wakes B with WF_SYNC
      Then by policy:
        | policy       | B is placed on  | deciding rule |
        | linux-7.2    | CPU 2           | sis:cpu-scan  |
        | sync-pair-v4 | the waker's CPU | sync-pair     |

    @policy:linux-7.2 @policy:sync-pair-v1 @policy:sync-pair-v4
    Scenario: The same flips are narrow there
      Given an 80-core non-SMT LLC
      And A runs on CPU 0
      And B sleeps, last on CPU 10
      And A and B wake each other
      And A has 4 wakee flips
      And B has 2 wakee flips
      When A wakes B with WF_SYNC
      Then by policy:
        | policy       | B is placed on   | deciding rule |
        | linux-7.2    | its previous CPU | sis:prev-idle |
        | sync-pair-v1 | the waker's CPU  | sync-pair     |
        | sync-pair-v4 | the waker's CPU  | sync-pair     |

    @policy:linux-7.2 @policy:sync-pair-v4
    Scenario: Taken to the letter, the thread's two levels mix both readings
      With SD_SHARE_LLC on PKG the search spans 80 CPUs, but LLC ids are still given out per pair. An idle previous CPU
      then shares no cache with the waker, and mainline scans from the waker on.
      Given the machine "altra-80-llc80"
      And A runs on CPU 0
      And B sleeps, last on CPU 10
      And A and B wake each other
      When A wakes B with WF_SYNC
      Then by policy:
        | policy       | B is placed on  | deciding rule |
        | linux-7.2    | CPU 1           | sis:cpu-scan  |
        | sync-pair-v4 | the waker's CPU | sync-pair     |

  Rule: The worked table of an 80-core machine, once more
    A alone on CPU 0 wakes B, which last ran on CPU 10. Vagin's patch of 2022 (C01,
    20221027202603.670616-1-avagin@google.com) skips the search for a lone sync waker: pipe 8.8 to 3.7 usec, netperf
    UDP_STREAM -47..-54 %, not merged. The other two proposals in that table (C06 and C07, "prefer the previous CPU",
    20251017-b4-sched-cfs-refactor-propagate-v1-1-1eb0dc5b19b3@os.amperecomputing.com) are always prev or always mainline
    on a machine without energy-aware scheduling.

    @policy:linux-7.2 @policy:vagin-sync @policy:sis-current-v8
    Scenario Outline: One LLC, no cluster level: <situation>
      Given an 80-core non-SMT LLC
      And A runs on CPU 0
      And <busy> busy
      And B sleeps, last on CPU 10
      And the load of B is 1024
      When A wakes B <how>
      Then by policy:
        | policy         | B is placed on |
        | linux-7.2      | CPU <mainline> |
        | vagin-sync     | CPU <vagin>    |
        | sis-current-v8 | CPU <mainline> |

      Examples:
        | situation                  | busy         | how             | mainline | vagin |
        | sync, prev idle            | CPU 20 is    | with WF_SYNC    | 10       | 0     |
        | sync, prev idle, CPU 1 not | CPU 1 is     | with WF_SYNC    | 10       | 0     |
        | not sync, prev idle        | CPU 20 is    | without WF_SYNC | 10       | 10    |
        | sync, prev busy            | CPU 10 is    | with WF_SYNC    | 1        | 0     |

    @policy:linux-7.2 @policy:linux-6.1 @policy:vagin-sync
    Scenario Outline: Clusters of 2 in one LLC: <situation>
      Cluster scheduling makes a sync wakeup leave an idle previous CPU: the whole Altra thread in one row.
      Given an 80-core non-SMT LLC, 2 cores per cluster
      And A runs on CPU 0
      And <busy> busy
      And B sleeps, last on CPU 10
      And the load of B is 1024
      When A wakes B <how>
      Then by policy:
        | policy     | B is placed on   |
        | linux-7.2  | CPU <clusters>   |
        | linux-6.1  | CPU <before 6.7> |
        | vagin-sync | CPU <vagin>      |

      Examples:
        | situation                  | busy         | how             | clusters | before 6.7 | vagin |
        | sync, prev idle            | CPU 20 is    | with WF_SYNC    | 1        | 10         | 0     |
        | sync, prev idle, CPU 1 not | CPU 1 is     | with WF_SYNC    | 2        | 10         | 0     |
        | not sync, prev idle        | CPU 20 is    | without WF_SYNC | 10       | 10         | 10    |
        | sync, prev busy            | CPU 10 is    | with WF_SYNC    | 1        | 1          | 0     |

    @policy:linux-7.2 @policy:vagin-sync @policy:no-sync
    Scenario Outline: An interrupt on idle CPU 0: <situation>
      Given an 80-core non-SMT LLC
      And <busy> busy
      And B sleeps, last on CPU 10
      When an interrupt on CPU 0 wakes B
      Then B is placed on CPU <goes to>
      And the affine rule is "wake_affine_idle:cache-idle"

      Examples:
        | situation | busy      | goes to |
        | prev idle | CPU 20 is | 10      |
        | prev busy | CPU 10 is | 0       |
