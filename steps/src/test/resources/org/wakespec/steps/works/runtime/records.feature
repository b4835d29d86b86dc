Feature: What is recorded of a run

  Scenario: Placements, cpusets and idle CPUs
    Given an 8-core machine
    And the placements of B are recorded
    And B computes 1 ms every 10 ms
    And B is pinned to CPU 3
    And 2 copies of worker compute for ever
    And worker starts on CPU 0
    When the machine runs for 50 ms
    Then exactly 100 % of the placements of B were decided by "pinned"
    And the latest placement of B was decided by "pinned"
    And the average idle time of CPU 3 is at least 1 us now
    And a CPU sat idle beside a waiting task for more than 100 ns
    When the cpuset of worker becomes CPUs 4-5
    And the machine runs for 10 ms
    Then worker is on CPUs 4-5 now

  Scenario: Processes and caches
    Given 2 LLCs of 8 cores
    And 3 copies of worker compute for ever
    And the copies of worker are threads of one process
    And worker starts on CPUs 8-10
    And other computes for ever
    When the machine runs for 50 ms
    Then worker prefers the LLC of CPU 8 now
    And other prefers no LLC now

  Scenario: One CPU each
    Given an 8-core machine
    When the program "perf bench sched pipe -l 100" runs to its end with its tasks on CPUs 0-1, one each
    Then sched-pipe has migrated exactly 0 times
