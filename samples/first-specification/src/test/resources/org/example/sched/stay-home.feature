# SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
Feature: A player stays in its warm cache
  The decoder hands frames to the player through a pipe, so every wakeup is sync. Mainline pulls the player over to the
  decoder's LLC; the patch leaves it where it last ran, as long as that CPU is idle.

  Background:
    Given the machine "my-desktop"
    And decoder runs on CPU 0
    And player sleeps, last on CPU 5

  @policy:linux-7.2 @policy:stay-home
  Scenario: The previous CPU is idle
    When decoder hands a frame to player
    Then by policy:
      | policy    | player is placed on | deciding rule  |
      | linux-7.2 | CPU 1               | sis:idle-core  |
      | stay-home | its previous CPU    | stay-home:prev |

  @policy:linux-7.2 @policy:stay-home
  Scenario: The previous CPU is busy: the patch has nothing to say
    Given CPU 5 is busy
    When decoder hands a frame to player
    Then player is placed on a fully idle core of the waker's LLC
    And the placement is the same as with policy "linux-7.2"

  @policy:stay-home
  Scenario: Never on a CPU the player may not use
    Given player may run on CPUs 0-3
    When decoder hands a frame to player
    Then player is placed on CPU 1
    And "stay_home" says "no"
