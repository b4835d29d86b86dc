Feature: What runs on the CPUs

  Background:
    Given the machine "smp-8"
    And A runs on CPU 0

  Scenario: Nothing is said: idle
    Given B sleeps, last on CPU 1
    When A wakes B
    Then B is placed on its previous CPU
    And the deciding rule is "sis:target-idle"

  Scenario: Busy CPUs are passed over
    Given B sleeps, last on CPU 1
    And CPUs 1-4 are busy
    And the scan budget of the LLC of CPU 0 is 8
    When A wakes B
    Then B is placed on CPU 5
    And CPUs 1,2,3,4,5 were probed in this order

  Scenario: All other CPUs are busy
    Given B sleeps, last on CPU 1
    And CPU 6 is idle
    And all other CPUs are busy
    And the scan budget of the LLC of CPU 0 is 8
    When A wakes B
    Then B is placed on CPU 6

  Scenario: All CPUs but some
    Given B sleeps, last on CPU 1
    And all CPUs except 3,7 are busy
    And the scan budget of the LLC of CPU 0 is 8
    When A wakes B
    Then B is placed on CPU 3

  Scenario: All CPUs of an LLC
    Given B sleeps, last on CPU 1
    And all CPUs of the LLC of CPU 0 are busy
    When A wakes B
    Then "select_idle_cpu" says "scan budget 0"

  Scenario: No CPU is busy
    Given B sleeps, last on CPU 1
    And no CPU is busy
    When A wakes B
    Then B is placed on CPU 1

  Scenario: Several tasks make the waker's load
    Given B sleeps, last on CPU 1
    And CPU 1 is busy with 3 tasks
    When A wakes B
    Then the affine rule is "wake_affine_weight:this"

  Scenario: A CPU of only SCHED_IDLE tasks is as good as idle
    Given B sleeps, last on CPU 1
    And CPU 1 runs only SCHED_IDLE tasks
    When A wakes B
    Then B is placed on CPU 1
    And the deciding rule is "sis:target-idle"

  Scenario: A SCHED_IDLE task finds no such place
    Given B sleeps, last on CPU 1
    And B is SCHED_IDLE
    And CPU 1 runs only SCHED_IDLE tasks
    When A wakes B
    Then B is not placed on CPU 1

  Scenario Outline: What is not idle
    Given B sleeps, last on CPU 1
    And CPU 1 <holds>
    When A wakes B
    Then B is placed on an idle CPU
    And B is not placed on its previous CPU

    Examples:
      | holds                         |
      | runs a real-time task         |
      | holds a delayed task          |
      | holds 2 delayed tasks         |
      | has a pending remote wakeup   |

  Scenario Outline: The load of a CPU decides the affine comparison
    Given B sleeps, last on CPU 1
    And CPU 1 is busy
    And the load of CPU 1 is <load>
    When A wakes B
    Then the affine rule is "wake_affine_weight:<target>"

    Examples:
      | load | target |
      | 2048 | this   |
      | 512  | prev   |

  Scenario: The capacity left weighs the load
    Given B sleeps, last on CPU 1
    And CPU 1 is busy
    And the capacity left on CPU 0 is 600
    When A wakes B
    Then the affine rule is "wake_affine_weight:prev"

  Scenario: The utilisation of the CPUs limits the scan
    Given B sleeps, last on CPU 1
    And CPUs 1-4 are busy
    And the utilisation of CPU 5 is 1000
    And the utilisation of CPU 6 is 1000
    And the utilisation of CPU 7 is 700
    When A wakes B
    Then "select_idle_cpu" says "scan budget"
