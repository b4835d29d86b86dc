# SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
Feature: What changed in placement between Linux 6.1 and 7.3
  The older kernels are known as far as recordings of 6.1.192, 6.12.117, 6.18.15 and 7.3.4 show them.

  Rule: SCHED_IDLE wakees

    @policy:linux-6.1 @policy:linux-6.12 @policy:linux-6.18 @policy:linux-7.2 @policy:linux-7.3
    Scenario: Up to 6.18 a SCHED_IDLE wakee may join CPUs that have only SCHED_IDLE work
      Given an 8-core non-SMT LLC
      And A runs on CPU 0
      And CPU 5 runs only SCHED_IDLE tasks
      And the load of CPU 5 is 3
      And B sleeps, last on CPU 5
      And B is SCHED_IDLE
      And the load of B is 3
      When A wakes B
      Then by policy:
        | policy     | B is placed on   | deciding rule   |
        | linux-6.1  | its previous CPU | sis:target-idle |
        | linux-6.12 | its previous CPU | sis:target-idle |
        | linux-6.18 | its previous CPU | sis:target-idle |
        | linux-7.2  | CPU 6            | sis:cpu-scan    |
        | linux-7.3  | CPU 6            | sis:cpu-scan    |

    @policy:linux-6.1 @policy:linux-6.12 @policy:linux-6.18 @policy:linux-7.2 @policy:linux-7.3
    Scenario: A normal wakee always could
      Given an 8-core non-SMT LLC
      And A runs on CPU 0
      And CPU 5 runs only SCHED_IDLE tasks
      And the load of CPU 5 is 3
      And B sleeps, last on CPU 5
      And the load of B is 1024
      When A wakes B
      Then B is placed on its previous CPU
      And the deciding rule is "sis:target-idle"
      And the affine rule is "wake_affine_weight:prev"

  Rule: Clusters since 6.7
    Case C11 (Barry Song, Yicong Yang, 20230719092838.2302-3-yangyicong@huawei.com, commit 8881e1639f1f): tbench on
    Kunpeng 920 +12..27 %.

    @policy:linux-6.1 @policy:linux-6.12 @policy:linux-6.18 @policy:linux-7.2 @policy:linux-7.3
    Scenario: An idle previous CPU in another cluster no longer wins at once
      Given the machine "conformance/cluster-arm-8x4"
      And A runs on CPU 0
      And B sleeps, last on CPU 10
      When A wakes B with WF_SYNC
      Then by policy:
        | policy     | B is placed on   | deciding rule        |
        | linux-6.1  | its previous CPU | sis:prev-idle        |
        | linux-6.12 | CPU 1            | sis:cpu-scan-cluster |
        | linux-6.18 | CPU 1            | sis:cpu-scan-cluster |
        | linux-7.2  | CPU 1            | sis:cpu-scan-cluster |
        | linux-7.3  | CPU 1            | sis:cpu-scan-cluster |

    @policy:linux-6.1 @policy:linux-7.2
    Scenario: The scan visits the target's cluster first
      The previous CPU 2 is busy, CPUs 3 and 4 as well; CPU 5 is the next one upwards, CPU 0 is in the cluster.
      Given the machine "conformance/cluster-arm-8x4"
      And A runs on CPU 8
      And CPUs 2-4 are busy
      And B sleeps, last on CPU 2
      And the load of B is 1024
      When A wakes B
      Then by policy:
        | policy    | B is placed on | deciding rule        |
        | linux-6.1 | CPU 5          | sis:cpu-scan         |
        | linux-7.2 | CPU 0          | sis:cpu-scan-cluster |

  Rule: Delayed dequeue since 6.12

    @policy:linux-6.1 @policy:linux-6.12 @policy:linux-6.18 @policy:linux-7.2 @policy:linux-7.3
    Scenario: Which queued tasks spoil a sync wakeup
      Given 2 LLCs of 8 cores
      And A runs on CPU 0 beside a delayed task
      And B sleeps, last on CPU 9
      When A wakes B with WF_SYNC
      Then by policy:
        | policy     | B is placed on   | deciding rule   |
        | linux-6.1  | its previous CPU | sis:target-idle |
        | linux-6.12 | CPU 1            | sis:cpu-scan    |
        | linux-6.18 | CPU 1            | sis:cpu-scan    |
        | linux-7.2  | CPU 1            | sis:cpu-scan    |
        | linux-7.3  | CPU 1            | sis:cpu-scan    |

  Rule: The capacity search of 7.2

    @policy:linux-6.1 @policy:linux-6.12 @policy:linux-6.18 @policy:linux-7.2 @policy:linux-7.3
    Scenario: It has a scan budget
      Given the machine "conformance/biglittle-4+4"
      And A runs on CPU 0
      And CPU 1 is busy
      And the scan budget of the LLC of CPU 0 is 2
      And B sleeps, last on CPU 1
      And the utilisation of B is 500
      When A wakes B with WF_SYNC
      Then by policy:
        | policy     | B is placed on  | deciding rule       |
        | linux-6.1  | CPU 4           | sis:asym-fit        |
        | linux-6.12 | CPU 4           | sis:asym-fit        |
        | linux-6.18 | CPU 4           | sis:asym-fit        |
        | linux-7.2  | the waker's CPU | sis:asym-scan-limit |
        | linux-7.3  | the waker's CPU | sis:asym-scan-limit |

    @policy:linux-6.18 @policy:linux-7.2 @policy:linux-7.3
    Scenario: It prefers idle cores (C25)
      Andrea Righi's case: idle threads of busy cores were taken as if they were whole cores.
      Given the machine "conformance/asym-smt-8c16t"
      And A runs on CPU 0
      And CPU 12 is busy
      And B sleeps, last on CPU 13
      And the utilisation of B is 700
      When A wakes B
      Then by policy:
        | policy     | B is placed on   | deciding rule   |
        | linux-6.18 | its previous CPU | sis:target-idle |
        | linux-7.2  | CPU 14           | sis:asym-fit    |
        | linux-7.3  | CPU 14           | sis:asym-fit    |

  Rule: 7.3 places as 7.2

    @policy:linux-7.3
    Scenario Outline: No difference was seen: <what>
      Given the machine "<machine>"
      And A runs on CPU 0
      And CPU <busy> is busy
      And B sleeps, last on CPU <prev>
      And the load of B is 1024
      And the utilisation of B is 100
      When A wakes B with WF_SYNC
      Then the placement is the same as with policy "linux-7.2"

      Examples:
        | what              | machine                     | busy | prev |
        | SMT, other socket | zen3-2p-128c256t            | 1    | 64   |
        | clusters          | conformance/cluster-arm-8x4 | 1    | 10   |
        | capacity          | conformance/biglittle-4+4   | 5    | 5    |
        | distant nodes     | conformance/numa-2node-far  | 9    | 9    |
