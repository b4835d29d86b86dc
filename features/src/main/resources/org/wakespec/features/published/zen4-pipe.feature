# SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
Feature: Published: perf bench sched pipe on Zen4, with and without sync
  About 2.5 usec/op on tip, about 4.2 without sync. Both are calibrated on: the hand-off inside a cache, and the cache lines a
  hand-off moves. Here 3000 loops and three seeds.

  Background:
    Given the machine "zen4-1p-96c192t"
    And budgets are checked with 3 seeds

  @policy:linux-7.2
  Scenario: tip
    When the program "perf bench sched pipe -l 3000" runs to its end
    Then it takes 2.5 usec/op, give or take 5 %

  @policy:no-sync
  Scenario: no_sync
    When the program "perf bench sched pipe -l 3000" runs to its end
    Then it takes 4.2 usec/op, give or take 5 %
    And it is 58 to 78 % slower than policy "linux-7.2"
