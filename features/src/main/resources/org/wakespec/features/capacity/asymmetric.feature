# SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
Feature: CPUs of different capacity
  On big.LITTLE machines an idle CPU is only good enough if the wakee fits: its utilisation times 1.25 must be below the
  capacity left there. select_idle_capacity() replaces the scan of the LLC by one of the asymmetric domain, starting at
  the target itself. In the 4+4 machine CPUs 0-3 have 446, CPUs 4-7 have 1024.

  Rule: Fitting

    @policy:linux-7.2 @policy:linux-6.18 @policy:linux-7.3 @policy:no-sync
    Scenario: An idle target that is too small is passed over
      500 needs 625. The scan sees 1, 2, 3 (too small) and takes 4.
      Given the machine "conformance/biglittle-4+4"
      And A runs on CPU 0
      And B sleeps, last on CPU 1
      And the utilisation of B is 500
      When A wakes B
      Then B is placed on CPU 4
      And the deciding rule is "sis:asym-fit"

    @policy:linux-7.2 @policy:linux-6.18 @policy:no-sync
    Scenario Outline: The margin of 1280/1024 is exact: utilisation <utilisation> on a capacity of 446
      356 x 1280 = 455680 is below 446 x 1024 = 456704, 357 x 1280 = 456960 is not.
      Given the machine "conformance/biglittle-4+4"
      And A runs on CPU 0
      And B sleeps, last on CPU 1
      And the utilisation of B is <utilisation>
      When A wakes B
      Then B is placed on CPU <goes to>
      And the deciding rule is "<rule>"

      Examples:
        | utilisation | goes to | rule            |
        | 356         | 1       | sis:target-idle |
        | 357         | 4       | sis:asym-fit    |

    @policy:linux-7.2 @policy:linux-6.18
    Scenario: The estimate counts if it is the larger
      Given the machine "conformance/biglittle-4+4"
      And A runs on CPU 0
      And B sleeps, last on CPU 1
      And the utilisation of B is 100
      And the estimated utilisation of B is 500
      When A wakes B
      Then B is placed on CPU 4
      And the deciding rule is "sis:asym-fit"

    @policy:linux-7.2 @policy:linux-6.18
    Scenario: Pressure takes capacity away
      Given the machine "conformance/biglittle-4+4"
      And A runs on CPU 0
      And the capacity left on CPU 4 is 600
      And B sleeps, last on CPU 4
      And the utilisation of B is 500
      When A wakes B
      Then B is placed on CPU 5
      And the deciding rule is "sis:asym-fit"

    @policy:linux-7.2 @policy:linux-6.18
    Scenario: The recently used CPU must fit as well
      Given the machine "conformance/biglittle-4+4"
      And A runs on CPU 0
      And CPU 5 is busy
      And B sleeps, last on CPU 5
      And B recently used CPU 1
      And the utilisation of B is 500
      And the load of B is 1024
      When A wakes B
      Then B is placed on CPU 6
      And the deciding rule is "sis:asym-fit"

    @policy:linux-7.2 @policy:linux-6.18
    Scenario: The scan starts at the target, not behind it
      The target is idle and too small; it is the first one looked at, and of equal candidates the first is kept.
      Given the machine "conformance/biglittle-4+4"
      And A runs on CPU 0
      And CPUs 4-7 are busy
      And the scan budget of the LLC of CPU 0 is 8
      And B sleeps, last on CPU 2
      And the utilisation of B is 500
      When A wakes B
      Then B is placed on CPU 2
      And the deciding rule is "sis:asym-best"

  Rule: When nothing idle fits

    @policy:linux-7.2 @policy:linux-6.18
    Scenario: The largest idle CPU
      Given the machine "conformance/biglittle-4+4"
      And A runs on CPU 0
      And CPUs 4-7 are busy
      And the capacity left on CPU 1 is 300
      And the capacity left on CPU 2 is 400
      And the capacity left on CPU 3 is 350
      And the scan budget of the LLC of CPU 0 is 8
      And B sleeps, last on CPU 1
      And the utilisation of B is 500
      When A wakes B
      Then B is placed on CPU 2
      And the deciding rule is "sis:asym-best"

    @policy:linux-7.2 @policy:linux-6.18
    Scenario: Nothing idle at all: the target
      Given the machine "conformance/biglittle-4+4"
      And A runs on CPU 0
      And all other CPUs are busy
      And the scan budget of the LLC of CPU 0 is 9
      And B sleeps, last on CPU 3
      And the load of B is 1024
      And the utilisation of B is 500
      When A wakes B
      Then B is placed on CPU 3
      And the deciding rule is "sis:asym-best"

  Rule: The budget of 7.2

    @policy:linux-7.2 @policy:linux-6.18 @policy:linux-7.3
    Scenario: Used up: the best CPU seen so far
      Given the machine "conformance/biglittle-4+4"
      And A runs on CPU 0
      And the scan budget of the LLC of CPU 0 is 2
      And B sleeps, last on CPU 1
      And the utilisation of B is 500
      When A wakes B
      Then by policy:
        | policy     | B is placed on   | deciding rule       |
        | linux-7.2  | its previous CPU | sis:asym-scan-limit |
        | linux-7.3  | its previous CPU | sis:asym-scan-limit |
        | linux-6.18 | CPU 4            | sis:asym-fit        |

    @policy:linux-7.2 @policy:linux-6.18 @policy:linux-6.12
    Scenario: Zero: no search, the target
      Given the machine "conformance/biglittle-4+4"
      And A runs on CPU 0
      And CPU 2 is busy
      And the scan budget of the LLC of CPU 0 is 0
      And B sleeps, last on CPU 2
      And the load of B is 1024
      And the utilisation of B is 500
      When A wakes B
      Then by policy:
        | policy     | B is placed on   | deciding rule       |
        | linux-7.2  | its previous CPU | sis:asym-overloaded |
        | linux-6.18 | CPU 4            | sis:asym-fit        |
        | linux-6.12 | CPU 4            | sis:asym-fit        |

    @policy:linux-7.2 @policy:linux-6.18
    Scenario: The asymmetric domain spans LLCs, and so does the search
      One LLC per kind of CPU; a wakee that outgrew the little ones finds a big one all the same.
      Given the machine "conformance/biglittle-4+4-2llc"
      And A runs on CPU 0
      And B sleeps, last on CPU 1
      And the utilisation of B is 500
      When A wakes B
      Then B is placed on CPU 4
      And the deciding rule is "sis:asym-fit"

  Rule: Idle cores first, since 7.2 (C25)
    Andrea Righi's case: an idle thread of a busy core counted as a whole CPU of full capacity. CPUs 0-7 have 446, 8-11 have
    760, 12-15 have 1024; siblings are neighbours.

    @policy:linux-7.2 @policy:linux-6.18 @policy:linux-6.12 @policy:linux-7.3
    Scenario: An idle thread of a busy core is not taken if an idle core fits
      Given the machine "conformance/asym-smt-8c16t"
      And A runs on CPU 0
      And CPU 12 is busy
      And B sleeps, last on CPU 13
      And the utilisation of B is 700
      When A wakes B
      Then by policy:
        | policy     | B is placed on   | deciding rule   |
        | linux-7.2  | CPU 14           | sis:asym-fit    |
        | linux-7.3  | CPU 14           | sis:asym-fit    |
        | linux-6.18 | its previous CPU | sis:target-idle |
        | linux-6.12 | its previous CPU | sis:target-idle |

    @policy:linux-7.2 @policy:linux-6.18 @policy:linux-7.3
    Scenario: An idle core that is too small is preferred to a busy core that fits
      The ranks: an idle core that misses only the capacity comes before an idle thread of a busy core with enough of it. Of
      the idle cores the 760 one is the largest.
      Given the machine "conformance/asym-smt-8c16t"
      And A runs on CPU 0
      And CPUs 12,14 are busy
      And B sleeps, last on CPU 13
      And the utilisation of B is 700
      When A wakes B
      Then by policy:
        | policy     | B is placed on   | deciding rule   |
        | linux-7.2  | CPU 8            | sis:asym-best   |
        | linux-7.3  | CPU 8            | sis:asym-best   |
        | linux-6.18 | its previous CPU | sis:target-idle |

    @policy:linux-7.2 @policy:linux-7.3
    Scenario: Without any idle core the fitting thread is the best, and the flag is cleared
      Given the machine "conformance/asym-smt-8c16t"
      And A runs on CPU 0
      And CPUs 2,4,6,8,10,12,14 are busy
      And the LLC of CPU 13 advertises an idle core
      And B sleeps, last on CPU 13
      And the utilisation of B is 700
      When A wakes B
      Then B is placed on CPU 13
      And the deciding rule is "sis:asym-best"
      And the LLC of CPU 13 advertises no idle core afterwards
