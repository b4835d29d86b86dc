# SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
@not-policy:scx-default
Feature: select_idle_sibling() with SMT: idle cores, siblings, and a flag that may be stale
  With SMT the LLC advertises whether it has an idle core. If it does, the whole LLC is searched for one, without a limit;
  if not, the previous CPU's sibling is tried before the limited scan.

  Rule: An idle core is advertised

    Scenario: The first idle core behind the target
      Given the machine "conformance/smt-4c8t"
      And A runs on CPU 0
      And CPU 4 is busy
      And B sleeps, last on CPU 4
      And the load of B is 1024
      When A wakes B
      Then B is placed on CPU 6
      And the deciding rule is "sis:idle-core"
      And "select_idle_smt" was not asked

    Scenario: Check vector 4: siblings numbered cpu+4
      Cores {0,4} {1,5} {2,6} {3,7}; CPUs 5, 3 and 7 are idle.
      Given 4 cores with 2 threads
      And A runs on CPU 0
      And all CPUs except 3,5,7 are busy
      And the scan budget of the LLC of CPU 1 is 2
      And B sleeps, last on CPU 1
      And the load of B is 1024
      When A wakes B
      Then B is placed on CPU 3
      And the deciding rule is "sis:idle-core"

    Scenario: The thread the scan met, not the core's lowest
      Given the machine "conformance/smt-4c8t"
      And A runs on CPU 0
      And CPU 4 is busy
      And B sleeps, last on CPU 4
      And B may run on CPUs 4,7
      When A wakes B
      Then B is placed on CPU 7
      And the deciding rule is "sis:idle-core"

    Scenario: A core with only SCHED_IDLE work is not an idle core
      Given the machine "conformance/smt-4c8t"
      And A runs on CPU 0
      And CPU 4 is busy
      And CPU 6 runs only SCHED_IDLE tasks
      And B sleeps, last on CPU 4
      And the load of B is 1024
      When A wakes B
      Then B is placed on CPU 2
      And the deciding rule is "sis:idle-core"

    Scenario: The search for a core has no budget
      Given the machine "zen3-2p-128c256t"
      And A runs on CPU 134
      And CPUs 0-6 are busy
      And the scan budget of the LLC of CPU 0 is 1
      And B sleeps, last on CPU 0
      And the load of B is 1024
      When A wakes B
      Then B is placed on CPU 7
      And the deciding rule is "sis:idle-core"

    Scenario: Unless the budget is 0: then nothing is searched, idle core or not
      Given the machine "conformance/smt-4c8t"
      And A runs on CPU 0
      And CPU 4 is busy
      And the LLC of CPU 4 advertises an idle core
      And the scan budget of the LLC of CPU 4 is 0
      And B sleeps, last on CPU 4
      And the load of B is 1024
      When A wakes B
      Then B is placed on CPU 4
      And the deciding rule is "sis:target-fallback:overloaded"
      And the LLC of CPU 4 advertises an idle core afterwards

  Rule: An idle core is advertised, but there is none

    Scenario: Check vector 5: the first idle thread seen on the way, and the flag is cleared
      Cores {0,4} {1,5} {2,6} {3,7}; CPUs 5 and 7 are idle. The scan starts at CPU 2 and meets 7 before 5.
      Given 4 cores with 2 threads
      And A runs on CPU 0
      And all CPUs except 5,7 are busy
      And the LLC of CPU 1 advertises an idle core
      And the scan budget of the LLC of CPU 1 is 2
      And B sleeps, last on CPU 1
      And the load of B is 1024
      When A wakes B
      Then B is placed on CPU 7
      And the deciding rule is "sis:core-scan-idle-cpu"
      And the LLC of CPU 1 advertises no idle core afterwards

    Scenario: Nothing at all: the flag is cleared, the target stays
      Given the machine "conformance/smt-4c8t"
      And A runs on CPU 0
      And all other CPUs are busy
      And the LLC of CPU 4 advertises an idle core
      And the scan budget of the LLC of CPU 4 is 8
      And B sleeps, last on CPU 4
      And the load of B is 1024
      When A wakes B
      Then B is placed on CPU 4
      And the deciding rule is "sis:target-fallback:none-idle"
      And the LLC of CPU 4 advertises no idle core afterwards

  Rule: No idle core is advertised

    Scenario: The previous CPU's idle sibling
      Given the machine "conformance/smt-4c8t"
      And A runs on CPU 0
      And CPUs 2,4,6 are busy
      And B sleeps, last on CPU 4
      And the load of B is 1024
      When A wakes B
      Then B is placed on CPU 5
      And the deciding rule is "sis:smt"
      And "select_idle_cpu" was not asked

    @policy:linux-7.2 @policy:linux-7.3 @policy:no-sync @policy:sync-pair-v4 @policy:sis-sync @policy:vagin-sync
    Scenario: It is prev's sibling also when sync made the waker the target
      Given the machine "conformance/smt-4c8t"
      And A runs on CPU 0
      And CPUs 2,4,6 are busy
      And B sleeps, last on CPU 4
      And the load of B is 1024
      When A wakes B with WF_SYNC
      Then by policy:
        | policy       | B is placed on  | deciding rule |
        | linux-7.2    | CPU 5           | sis:smt       |
        | linux-7.3    | CPU 5           | sis:smt       |
        | no-sync      | CPU 5           | sis:smt       |
        | sync-pair-v4 | CPU 5           | sis:smt       |
        | sis-sync     | CPU 5           | sis:smt       |
        | vagin-sync   | the waker's CPU | sync-stack    |

    Scenario: A sibling with only SCHED_IDLE work will do
      Given the machine "conformance/smt-4c8t"
      And A runs on CPU 0
      And CPUs 2,4,6 are busy
      And CPU 5 runs only SCHED_IDLE tasks
      And B sleeps, last on CPU 4
      And the load of B is 1024
      When A wakes B
      Then B is placed on CPU 5
      And the deciding rule is "sis:smt"

    Scenario: A sibling the wakee may not use is passed over
      Given the machine "conformance/smt-4c8t"
      And A runs on CPU 0
      And CPUs 2,4,6 are busy
      And the scan budget of the LLC of CPU 4 is 4
      And B sleeps, last on CPU 4
      And B may run on CPUs 0-4,6-7
      And the load of B is 1024
      When A wakes B
      Then B is placed on CPU 7
      And the deciding rule is "sis:cpu-scan"

    Scenario: A sibling that was isolated is not in the domain (C17)
      isolcpus=domain on a machine with hyperthreads (commits df3cb4ea1fb6, 8aeaffef8c6e, 23d04d8c6b8e).
      Given the machine "conformance/smt-4c8t"
      And CPU 5 is isolated at boot
      And A runs on CPU 0
      And CPUs 2,4,6 are busy
      And the LLC of CPU 4 advertises no idle core
      And the scan budget of the LLC of CPU 4 is 4
      And B sleeps, last on CPU 4
      And the load of B is 1024
      When A wakes B
      Then B is placed on CPU 7
      And the deciding rule is "sis:cpu-scan"
      And CPU 5 was not probed

    Scenario: With the sibling busy the limited scan begins
      Given the machine "conformance/smt-4c8t"
      And A runs on CPU 0
      And CPUs 2,4-6 are busy
      And the scan budget of the LLC of CPU 4 is 3
      And B sleeps, last on CPU 4
      And the load of B is 1024
      When A wakes B
      Then B is placed on CPU 7
      And the deciding rule is "sis:cpu-scan"
      And "select_idle_smt" was asked
