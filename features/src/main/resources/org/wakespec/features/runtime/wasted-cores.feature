# SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
@not-policy:linux-6.1 @not-policy:linux-6.12 @not-policy:linux-6.18 @not-policy:linux-7.3 @not-policy:scx-default
Feature: Four ways to waste cores, and what became of them (C31)
  Lozi et al., "The Linux Scheduler: a Decade of Wasted Cores" (EuroSys 2016), found four bugs in Linux 4.1 that left cores
  idle beside waiting tasks. Each scenario is the situation of one of them under 7.2. Work conservation is not promised by
  the scheduler: what is asserted is the window stated, as in the paper's checker.

  Rule: Group imbalance: averages hide idle cores no more

    Scenario: One heavy task in a node with idle cores beside a crowded node
      In 4.1 the load of the heavy task made its node look as loaded as the crowded one. Today a node with spare CPUs takes
      tasks by the number of idle CPUs: 13 tasks end on 13 of 16 CPUs.
      Given the machine "numa-2x8"
      And cache-aware balancing is off
      And heavy computes for ever
      And the nice value of heavy is -10
      And heavy starts on CPU 0
      And 12 copies of hog compute for ever
      And hog starts on CPUs 8-15
      When the machine runs for 1 s
      Then each of CPUs 0-15 holds at most 1 runnable task now
      And no CPU sat idle beside a waiting task for more than 40 ms

  Rule: Scheduling group construction: tasks pinned to two nodes far apart use both

    Scenario: Nodes two hops apart
      In 4.1 groups seen from the first node hid the imbalance between nodes 0 and 2 of a ring, and all tasks stayed. Today
      node 2 pulls through its group of nodes 1 to 3, whose 12 CPUs are compared with the 12 of nodes 3, 0 and 1, idle CPUs
      which the tasks may not use included: 9 idle CPUs against 8 are no reason any more. So three of four CPUs are filled.
      Given the machine "ring-4node"
      And cache-aware balancing is off
      And 8 copies of hog compute for ever
      And hog may run on CPUs 0-3,8-11
      And hog starts on CPUs 0-3
      When the machine runs for 1 s
      Then CPUs 8-11 hold exactly 3 runnable tasks together now
      And each of CPUs 0-3 holds at least 1 runnable task now
      And each of CPUs 0-3 holds at most 2 runnable tasks now

  Rule: Overload on wakeup: a wakee beside busy CPUs waits no longer than a slice

    Scenario: A light task whose node is full
      Its previous CPU and its LLC are busy, and selection does not look at the other node. It waits at most for the running
      slice; then it runs, or the balancer has moved it.
      Given the machine "numa-2x8"
      And cache-aware balancing is off
      And HRTICK is on
      And 8 copies of hog compute for ever
      And the copies of hog are pinned to CPUs 0-7 one each
      And B computes 100 us every 20.3 ms
      And B starts on CPU 0
      When the machine runs for 2 s
      Then no CPU sat idle beside a waiting task for more than 2.85 ms

  Rule: Missing scheduling domains: unplugging a CPU leaves the levels between nodes alone

    Scenario: One CPU less
      In 4.1 the domains between nodes were lost when a CPU was unplugged, and all threads stayed on their node.
      Given the machine "numa-2x8"
      And cache-aware balancing is off
      And CPU 3 is offline
      And 15 copies of hog compute for ever
      And hog starts on CPUs 0-2,4-7
      When the machine runs for 1 s
      Then each of CPUs 0-2,4-15 holds exactly 1 runnable task now
      And hog has run on each of CPUs 8-15
