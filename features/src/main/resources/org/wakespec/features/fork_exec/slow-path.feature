# SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
@not-policy:scx-default
Feature: Fork and exec: from the idlest group down to a CPU
  A new task has no cache to stay close to: sched_balance_find_dst_cpu() looks for the idlest group of the largest domain, the
  idlest CPU in it, and goes on below that CPU.

  Rule: Spare groups

    Scenario: A child goes to the next idle CPU
      Given an 8-core non-SMT LLC
      And A runs on CPU 0
      When A forks B
      Then B is placed on CPU 1
      And the deciding rule is "slow-path"
      And "select_idle_sibling" was not asked

    Scenario: Of equally idle groups, the one with the lower utilisation
      Given an 8-core non-SMT LLC
      And A runs on CPU 0
      And the utilisation of CPU 1 is 100
      And the utilisation of CPU 2 is 20
      And the utilisation of CPU 3 is 20
      And the utilisation of CPU 4 is 50
      And the utilisation of CPU 5 is 50
      And the utilisation of CPU 6 is 50
      And the utilisation of CPU 7 is 50
      When A forks B
      Then B is placed on CPU 2

    Scenario: On Zen3 a child goes to the next LLC of its socket
      The parent's LLC has 15 idle CPUs, the next one 16. This is why a forked pipe partner starts in another LLC, and
      why sync then matters there.
      Given the machine "zen3-2p-128c256t"
      And A runs on CPU 0
      When A forks B
      Then B is placed on CPU 8
      And the deciding rule is "slow-path"

    Scenario: Utilisation is the larger of average and estimate
      Three LLCs with 2, 3 and 3 idle CPUs. C has just woken from a long sleep: its average is low, its estimate is not.
      Given 3 LLCs of 4 cores
      And A runs on CPU 0
      And CPU 1 is busy
      And C runs on CPU 4
      And the utilisation of C is 100
      And the estimated utilisation of C is 500
      And D runs on CPU 8
      And the utilisation of D is 300
      When A forks B
      Then B is placed on CPU 9

    Scenario: In a group the CPU in the shallowest idle state
      Given the machine "zen3-2p-128c256t"
      And A runs on CPU 0
      And CPU 11 is in an idle state with exit latency 2 us
      When A forks B
      Then B is placed on CPU 11

    Scenario: Of equally shallow ones the most recently idle
      Given the machine "zen3-2p-128c256t"
      And A runs on CPU 0
      And CPU 10 went idle 300 us ago
      When A forks B
      Then B is placed on CPU 10

  Rule: Busy groups

    Scenario: Equally busy CPUs: the child starts on its parent's
      Given an 8-core non-SMT LLC
      And A runs on CPU 0
      And all other CPUs are busy
      When A forks B
      Then B is placed on CPU 0

    Scenario Outline: Another busy CPU must be lighter by 17 percent: load <load>
      100 x 1024 against 117 x <load>.
      Given an 8-core non-SMT LLC
      And A runs on CPU 0
      And all other CPUs are busy
      And the load of CPU 5 is <load>
      When A forks B
      Then B is placed on CPU <goes to>

      Examples:
        | load | goes to |
        | 875  | 5       |
        | 876  | 0       |

    Scenario: An overloaded group gives to a fully busy one
      Given an 8-core non-SMT LLC
      And A runs on CPU 0 beside 1 other task
      And all other CPUs are busy
      When A forks B
      Then B is placed on CPU 1

    Scenario: A CPU with only SCHED_IDLE work is taken on sight
      The parent's LLC is overloaded, the other one fully busy; CPUs 8 to 11 are met first.
      Given 2 LLCs of 8 cores
      And A runs on CPU 0 beside 2 other tasks
      And CPUs 1-11,13-15 are busy
      And CPU 12 runs only SCHED_IDLE tasks
      When A forks B
      Then B is placed on CPU 12

  Rule: Capacity

    Scenario: A child too big for its parent's CPU goes to a big one
      Given the machine "conformance/biglittle-4+4"
      And A runs on CPU 0
      And the utilisation of B is 500
      When A forks B
      Then B is placed on CPU 4

    Scenario Outline: The margin is that of the wakeup path: utilisation <utilisation> on a capacity of 446
      Given the machine "conformance/biglittle-4+4"
      And A runs on CPU 0
      And the utilisation of B is <utilisation>
      When A forks B
      Then B is placed on CPU <goes to>

      Examples:
        | utilisation | goes to |
        | 356         | 1       |
        | 357         | 4       |

    Scenario: Even to a busy big one, past idle little ones
      "Misfit" is a worse kind of group than "fully busy".
      Given the machine "conformance/biglittle-4+4"
      And A runs on CPU 0
      And CPUs 4-7 are busy
      And the utilisation of B is 500
      When A forks B
      Then B is placed on CPU 4

  Rule: Exec

    Scenario: A task alone on its CPU stays
      It does not count itself: its CPU would be idle without it.
      Given an 8-core non-SMT LLC
      And A runs on CPU 0
      When A execs
      Then A is placed on CPU 0
      And the core path is "exec-stays"

    Scenario: A task with company moves to an idle CPU
      Given an 8-core non-SMT LLC
      And A runs on CPU 0 beside 1 other task
      When A execs
      Then A is placed on CPU 1
      And the deciding rule is "slow-path"

  Rule: Nothing to search

    Scenario: No CPU of the domain is allowed
      The answer is the parent's CPU; the core replaces it by one the child may use.
      Given an 8-core non-SMT LLC
      And CPUs 5,7 are isolated at boot
      And A runs on CPU 0
      And B may run on CPUs 5,7
      When A forks B
      Then the deciding rule is "slow-path:none-allowed"
      And B is placed on CPU 5
      And the core path is "fallback"

    Scenario: A parent on an isolated CPU keeps its child there
      Given an 8-core non-SMT LLC
      And CPUs 5,7 are isolated at boot
      And A runs on CPU 5
      When A forks B
      Then the deciding rule is "no-balance"
      And B is placed on CPU 5

    @policy:linux-7.2 @policy:no-sync @policy:sync-pair-v1 @policy:sync-pair-v4 @policy:wake-hint-affine @policy:llc-overcommit-rfc
    Scenario: None of the wakeup proposals touches a fork
      Given the machine "zen3-2p-128c256t"
      And A runs on CPU 0
      When A forks B
      Then B is placed on CPU 8
      And the placement is the same as with policy "linux-7.2"
