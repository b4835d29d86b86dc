Feature: The kernel and the machine where time passes

  Scenario: Switches of the kernel
    Given the machine "smp-8"
    And HZ is 250
    And HRTICK is off
    And preemption is lazy
    And the scheduler feature RUN_TO_PARITY is off
    And cache-aware balancing is off
    And the seed is 7
    And the base slice is set to 3 ms
    When the machine runs for 20 ms
    Then the base slice is 3 ms now
    And the counter hrticks is exactly 0

  Scenario: Full preemption and HRTICK by either name
    Given the machine "smp-2"
    And preemption is full
    And the scheduler feature HRTICK is on
    And 2 copies of hog compute for ever
    And hog is pinned to CPU 0
    When the machine runs for 100 ms
    Then the median stretch of hog was 1.4 ms, give or take 20 us
    And the counter hrticks is more than 10

  Scenario: Costs and processors
    Given a 1-core machine
    And the processors are arm64
    And the cost context_switch is 100000
    And 2 copies of hog compute for ever
    When the machine runs for 100 ms
    Then the counter switches is at least 20

  Scenario Outline: Idle states
    Given the machine "smp-2"
    And idle CPUs <idle>
    And B computes 10 us whenever it is woken
    And B is pinned to CPU 1
    And A computes 200 us and wakes B with WF_SYNC in turn
    And A is pinned to CPU 0
    When the machine runs until A has done 20 rounds
    Then the 50th percentile of the wakeup latency of B was <latency>

    Examples:
      | idle                                     | latency        |
      | poll                                     | at most 1 us   |
      | watch their flags and take 30 us to wake | at least 30 us |
      | need an interrupt and take 50 us to wake | at least 50 us |
