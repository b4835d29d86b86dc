# SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
@not-policy:scx-default
Feature: wake_affine(): the waker's CPU or the previous one as target
  Three questions about idleness, then a comparison of loads. The loads are those the run queues last computed; nothing is
  decayed here. The wakee's contribution is task_h_load(): with group scheduling a lone task of load 1024 counts 1023.

  Rule: Idleness first

    Scenario Outline: The waker's CPU is idle and shares the cache: <case>
      Only an interrupt can find its own CPU idle. SCHED_IDLE work does not count as idle here.
      Given an 8-core non-SMT LLC
      And CPU <busy> is busy
      And B sleeps, last on CPU 5
      And the load of B is 1024
      When an interrupt on CPU 0 wakes B
      Then the affine rule is "wake_affine_idle:cache-idle"
      And B is placed on CPU <goes to>

      Examples:
        | case      | busy | goes to |
        | prev idle | 1    | 5       |
        | prev busy | 5    | 0       |

    @policy:linux-7.2 @policy:linux-6.1 @policy:linux-7.3 @policy:no-sync
    Scenario: An idle previous CPU on another socket (C12)
      Julia Lawall, commit d8fcb81f1acf (5.11): before it, the stale load of an idle CPU could pull the task over; lu.C.x on
      four sockets went from 36 to 24 seconds.
      Given the machine "zen3-2p-128c256t"
      And A runs on CPU 0
      And the load of CPU 0 is 100
      And the load of CPU 64 is 900
      And B sleeps, last on CPU 64
      When A wakes B
      Then the affine rule is "wake_affine_idle:prev-idle"
      And B is placed on CPU 64

    Scenario: An idle waker's CPU in another LLC gets no preference, loads decide
      Nothing runs on CPU 0: (0 + 0) x 100 is less than 1024 x 108.
      Given 2 LLCs of 8 cores
      And CPU 9 is busy
      And B sleeps, last on CPU 9
      When an interrupt on CPU 0 wakes B
      Then the affine rule is "wake_affine_weight:this"
      And B is placed on CPU 0

  Rule: Loads

    Scenario Outline: Check vector 7, and the smallest load of prev that turns it: <prev load>
      this (1024 + 1023) x 100 = 204700. prev (2048 - 1023) x 108 = 110700; (2919 - 1023) x 108 = 204768.
      Given 2 LLCs of 8 cores
      And A runs on CPU 0
      And the load of CPU 0 is 1024
      And CPU 9 is busy
      And the load of CPU 9 is <prev load>
      And B sleeps, last on CPU 9
      And the load of B is 1024
      When A wakes B
      Then the affine rule is "<rule>"
      And B is placed on CPU <goes to>

      Examples:
        | prev load | rule                    | goes to |
        | 2048      | wake_affine_weight:prev | 10      |
        | 2918      | wake_affine_weight:prev | 10      |
        | 2919      | wake_affine_weight:this | 1       |

    Scenario Outline: The bias towards the waker is 8 percent: load <this load> against 1000
      this x 100 against 1000 x 108. A tie goes to the previous CPU.
      Given 2 LLCs of 8 cores
      And A runs on CPU 0
      And the load of CPU 0 is <this load>
      And CPU 9 is busy
      And the load of CPU 9 is 1000
      And B sleeps, last on CPU 9
      When A wakes B
      Then the affine rule is "<rule>"

      Examples:
        | this load | rule                    |
        | 1079      | wake_affine_weight:this |
        | 1080      | wake_affine_weight:prev |
        | 1081      | wake_affine_weight:prev |

    Scenario Outline: Between siblings it is 5 percent: load <this load> against 1000
      The lowest domain that holds both CPUs is the SMT domain, whose imbalance_pct is 110.
      Given the machine "conformance/smt-4c8t"
      And A runs on CPU 0
      And the load of CPU 0 is <this load>
      And CPU 1 is busy
      And the load of CPU 1 is 1000
      And B sleeps, last on CPU 1
      When A wakes B
      Then the affine rule is "<rule>"

      Examples:
        | this load | rule                    |
        | 1049      | wake_affine_weight:this |
        | 1050      | wake_affine_weight:prev |

    Scenario Outline: The capacity left on each CPU is weighed: <left> left on the waker's
      600 x 100 x 1024 against 1024 x 108 x <left>.
      Given 2 LLCs of 8 cores
      And A runs on CPU 0
      And the load of CPU 0 is 600
      And the capacity left on CPU 0 is <left>
      And CPU 9 is busy
      And the load of CPU 9 is 1024
      And B sleeps, last on CPU 9
      When A wakes B
      Then the affine rule is "<rule>"

      Examples:
        | left | rule                    |
        | 1024 | wake_affine_weight:this |
        | 556  | wake_affine_weight:this |
        | 555  | wake_affine_weight:prev |

    Scenario Outline: Without group scheduling the wakee counts in full: <grouping>
      With it this (83 + 1023) x 100 = 110600 is below prev (2048 - 1023) x 108 = 110700; without it (83 + 1024) x 100 =
      110700 is not below (2048 - 1024) x 108 = 110592.
      Given 2 LLCs of 8 cores
      And group scheduling is <grouping>
      And A runs on CPU 0
      And the load of CPU 0 is 83
      And CPU 9 is busy
      And the load of CPU 9 is 2048
      And B sleeps, last on CPU 9
      And the load of B is 1024
      When A wakes B
      Then the affine rule is "<rule>"

      Examples:
        | grouping | rule                    |
        | on       | wake_affine_weight:this |
        | off      | wake_affine_weight:prev |

  Rule: Loads, sync

    @policy:linux-7.2 @policy:linux-6.1 @policy:linux-7.3 @policy:no-sync
    Scenario: Check vectors 6, 7 and 8: alone beside a delayed task, not sync, and with company
      Given 2 LLCs of 8 cores
      And A runs on CPU 0 beside a delayed task
      And the load of CPU 0 is 1024
      And the load of A is 1024
      And CPU 9 is busy
      And the load of CPU 9 is 2048
      And B sleeps, last on CPU 9
      And the load of B is 1024
      When A wakes B with WF_SYNC
      Then by policy:
        | policy    | B is placed on | affine rule             |
        | linux-7.2 | CPU 1          | wake_affine_idle:sync   |
        | linux-7.3 | CPU 1          | wake_affine_idle:sync   |
        | linux-6.1 | CPU 1          | wake_affine_weight:this |
        | no-sync   | CPU 10         | wake_affine_weight:prev |

    @policy:linux-7.2 @policy:no-sync
    Scenario: A waker heavier than its queue's load takes the wakee at once
      The queue's load lags behind: 512, while the waker counts 1024 x 512 / 513 = 1022.
      Given 2 LLCs of 8 cores
      And A runs on CPU 0 beside 1 other task
      And group scheduling is off
      And the load of CPU 0 is 512
      And the load of A is 1024
      And CPU 9 is busy
      And the load of CPU 9 is 400
      And B sleeps, last on CPU 9
      When A wakes B with WF_SYNC
      Then by policy:
        | policy    | B is placed on | affine rule                  |
        | linux-7.2 | CPU 1          | wake_affine_weight:sync-load |
        | no-sync   | CPU 10         | wake_affine_weight:prev      |

    @policy:linux-7.2 @policy:no-sync
    Scenario Outline: Sync breaks a tie in the waker's favour: load <this load>
      Prev 1000 x 108 = 108000, plus 1 for sync; this (<this load> - 1024) x 100.
      Given 2 LLCs of 8 cores
      And group scheduling is off
      And A runs on CPU 0 beside 1 other task
      And the load of CPU 0 is <this load>
      And the load of A is 1024
      And CPU 9 is busy
      And the load of CPU 9 is 1000
      And B sleeps, last on CPU 9
      When A wakes B with WF_SYNC
      Then by policy:
        | policy    | affine rule             |
        | linux-7.2 | <rule>                  |
        | no-sync   | wake_affine_weight:prev |

      Examples:
        | this load | rule                    |
        | 2104      | wake_affine_weight:this |
        | 2105      | wake_affine_weight:prev |

  Rule: Which domain

    @not-policy:wake-hint-affine @not-policy:wake-hint-hold
    Scenario: The walk goes up to the first domain that holds both CPUs
      Neither the SMT nor the LLC domain of CPU 0 holds CPU 9; the package does.
      Given the machine "zen3-2p-128c256t"
      And A runs on CPU 0
      And B sleeps, last on CPU 9
      When A wakes B
      Then "wake_affine" was asked
      And the affine rule is "wake_affine_idle:prev-idle"
      And B is placed on CPU 9

    @not-policy:sync-pair-v1
    Scenario: No domain holds both: the previous CPU, without a question
      Given an 8-core non-SMT LLC
      And CPU 5 is isolated at boot
      And A runs on CPU 0
      And B sleeps, last on CPU 5
      When A wakes B with WF_SYNC
      Then "wake_affine" was not asked
      And no affine comparison is made
      And B is placed on CPU 5
