# SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
Feature: The wakeup hints of 2022
  "PR_SCHED_HINT_WAKE_AFFINE will favor an affine wakeup if the MC where the waker is running advertises idle core.
  PR_SCHED_HINT_WAKE_HOLD will bias the wakeup to MC domain where the task previously ran." (K Prateek Nayak, 2022-09-10,
  20220910105326.1797-4-kprateek.nayak@amd.com; rebased by hand onto 7.2). The policies behave as if every task carried
  the hint.

  Rule: Waker and prev in different LLCs, and the hinted one advertises an idle core

    @policy:linux-7.2 @policy:wake-hint-affine @policy:wake-hint-hold
    Scenario: A plain wakeup from another LLC
      Given the machine "zen3-2p-128c256t"
      And A runs on CPU 0
      And B sleeps, last on CPU 8
      When A wakes B
      Then by policy:
        | policy           | B is placed on   | deciding rule   |
        | linux-7.2        | its previous CPU | sis:target-idle |
        | wake-hint-affine | CPU 1            | sis:idle-core   |
        | wake-hint-hold   | its previous CPU | sis:target-idle |

    @policy:linux-7.2 @policy:wake-hint-affine @policy:wake-hint-hold @policy:no-sync
    Scenario: Hold outvotes sync
      Given the machine "zen3-2p-128c256t"
      And A runs on CPU 0
      And B sleeps, last on CPU 8
      When A wakes B with WF_SYNC
      Then by policy:
        | policy           | B is placed on   | deciding rule   |
        | linux-7.2        | CPU 1            | sis:idle-core   |
        | wake-hint-affine | CPU 1            | sis:idle-core   |
        | wake-hint-hold   | its previous CPU | sis:target-idle |
        | no-sync          | its previous CPU | sis:target-idle |

    @policy:linux-7.2 @policy:wake-hint-affine @policy:wake-hint-hold
    Scenario: Hold with a busy previous CPU searches prev's LLC
      Given the machine "zen3-2p-128c256t"
      And A runs on CPU 0
      And CPU 8 is busy
      And B sleeps, last on CPU 8
      When A wakes B with WF_SYNC
      Then by policy:
        | policy           | B is placed on | deciding rule |
        | linux-7.2        | CPU 1          | sis:idle-core |
        | wake-hint-affine | CPU 1          | sis:idle-core |
        | wake-hint-hold   | CPU 9          | sis:idle-core |

    @policy:linux-7.2 @policy:wake-hint-affine @policy:wake-hint-hold
    Scenario: Inside one LLC no hint is looked at
      Given the machine "zen3-2p-128c256t"
      And A runs on CPU 0
      And B sleeps, last on CPU 3
      When A wakes B
      Then B is placed on its previous CPU
      And the deciding rule is "sis:target-idle"
      And the affine rule is "wake_affine_idle:prev-idle"

    @policy:wake-hint-affine
    Scenario: A followed hint makes no affine comparison
      Given the machine "zen3-2p-128c256t"
      And A runs on CPU 0
      And B sleeps, last on CPU 8
      When A wakes B
      Then "wake_hint" says "yes"
      And "wake_affine" was not asked
      And no affine comparison is made

    @policy:linux-7.2 @policy:wake-hint-affine @policy:wake-hint-hold
    Scenario: Without an advertised idle core mainline decides
      One thread of every core of the waker's LLC is busy.
      Given the machine "zen3-2p-128c256t"
      And A runs on CPU 0
      And CPUs 1-7 are busy
      And B sleeps, last on CPU 8
      When A wakes B
      Then by policy:
        | policy           | B is placed on   | deciding rule   |
        | linux-7.2        | its previous CPU | sis:target-idle |
        | wake-hint-affine | its previous CPU | sis:target-idle |
        | wake-hint-hold   | its previous CPU | sis:target-idle |

    @policy:linux-7.2 @policy:wake-hint-affine @policy:wake-hint-hold
    Scenario: Without SMT no idle core is ever advertised, so the hints do nothing
      Given the machine "cwf-snc3-288"
      And A runs on CPU 0
      And B sleeps, last on CPU 100
      When A wakes B
      Then B is placed on its previous CPU
      And the placement is the same as with policy "linux-7.2"

    @policy:linux-7.2 @policy:wake-hint-affine @policy:wake-hint-hold
    Scenario: A wide relation does not stop the affine hint
      The target is replaced before wake_wide has its say, and nothing puts it back.
      Given the machine "zen3-2p-128c256t"
      And A runs on CPU 0
      And B sleeps, last on CPU 8
      And A and B are a many-to-many pair
      When A wakes B
      Then by policy:
        | policy           | B is placed on   | deciding rule   |
        | linux-7.2        | its previous CPU | sis:target-idle |
        | wake-hint-affine | CPU 1            | sis:idle-core   |
        | wake-hint-hold   | its previous CPU | sis:target-idle |

  Rule: The flag is stale in a burst, and wakees pile up
    "In schbench, the delay to indicate that no idle core is available in target MC domain leads to pileup and severe
    degradation in p99 latency": 31 usec at 8 workers, 2636 at 16, 15696 at 32 on a 16-CPU LLC. The flag is cleared only by
    a search that fails, never by a CPU becoming busy.

    @policy:linux-7.2 @policy:wake-hint-affine @policy:wake-hint-hold
    Scenario: The first wakee into a full LLC pays for the stale flag
      Given the machine "zen3-2p-128c256t"
      And A runs on CPU 0
      And CPUs 1-7,128-135 are busy
      And the LLC of CPU 0 advertises an idle core
      And the scan budget of the LLC of CPU 0 is 16
      And B sleeps, last on CPU 8
      When A wakes B
      Then by policy:
        | policy           | B is placed on   | deciding rule                 |
        | linux-7.2        | its previous CPU | sis:target-idle               |
        | wake-hint-affine | the waker's CPU  | sis:target-fallback:none-idle |
        | wake-hint-hold   | its previous CPU | sis:target-idle               |

    @policy:wake-hint-affine
    Scenario: The failed search clears the flag, so the second wakee is spared
      Given the machine "zen3-2p-128c256t"
      And A runs on CPU 0
      And CPUs 1-7,128-135 are busy
      And the LLC of CPU 0 advertises an idle core
      And the scan budget of the LLC of CPU 0 is 16
      And B sleeps, last on CPU 8
      And C sleeps, last on CPU 16
      When A wakes B
      Then B is placed on the waker's CPU
      And the LLC of CPU 0 advertises no idle core afterwards
      When A wakes C
      Then C is placed on its previous CPU

    @policy:linux-7.2 @policy:wake-hint-affine
    Scenario: With the scan budget at 0 no search is made, and the flag never clears
      SIS_UTIL refuses the search even when an idle core is advertised; every further wakee piles up.
      Given the machine "zen3-2p-128c256t"
      And A runs on CPU 0
      And CPUs 1-7,128-135 are busy
      And the LLC of CPU 0 advertises an idle core
      And the scan budget of the LLC of CPU 0 is 0
      And B sleeps, last on CPU 8
      And C sleeps, last on CPU 16
      When A wakes B
      And A wakes C
      Then by policy:
        | policy           | B is placed on   | deciding rule                  |
        | linux-7.2        | its previous CPU | sis:target-idle                |
        | wake-hint-affine | the waker's CPU  | sis:target-fallback:overloaded |
      And by policy:
        | policy           | C is placed on   | deciding rule                  |
        | linux-7.2        | its previous CPU | sis:target-idle                |
        | wake-hint-affine | the waker's CPU  | sis:target-fallback:overloaded |
      And the LLC of CPU 0 advertises an idle core afterwards
