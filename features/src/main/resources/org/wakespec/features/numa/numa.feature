# SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
@not-policy:scx-default
Feature: NUMA: wakeups between nodes, and how many new tasks a node keeps
  A wakeup may cross nodes as long as the domain that holds both CPUs has SD_WAKE_AFFINE; distances beyond
  node_reclaim_distance take the flag away. Forked tasks stay on the parent's node until it runs more than imb_numa_nr tasks.

  Rule: Wakeups

    @policy:linux-7.2 @policy:no-sync @policy:linux-6.1 @policy:sync-pair-v1
    Scenario: Near nodes: sync pulls the wakee over
      Given the machine "numa-2x8"
      And A runs on CPU 0
      And B sleeps, last on CPU 8
      When A wakes B with WF_SYNC
      Then by policy:
        | policy       | B is placed on   | deciding rule   |
        | linux-7.2    | CPU 1            | sis:cpu-scan    |
        | linux-6.1    | CPU 1            | sis:cpu-scan    |
        | sync-pair-v1 | CPU 1            | sis:cpu-scan    |
        | no-sync      | its previous CPU | sis:target-idle |

    @policy:linux-7.2 @policy:no-sync @policy:linux-6.1 @policy:sync-pair-v1
    Scenario: Far nodes: nothing pulls it over
      Given the machine "numa-2x8-far"
      And A runs on CPU 0
      And B sleeps, last on CPU 8
      When A wakes B with WF_SYNC
      Then B is placed on CPU 8
      And the deciding rule is "sis:target-idle"
      And no affine comparison is made

    @policy:linux-7.2 @policy:no-sync
    Scenario Outline: In a ring, neighbours pull and the node across does not share the lower level: <where>
      Distances 10, 20 and 30: all within the limit of 30, so even the node across is reached, one level higher.
      Given the machine "conformance/numa-4node-ring"
      And A runs on CPU 0
      And B sleeps, last on CPU <prev>
      When A wakes B with WF_SYNC
      Then by policy:
        | policy    | B is placed on |
        | linux-7.2 | CPU 1          |
        | no-sync   | CPU <prev>     |

      Examples:
        | where      | prev |
        | neighbour  | 8    |
        | across     | 16   |

  Rule: New tasks

    Scenario: One task running: the child stays on the node
      16 CPUs a node make imb_numa_nr 2, and the child would be the second task.
      Given 2 nodes of 16 cores
      And A runs on CPU 0
      When A forks B
      Then B is placed on CPU 1
      And the deciding rule is "slow-path"

    Scenario: Two tasks running: the child goes to the other node
      Given 2 nodes of 16 cores
      And A runs on CPU 0
      And CPU 1 is busy
      When A forks B
      Then B is placed on CPU 16
      And the deciding rule is "slow-path"

    Scenario Outline: The allowance is cut to the CPUs the child may use on this node: <allowed>
      Given 2 nodes of 16 cores
      And A runs on CPU 0
      And B may run on CPUs <allowed>
      When A forks B
      Then B is placed on CPU <goes to>

      Examples:
        | allowed   | goes to |
        | 0-1,16-17 | 1       |
        | 0,16      | 16      |

    Scenario: The preferred node outvotes the allowance
      Given 2 nodes of 16 cores
      And A runs on CPU 0
      And the NUMA-preferred node of B is 1
      When A forks B
      Then B is placed on a CPU of node 1

    Scenario: A child that prefers this node stays in spite of the crowd
      Given 2 nodes of 16 cores
      And A runs on CPU 0
      And CPUs 1-3 are busy
      And the NUMA-preferred node of B is 0
      When A forks B
      Then B is placed on CPU 4

    Scenario: A full near node sends its children to the idle one
      Given the machine "numa-2x8"
      And A runs on CPU 0
      And CPUs 1-7 are busy
      When A forks B
      Then B is placed on CPU 8

    Scenario: A full far node keeps them
      The NUMA level has lost SD_BALANCE_FORK: the search ends at the LLC, and eight equally busy CPUs keep the child on its
      parent's.
      Given the machine "numa-2x8-far"
      And A runs on CPU 0
      And CPUs 1-7 are busy
      When A forks B
      Then B is placed on CPU 0
