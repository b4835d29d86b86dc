Feature: The tasks a scenario names

  Background:
    Given the machine "two-llc-8"

  Scenario: A waker beside others is not alone
    Given A runs on CPU 0 beside 2 other tasks
    And B sleeps, last on CPU 4
    And CPU 4 is busy with 4 tasks
    When A wakes B with WF_SYNC
    Then the affine rule is "wake_affine_weight:this"

  Scenario: A waker beside a delayed task is alone
    Given A runs on CPU 0 beside a delayed task
    And B sleeps, last on CPU 4
    And CPU 4 is busy
    When A wakes B with WF_SYNC
    Then the affine rule is "wake_affine_idle:sync"

  Scenario: So it is beside two delayed tasks
    Given A runs on CPU 0 beside 2 delayed tasks
    And B slept on CPU 4
    And CPU 4 is busy
    When A wakes B with WF_SYNC
    Then the affine rule is "wake_affine_idle:sync"

  Scenario: A delayed task stays where it is
    Given A runs on CPU 0
    And B sleeps, delayed on CPU 5
    When A wakes B with WF_SYNC
    Then B stays where it is
    And CPU selection was not asked
    And the core path is "delayed-requeue"

  Scenario: A task still switching out on another LLC is queued there
    Given A runs on CPU 0
    And B is still switching out on CPU 5
    When A wakes B
    Then B stays where it is
    And the core path is "on-cpu-wakelist"

  Scenario: Affinity restricts the search
    Given A runs on CPU 0
    And B sleeps, last on CPU 4
    And CPU 4 is busy
    And B may run on CPUs 4,6
    When A wakes B
    Then B is placed on CPU 6

  Scenario: Pinned
    Given A runs on CPU 0
    And B sleeps, last on CPU 3
    And B is pinned to CPU 3
    And CPU 3 is busy
    When A wakes B with WF_SYNC
    Then B is placed on CPU 3
    And the core path is "pinned"
    And CPU selection was not asked

  Scenario: Migration disabled
    Given A runs on CPU 0
    And B sleeps, last on CPU 3
    And B has migration disabled
    And B may run on CPUs 3-7
    When A wakes B
    Then CPU selection was not asked

  Scenario: An exiting waker is not sync
    Given A runs on CPU 0
    And A is exiting
    And B sleeps, last on CPU 4
    And CPU 4 is busy
    When A wakes B with WF_SYNC
    Then the affine rule is "wake_affine_weight:this"

  Scenario: A per-CPU kernel thread lets the wakee stay
    Given A runs on CPU 0
    And A is a kernel thread pinned to CPU 0
    And B sleeps, last on CPU 0
    When A wakes B
    Then B is placed on CPU 0
    And the deciding rule is "sis:kthread-stack"

  Scenario: An unbound kernel thread is like any task
    Given A runs on CPU 0
    And A is a kernel thread
    And B sleeps, last on CPU 0
    When A wakes B
    Then B is not placed on CPU 0

  Scenario: A batch task is placed like a normal one
    Given A runs on CPU 0
    And B is SCHED_BATCH
    And B sleeps, last on CPU 4
    When A wakes B
    Then B is placed on CPU 4

  Scenario: The recently used CPU
    Given A runs on CPU 0
    And B sleeps, last on CPU 1
    And B recently used CPU 3
    And CPU 1 is busy
    When A wakes B
    Then B is placed on CPU 3
    And the deciding rule is "sis:recent"
    And B is placed on its recently used CPU
    And B recently used CPU 1

  @policy:sis-current-v8 @policy:linux-7.2
  Scenario: Brief mutual wakers
    Given A runs on CPU 0
    And B sleeps, last on CPU 1
    And CPU 1 is busy
    And A and B wake each other
    And A and B run for 50 us on average
    When A wakes B
    Then by policy:
      | policy         | B is placed on  | deciding rule |
      | sis-current-v8 | the waker's CPU | sis:current   |
      | others         | an idle CPU     |               |

  @policy:sis-current-v8
  Scenario: One of them runs long
    Given A runs on CPU 0
    And B sleeps, last on CPU 1
    And CPU 1 is busy
    And A and B wake each other
    And A runs for 50 us on average
    And B runs for 900 us on average
    When A wakes B
    Then B is not placed on the waker's CPU

  Scenario: The NUMA-preferred node
    Given A runs on CPU 0
    And the NUMA-preferred node of B is 0
    When A forks B
    Then B is placed on a CPU of node 0
