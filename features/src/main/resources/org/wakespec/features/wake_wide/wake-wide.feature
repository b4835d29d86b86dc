# SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
@policy:linux-7.2 @policy:linux-7.3 @policy:linux-6.1 @policy:linux-6.12 @policy:linux-6.18 @policy:llc-overcommit-rfc
Feature: wake_wide(): when a relation is many-to-many
  A task counts how often it switches between wakees. With f CPUs in the waker's LLC, a relation is wide if the smaller
  count reaches f and the larger reaches f times the smaller. A wide wakeup keeps its previous CPU as target; "wake_wide
  doesn't even care about the sync hint" (K Prateek Nayak). Here f is 8, and the wakee last ran in the other LLC: CPU 1
  means narrow, CPU 9 wide.

  Rule: The threshold

    Scenario Outline: Waker <waker>, wakee <wakee>: <answer>
      Given 2 LLCs of 8 cores
      And A runs on CPU 0
      And B sleeps, last on CPU 9
      And A last woke B
      And A has <waker> wakee flips
      And B has <wakee> wakee flips
      When A wakes B with WF_SYNC
      Then "wake_wide" says "<answer>"
      And B is placed on CPU <goes to>

      Examples: at the limit
        | waker | wakee | answer | goes to |
        | 64    | 8     | wide   | 9       |
        | 63    | 8     | narrow | 1       |
        | 72    | 9     | wide   | 9       |
        | 71    | 9     | narrow | 1       |

      Examples: the smaller count must reach the LLC size
        | waker | wakee | answer | goes to |
        | 1000  | 7     | narrow | 1       |
        | 0     | 0     | narrow | 1       |

      Examples: either side may be the larger
        | waker | wakee | answer | goes to |
        | 8     | 64    | wide   | 9       |
        | 8     | 63    | narrow | 1       |

  Rule: Counting

    Scenario: Another wakee is a flip, and the flip counts at once
      Given 2 LLCs of 8 cores
      And A runs on CPU 0
      And B sleeps, last on CPU 9
      And A last woke C
      And A has 63 wakee flips
      And B has 8 wakee flips
      When A wakes B with WF_SYNC
      Then A has 64 wakee flips afterwards
      And "wake_wide" says "wide"
      And B is placed on CPU 9

    Scenario: The same wakee again is none
      Given 2 LLCs of 8 cores
      And A runs on CPU 0
      And B sleeps, last on CPU 9
      And A last woke B
      And A has 4 wakee flips
      When A wakes B with WF_SYNC
      Then A has 4 wakee flips afterwards

    Scenario: The first wakee of all is a flip
      Given 2 LLCs of 8 cores
      And A runs on CPU 0
      And B sleeps, last on CPU 9
      And A woke nobody yet
      When A wakes B with WF_SYNC
      Then A has 1 wakee flip afterwards

    Scenario Outline: Flips are halved once when more than a second has passed: <ms> ms
      However long ago it was, once. The first jiffy that halves is the one after HZ.
      Given 2 LLCs of 8 cores
      And A runs on CPU 0
      And B sleeps, last on CPU 9
      And A last woke B
      And A has 64 wakee flips
      And B has 8 wakee flips
      And the flips of A were last halved <ms> ms ago
      When A wakes B with WF_SYNC
      Then A has <flips> wakee flips afterwards
      And B is placed on CPU <goes to>

      Examples:
        | ms   | flips | goes to |
        | 1000 | 64    | 9       |
        | 1001 | 32    | 1       |
        | 9000 | 32    | 1       |

    Scenario: Many wakees in turn make the waker wide
      One waker, two wakees that have flipped often enough themselves: the 64th flip turns the relation.
      Given 2 LLCs of 8 cores
      And A runs on CPU 0
      And B sleeps, last on CPU 9
      And C sleeps, last on CPU 10
      And A last woke B
      And A has 62 wakee flips
      And B has 8 wakee flips
      And C has 8 wakee flips
      When A wakes C
      Then "wake_wide" says "narrow"
      And A has 63 wakee flips afterwards
      When A wakes B
      Then "wake_wide" says "wide"
      And A has 64 wakee flips afterwards

  Rule: The size of the LLC

    Scenario: Isolation makes the LLC smaller, and so the threshold lower
      Six CPUs are left: 36 flips against 6.
      Given an 8-core non-SMT LLC
      And CPUs 5,7 are isolated at boot
      And A runs on CPU 0
      And B sleeps, last on CPU 3
      And A last woke B
      And A has 36 wakee flips
      And B has 6 wakee flips
      When A wakes B
      Then "wake_wide" says "wide"

    Scenario: SMT threads count
      Eight cores are sixteen CPUs: 64 flips against 8 are narrow there.
      Given the machine "zen3-2p-128c256t"
      And A runs on CPU 0
      And B sleeps, last on CPU 9
      And A last woke B
      And A has 64 wakee flips
      And B has 8 wakee flips
      When A wakes B
      Then "wake_wide" says "narrow"

    Scenario: A boot-isolated waker is wide to everybody
      Given an 8-core non-SMT LLC
      And CPU 5 is isolated at boot
      And A runs on CPU 5
      And B sleeps, last on CPU 0
      When A wakes B
      Then "wake_wide" says "wide"
      And B is placed on CPU 0
