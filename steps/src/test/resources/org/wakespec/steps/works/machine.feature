Feature: The machine, its boot line and its kernel

  Scenario: A machine by name
    Given the machine "altra-80-llc2"
    And A runs on CPU 0
    And B sleeps, last on CPU 79
    When A wakes B
    Then B is placed on CPU 79

  Scenario Outline: A machine in words
    Given <machine>
    And A runs on CPU 0
    And B sleeps, last on CPU <last>
    When A wakes B
    Then B is placed on CPU <last>
    And B is placed on a CPU of node <node>

    Examples:
      | machine                                             | last | node |
      | an 80-core non-SMT LLC                              | 79   | 0    |
      | 2 sockets of 8 cores with 2 threads, 4 cores per LLC | 31   | 1    |
      | 4 CPUs of capacity 446 and 4 of capacity 1024       | 7    | 0    |
      | 4 nodes of 4 cores in a ring                        | 15   | 3    |

  Scenario: A waker isolated at boot has no domains
    Given the machine "smp-8"
    And CPUs 4-7 are isolated at boot
    And A runs on CPU 4
    And B sleeps, last on CPU 0
    And CPU 0 is busy
    When A wakes B
    Then "wake_wide" says "wide"
    And no affine comparison is made
    And B is placed on CPU 1

  Scenario: An offline previous CPU
    Given the machine "smp-8"
    And CPUs 6-7 are offline
    And A runs on CPU 0
    And B sleeps, last on CPU 7
    When A wakes B
    Then B is not placed on one of CPUs 6,7
    And the core path is "fallback"

  Scenario: Partitions split the LLC
    Given the machine "smp-8"
    And a cpuset partition of CPUs 0-3
    And A runs on CPU 0
    And B sleeps, last on CPU 1
    And CPUs 1-3 are busy
    And the scan budget of the LLC of CPU 0 is 8
    When A wakes B
    Then CPU 4 was not probed
    And "select_idle_cpu" says "no idle CPU"

  Scenario: An isolated partition has no domains
    Given the machine "smp-8"
    And an isolated cpuset partition of CPUs 4-7
    And A runs on CPU 4
    And B sleeps, last on CPU 0
    When A wakes B
    Then no affine comparison is made

  Scenario Outline: Flips are halved once a second, whatever HZ is
    Given the machine "smp-8"
    And HZ is <hz>
    And A runs on CPU 0
    And B sleeps, last on CPU 1
    And A last woke B
    And A has 8 wakee flips
    And the flips of A were last halved <ms> ms ago
    When A wakes B
    Then A has <flips> wakee flips

    Examples:
      | hz   | ms   | flips |
      | 250  | 1200 | 4     |
      | 250  | 800  | 8     |
      | 1000 | 1200 | 4     |

  # T = (1024 + h) * 100, P = (2048 - h) * 108: the target is the waker's CPU if T < P; h is 511 or 512
  Scenario Outline: Group scheduling scales task loads by the root load
    Given the machine "two-llc-8"
    And group scheduling is <scheduling>
    And A runs on CPU 0
    And the load of CPU 0 is <load>
    And B sleeps, last on CPU 4
    And the load of B is 512
    And CPU 4 is busy
    And the load of CPU 4 is 2048
    When A wakes B
    Then the affine rule is "<rule>"

    Examples:
      | scheduling | load | rule                    |
      | on         | 1148 | wake_affine_weight:this |
      | off        | 1148 | wake_affine_weight:prev |

  Scenario: Epoll passes sync on, or does not
    Given the machine "two-llc-8"
    And epoll does not pass sync on
    And A runs on CPU 0
    And B sleeps, last on CPU 4
    And CPU 4 is busy
    When A signals B through epoll
    Then "wake_affine_idle" says "neither"

  Scenario: Epoll passes sync on
    Given the machine "two-llc-8"
    And epoll passes sync on
    And A runs on CPU 0
    And B sleeps, last on CPU 4
    And CPU 4 is busy
    When A signals B through epoll
    Then the affine rule is "wake_affine_idle:sync"

  Scenario: Sockets do not pass sync on
    Given the machine "two-llc-8"
    And sockets do not pass sync on
    And A runs on CPU 0
    And B sleeps, last on CPU 4
    And CPU 4 is busy
    When A sends on a localhost socket to B
    Then "wake_affine_idle" says "neither"

  Scenario: Sockets pass sync on
    Given the machine "two-llc-8"
    And sockets pass sync on
    And A runs on CPU 0
    And B sleeps, last on CPU 4
    And CPU 4 is busy
    When A sends on a localhost socket to B
    Then the affine rule is "wake_affine_idle:sync"
