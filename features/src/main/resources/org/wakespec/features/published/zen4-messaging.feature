# SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
Feature: Published: perf bench sched messaging with pipes on Zen4, tip against no_sync
  Without sync messaging takes 11 to 21 % less time with up to 4 groups, and the same with 8 and 16. The pass mark is 4 points.
  Loop count and unit are not stated: only the change is compared. Here few loops and twelve seeds, between which the change
  differs by more than the mark; docs/published-report.md has all rows, and those that are missed.

  Background:
    Given the machine "zen4-1p-96c192t"
    And budgets are checked with 12 seeds

  @policy:no-sync
  Scenario Outline: no_sync against tip, <kind>, <groups> groups
    When the program "perf bench sched messaging -p <option> -g <groups> -l <loops>" runs to its end
    Then it is <least> to <most> % faster than policy "linux-7.2"

    Examples:
      | kind      | option | groups | loops | least | most |
      | processes |        | 1      | 800   | 7.5   | 15.5 |
      | processes |        | 4      | 1000  | 17.0  | 25.0 |
