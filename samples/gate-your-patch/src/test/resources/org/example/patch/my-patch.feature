Feature: Handoffs stay on the waker's CPU
  What the patch is for: edit here. The gate runs these scenarios and the whole behaviour suite.

  Scenario: Two tasks that take turns share a CPU
    Given an 80-core non-SMT LLC
    And A runs on CPU 0
    And B sleeps, last on CPU 10
    And A and B wake each other
    When A wakes B with WF_SYNC
    Then by policy:
      | policy    | B is placed on   | deciding rule |
      | linux-7.2 | its previous CPU | sis:prev-idle |
      | my-patch  | the waker's CPU  | handoff       |

  Scenario: A stranger goes where mainline sends it
    Given an 80-core non-SMT LLC
    And A runs on CPU 0
    And B sleeps, last on CPU 10
    When A wakes B with WF_SYNC
    Then B is placed on its previous CPU

  Scenario: With SMT nothing changes
    Given the machine "zen3-2p-128c256t"
    And A runs on CPU 0
    And B sleeps, last on CPU 1
    And A and B wake each other
    When A wakes B with WF_SYNC
    Then B is placed on its previous CPU

  Scenario: A pipe between two tasks
    Given an 80-core non-SMT LLC
    And the processors are arm64
    When the program "perf bench sched pipe -l 5000" runs to its end
    Then the counter wakeups is at least 5000
