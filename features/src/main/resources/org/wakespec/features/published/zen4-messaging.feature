# SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
Feature: Published: perf bench sched messaging with pipes on Zen4, tip against no_sync
  Without sync messaging takes 11 to 21 % less time with up to 4 groups, and the same with 8 and 16. The pass mark is 4 points.
  Loop count and unit are not stated: only the change is compared. Here few loops and five
  seeds, between which the change differs by more than the mark.

  Background:
    Given the machine "zen4-2p-256c512t"
    And budgets are checked with 5 seeds

  @policy:no-sync
  Scenario Outline: no_sync against tip, <kind>, <groups> groups
    When the program "perf bench sched messaging -p <option> -g <groups> -l <loops>" runs to its end
    Then it is <least> to <most> % faster than policy "linux-7.2"

    Examples:
      | kind      | option | groups | loops | least | most |
      | threads   | -t     | 1      | 400   | 7.6   | 15.6 |
      | processes |        | 1      | 400   | 7.5   | 15.5 |
