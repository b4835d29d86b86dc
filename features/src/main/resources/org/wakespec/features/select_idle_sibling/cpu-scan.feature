# SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
@not-policy:scx-default
Feature: select_idle_cpu(): which CPUs are looked at, in which order, and how many
  Without SMT, or when no idle core is advertised, the scan walks the target's LLC from the CPU behind the target, wraps
  around, and looks at no more CPUs than the periodic balancer allowed (SIS_UTIL, nr_idle_scan).

  Rule: The order

    Scenario: From the CPU behind the target upwards
      Given an 8-core non-SMT LLC
      And A runs on CPU 0
      And CPUs 3-5 are busy
      And B sleeps, last on CPU 3
      And the load of B is 1024
      When A wakes B
      Then CPUs 4,5,6 were probed in this order
      And CPU 7 was not probed
      And B is placed on CPU 6

    Scenario: Wrapping around
      Given an 8-core non-SMT LLC
      And A runs on CPU 0
      And CPUs 6-7 are busy
      And the scan budget of the LLC of CPU 6 is 8
      And B sleeps, last on CPU 6
      And the load of B is 1024
      When A wakes B
      Then CPUs 7,0,1 were probed in this order
      And B is placed on CPU 1
      And the deciding rule is "sis:cpu-scan"

    Scenario: From the last CPU the scan starts at the first
      Given an 8-core non-SMT LLC
      And A runs on CPU 2
      And CPU 7 is busy
      And B sleeps, last on CPU 7
      And the load of B is 1024
      When A wakes B
      Then B is placed on CPU 0
      And the deciding rule is "sis:cpu-scan"

    Scenario: CPUs with only SCHED_IDLE work are found as idle ones are
      Given an 8-core non-SMT LLC
      And A runs on CPU 0
      And CPU 3 is busy
      And CPU 4 runs only SCHED_IDLE tasks
      And B sleeps, last on CPU 3
      And the load of B is 1024
      When A wakes B
      Then B is placed on CPU 4
      And the deciding rule is "sis:cpu-scan"

  Rule: The budget is exact

    Scenario Outline: Check vector 3, target 6, CPU 2 idle, budget <budget>: <rule>
      Given an 8-core non-SMT LLC
      And A runs on CPU 0
      And all CPUs except 2 are busy
      And the scan budget of the LLC of CPU 6 is <budget>
      And B sleeps, last on CPU 6
      And the load of B is 1024
      When A wakes B
      Then B is placed on CPU <goes to>
      And the deciding rule is "<rule>"

      Examples:
        | budget | goes to | rule                           |
        | 4      | 2       | sis:cpu-scan                   |
        | 3      | 6       | sis:target-fallback:scan-limit |
        | 1      | 6       | sis:target-fallback:scan-limit |
        | 0      | 6       | sis:target-fallback:overloaded |

    Scenario: CPUs the wakee may not use cost nothing
      Given an 8-core non-SMT LLC
      And A runs on CPU 0
      And CPU 6 is busy
      And the scan budget of the LLC of CPU 6 is 1
      And B sleeps, last on CPU 6
      And B may run on CPUs 2,6
      When A wakes B
      Then B is placed on CPU 2
      And the deciding rule is "sis:cpu-scan"

    @policy:linux-7.2 @policy:linux-6.1 @policy:linux-6.12 @policy:linux-6.18 @policy:linux-7.3 @policy:sync-pair-v4
    Scenario Outline: Check vectors 1 and 2: a pair of CPUs with a budget of 1, the other CPU <state>
      Given a 2-core non-SMT LLC
      And A runs on CPU 0
      And CPU 1 <state>
      And the scan budget of the LLC of CPU 0 is 1
      And B sleeps, last on CPU 0
      When A wakes B
      Then B is placed on CPU <goes to>
      And the deciding rule is "<rule>"

      Examples:
        | state                        | goes to | rule                           |
        | runs only SCHED_IDLE tasks   | 1       | sis:cpu-scan                   |
        | is busy                      | 0       | sis:target-fallback:scan-limit |

    Scenario: Until the first periodic balance nothing is searched
      The budget starts at 0.
      Given an 8-core non-SMT LLC
      And A runs on CPU 0
      And CPU 3 is busy
      And nothing balanced the LLC of CPU 3 yet
      And B sleeps, last on CPU 3
      And the load of B is 1024
      When A wakes B
      Then B is placed on CPU 3
      And the deciding rule is "sis:target-fallback:overloaded"

    Scenario: Above 85 percent utilisation the balancer allows nothing
      Seven of eight CPUs busy leave a budget of 0 (mean utilisation 896): the idle CPU next door is not seen.
      Given an 8-core non-SMT LLC
      And A runs on CPU 0
      And all CPUs except 4 are busy
      And B sleeps, last on CPU 3
      And the load of B is 1024
      When A wakes B
      Then B is placed on CPU 3
      And the deciding rule is "sis:target-fallback:overloaded"

    Scenario: Everything allowed was looked at, and nothing was idle
      Given an 8-core non-SMT LLC
      And A runs on CPU 0
      And all other CPUs are busy
      And the scan budget of the LLC of CPU 3 is 8
      And B sleeps, last on CPU 3
      And the load of B is 1024
      When A wakes B
      Then B is placed on CPU 3
      And the deciding rule is "sis:target-fallback:none-idle"
      And CPUs 4,5,6,7,0,1,2,3 were probed in this order

    Scenario: No CPU of the target's LLC is allowed
      B's affinity was changed while it slept. The busy previous CPU is the answer; the core replaces it.
      Given 2 LLCs of 8 cores
      And A runs on CPU 9
      And CPU 3 is busy
      And B sleeps, last on CPU 3
      And B may run on CPUs 10-15
      When A wakes B
      Then the deciding rule is "sis:target-fallback:none-allowed"
      And B is placed on CPU 10
      And the core path is "fallback"
