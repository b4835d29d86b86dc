# SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
@not-policy:linux-6.1 @not-policy:linux-6.12 @not-policy:linux-6.18 @not-policy:linux-7.3 @not-policy:scx-default
Feature: Threads of a process gather in one last-level cache
  With CONFIG_SCHED_CACHE, on by default on machines with several last-level caches, the kernel keeps where a process runs:
  per CPU, halved every 10 ms. Once in that time a thread sums it at its tick; the cache in which the process had most, and more than
  twice what it had in the present one, becomes the preferred one. The balancer then moves threads there, as long as the cache is
  not too full, and does not move them away. Wakeup, fork and exec placement do not look at it.

  Background:
    Given 2 LLCs of 8 cores

  Rule: The cache in which most threads run is preferred, and the others come

    Scenario Outline: Three threads in one cache, a fourth in the other, balancing by cache <switch>
      Without it a cache with 3 tasks gives one to a cache with 1: 2 and 2.
      Given cache-aware balancing is <switch>
      And 4 copies of worker compute for ever
      And the copies of worker are threads of one process
      And worker starts on CPUs 0-2,8
      When the machine runs for 500 ms
      Then CPUs 0-7 hold exactly <here> runnable tasks together now
      And CPUs 8-15 hold exactly <there> runnable tasks together now

      Examples:
        | switch | here | there |
        | on     | 4    | 0     |
        | off    | 2    | 2     |

    Scenario: All threads know their cache
      Given 4 copies of worker compute for ever
      And the copies of worker are threads of one process
      And worker starts on CPUs 8-10,0
      When the machine runs for 500 ms
      Then worker prefers the LLC of CPU 8 now
      And each of CPUs 0-7 holds exactly 0 runnable tasks now
      And the counter cache_looks is at least 45
      And the counter cache_looks is at most 51

    Scenario: It is the default
      Given 4 copies of worker compute for ever
      And the copies of worker are threads of one process
      And worker starts on CPUs 0-2,8
      When the machine runs for 500 ms
      Then CPUs 0-7 hold exactly 4 runnable tasks together now

  Rule: It is about processes

    Scenario: Four processes are spread
      Given 4 copies of worker compute for ever
      And worker starts on CPUs 0-2,8
      When the machine runs for 500 ms
      Then worker prefers no LLC now
      And CPUs 0-7 hold exactly 2 runnable tasks together now
      And the counter cache_looks is exactly 0

    Scenario: Two processes, each in a cache of its own
      Given 3 copies of red compute for ever
      And the copies of red are threads of one process
      And red starts on CPUs 0-2
      And 3 copies of blue compute for ever
      And the copies of blue are threads of one process
      And blue starts on CPUs 8-10
      When the machine runs for 500 ms
      Then red prefers the LLC of CPU 0 now
      And blue prefers the LLC of CPU 8 now
      And red has run only on CPUs 0-7
      And blue has run only on CPUs 8-15

  Rule: A process of more threads than the cache has room for is not gathered

    Scenario: Twelve busy threads
      On average 8 and more of them run: above 80 % of the CPUs of a cache.
      Given 12 copies of worker compute for ever
      And the copies of worker are threads of one process
      And worker starts on CPUs 0-11
      When the machine runs for 500 ms
      Then worker prefers no LLC now
      And CPUs 0-7 hold exactly 6 runnable tasks together now
