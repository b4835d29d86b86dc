# SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
@not-policy:scx-default @not-policy:linux-6.1
Feature: Clusters: the target's cluster before the rest of the LLC
  Barry Song and Yicong Yang, commit 8881e1639f1f (6.7; case C11). A shortcut of select_idle_sibling() is taken at once only
  if it is in the target's cluster; otherwise the idle CPU is kept for the end, and the cluster is searched first. Active
  on Kunpeng 920 (clusters of 4) and on Clearwater Forest (modules of 4).

  Rule: Shortcuts within the cluster

    @policy:linux-7.2 @policy:linux-6.12 @policy:linux-6.18 @policy:linux-7.3 @policy:sync-pair-v4
    Scenario: The idle previous CPU is in the waker's cluster
      Given the machine "conformance/cluster-arm-8x4"
      And A runs on CPU 0
      And B sleeps, last on CPU 2
      When A wakes B with WF_SYNC
      Then B is placed on CPU 2
      And the deciding rule is "sis:prev-idle"

    @policy:linux-7.2 @policy:no-sync @policy:sync-pair-v1 @policy:vagin-sync
    Scenario: The idle previous CPU is in another cluster: the waker's cluster is searched first
      Given the machine "conformance/cluster-arm-8x4"
      And A runs on CPU 0
      And B sleeps, last on CPU 10
      And A and B wake each other
      When A wakes B with WF_SYNC
      Then by policy:
        | policy       | B is placed on   | deciding rule        |
        | linux-7.2    | CPU 1            | sis:cpu-scan-cluster |
        | no-sync      | its previous CPU | sis:target-idle      |
        | sync-pair-v1 | the waker's CPU  | sync-pair            |
        | vagin-sync   | the waker's CPU  | sync-stack           |

    Scenario: The recently used CPU in the target's cluster
      Given the machine "conformance/cluster-arm-8x4"
      And A runs on CPU 8
      And CPU 0 is busy
      And B sleeps, last on CPU 0
      And B recently used CPU 3
      And the load of B is 1024
      When A wakes B
      Then B is placed on CPU 3
      And the deciding rule is "sis:recent"

    Scenario: The recently used CPU in another cluster waits
      Given the machine "conformance/cluster-arm-8x4"
      And A runs on CPU 8
      And CPU 0 is busy
      And B sleeps, last on CPU 0
      And B recently used CPU 20
      And the load of B is 1024
      When A wakes B
      Then B is placed on CPU 1
      And the deciding rule is "sis:cpu-scan-cluster"

  Rule: The order of the search

    Scenario: Inside the cluster it wraps around
      Given the machine "conformance/cluster-arm-8x4"
      And A runs on CPU 8
      And CPUs 2-3 are busy
      And B sleeps, last on CPU 2
      And the load of B is 1024
      When A wakes B
      Then CPUs 3,0 were probed in this order
      And B is placed on CPU 0
      And the deciding rule is "sis:cpu-scan-cluster"

    Scenario: After the cluster, the rest of the LLC from behind the target
      Given the machine "conformance/cluster-arm-8x4"
      And A runs on CPU 8
      And CPUs 0-4 are busy
      And B sleeps, last on CPU 2
      And the load of B is 1024
      When A wakes B
      Then CPUs 3,0,1,2,4,5 were probed in this order
      And B is placed on CPU 5
      And the deciding rule is "sis:cpu-scan"

    @policy:linux-7.2 @policy:linux-7.3
    Scenario: A full cluster does not bring the idle previous CPU back; the scan decides
      Given the machine "conformance/cluster-arm-8x4"
      And A runs on CPU 0
      And CPUs 1-3 are busy
      And B sleeps, last on CPU 10
      When A wakes B with WF_SYNC
      Then by policy:
        | policy    | B is placed on | deciding rule |
        | linux-7.2 | CPU 4          | sis:cpu-scan  |
        | linux-7.3 | CPU 4          | sis:cpu-scan  |

  Rule: One budget for cluster and LLC together

    Scenario Outline: Cluster of the target busy, budget <budget>
      Given the machine "conformance/cluster-arm-8x4"
      And A runs on CPU 8
      And CPUs 0-4 are busy
      And the scan budget of the LLC of CPU 0 is <budget>
      And B sleeps, last on CPU 0
      And the load of B is 1024
      When A wakes B
      Then B is placed on CPU <goes to>
      And the deciding rule is "<rule>"

      Examples:
        | budget | goes to | rule                           |
        | 6      | 5       | sis:cpu-scan                   |
        | 5      | 0       | sis:target-fallback:scan-limit |
        | 3      | 0       | sis:target-fallback:scan-limit |

  Rule: The kept CPU comes last

    @policy:linux-7.2 @policy:linux-6.12 @policy:linux-6.18 @policy:linux-7.3 @policy:no-sync @policy:vagin-sync
    Scenario Outline: The kept previous CPU, <why>
      Given the machine "conformance/cluster-arm-8x4"
      And A runs on CPU 0
      And CPUs 1-5 are busy
      And the scan budget of the LLC of CPU 0 is <budget>
      And B sleeps, last on CPU 10
      When A wakes B with WF_SYNC
      Then by policy:
        | policy     | B is placed on   | deciding rule                     |
        | linux-7.2  | its previous CPU | sis:prev-cluster-fallback:<why>   |
        | linux-6.12 | its previous CPU | sis:prev-cluster-fallback:<why>   |
        | linux-6.18 | its previous CPU | sis:prev-cluster-fallback:<why>   |
        | linux-7.3  | its previous CPU | sis:prev-cluster-fallback:<why>   |
        | no-sync    | its previous CPU | sis:target-idle                   |
        | vagin-sync | the waker's CPU  | sync-stack                        |

      Examples:
        | why        | budget |
        | scan-limit | 4      |
        | overloaded | 0      |

    @policy:linux-7.2 @policy:linux-7.3
    Scenario: The kept previous CPU may turn out to be forbidden
      Nothing the wakee may use is idle, and the kept CPU was never checked: the core has to correct the answer.
      Given the machine "conformance/cluster-arm-8x4"
      And A runs on CPU 2
      And CPUs 0-1,3 are busy
      And B sleeps, last on CPU 10
      And B may run on CPUs 0-3
      When A wakes B with WF_SYNC
      Then the deciding rule is "sis:prev-cluster-fallback:none-idle"
      And B is placed on CPU 0
      And the core path is "fallback"

    Scenario Outline: The kept recent CPU, <why>
      Given the machine "conformance/cluster-arm-8x4"
      And A runs on CPU 8
      And CPUs 0-5 are busy
      And the scan budget of the LLC of CPU 0 is <budget>
      And B sleeps, last on CPU 0
      And B recently used CPU 20
      And the load of B is 1024
      When A wakes B
      Then B is placed on CPU 20
      And the deciding rule is "sis:recent-cluster-fallback:<why>"

      Examples:
        | why        | budget |
        | scan-limit | 4      |
        | overloaded | 0      |

  Rule: Clusters of SMT cores

    Scenario: An idle core of the target's cluster
      Given the machine "conformance/cluster-smt-4x4c2t"
      And A runs on CPU 16
      And CPUs 0,2 are busy
      And B sleeps, last on CPU 0
      And the load of B is 1024
      When A wakes B
      Then B is placed on CPU 4
      And the deciding rule is "sis:idle-core-cluster"

    Scenario: With the cluster in use, an idle core of the LLC
      Given the machine "conformance/cluster-smt-4x4c2t"
      And A runs on CPU 16
      And CPUs 0,2,4,6 are busy
      And B sleeps, last on CPU 0
      And the load of B is 1024
      When A wakes B
      Then B is placed on CPU 8
      And the deciding rule is "sis:idle-core"

  Rule: On Clearwater Forest

    @policy:linux-7.2 @policy:no-sync @policy:linux-7.3
    Scenario: The module of four comes before an idle previous CPU of the same node
      Given the machine "cwf-snc3-288"
      And A runs on CPU 4
      And B sleeps, last on CPU 50
      When A wakes B with WF_SYNC
      Then by policy:
        | policy    | B is placed on   | deciding rule        |
        | linux-7.2 | CPU 5            | sis:cpu-scan-cluster |
        | linux-7.3 | CPU 5            | sis:cpu-scan-cluster |
        | no-sync   | its previous CPU | sis:target-idle      |
