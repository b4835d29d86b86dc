Feature: Programs and changes

  Background:
    Given the machine "smp-8"

  Scenario: One of each
    Given A computes for ever
    And A is pinned to CPU 0
    And B computes 2 ms and ends
    And C computes 1 ms every 10 ms
    And D computes 1 ms and sleeps 3 ms in turn
    And E computes 100 us and yields in turn
    And F computes 100 us after each interrupt on CPU 3, every 2 ms
    And the slice of E is 0.5 ms
    And the nice value of E is 3
    And the timer slack of C is 1 us
    And E starts after 5 ms
    When the machine runs for 22 ms
    Then A is running now
    And B has ended now
    And C has run for 3 ms, give or take 0.05 ms
    And D has migrated at most 3 times
    And E has run for 17 ms, give or take 0.5 ms
    And A is runnable now

  Scenario: Several of each
    Given 2 copies of hog compute for ever
    And the copies of hog are pinned to CPUs 0,1 one each
    And 2 copies of job compute 2 ms and end
    And 2 copies of timer compute 1 ms every 10 ms
    And 2 copies of sleeper compute 1 ms and sleep 3 ms in turn
    And job starts on CPUs 2-3
    When the machine runs until job has ended
    And the machine runs for 30 ms
    Then hog is running now
    And hog has run only on CPUs 0,1
    And hog has run on each of CPUs 0,1
    And hog has used exactly 2 CPUs
    And the copies of hog are on 2 different CPUs now
    And the copies of hog are on 2 different cores now
    And each of CPUs 0,1 holds at least 1 runnable task now
    And CPUs 0,1 hold fewer than 7 runnable tasks together now
    And hog has had 100 % of the time, give or take 15

  Scenario: Forks and changes while it runs
    Given parent computes for ever
    And parent starts on CPU 0
    And child computes for ever
    And child is forked by parent after 1 ms
    When the machine runs for 5 ms
    And parent is moved to CPUs 4-5
    And child is moved to CPU 6
    And the machine runs for 5 ms
    Then parent is on CPUs 4-5 now
    And child is on CPU 6 now
    When child is reniced to 10
    And the slice of child becomes 5 ms
    And child becomes SCHED_IDLE
    And measuring starts
    And the machine runs for 10 ms
    Then child has had 100 % of the time, give or take 1
    And child has run 1 times as long as parent, give or take 0.1
    When child is told to end
    And the machine runs until child has ended
    And the machine runs for 10 us
    Then CPU 6 is idle now
    And the counter exits is exactly 1

  Scenario: Wakeups between tasks
    Given B computes 20 us whenever it is woken
    And B is pinned to CPU 1
    And A computes 500 us and wakes B in turn
    And A is pinned to CPU 0
    When the machine runs until A has done 20 rounds
    And the machine runs for 0.2 ms
    Then B is not running now
    And B is asleep now
    And the longest wakeup latency of B was at most 1 ms
    And the longest wait of B was less than 1 ms
    And the 50th percentile of the waits of B was less than 1 ms
    And the longest stretch of B was at least 20 us
    And the counter ttwu_local is less than 10 % of wakeups

  Scenario: Queue state
    Given A computes for ever
    And A is pinned to CPU 0
    And B computes 1 ms and sleeps 20 ms in turn
    And B is pinned to CPU 0
    When the machine runs for 23.7 ms
    Then B is delayed now
    And CPU 0 holds 2 queued tasks now, 1 of them delayed
    And the lag of B is less than 0 ms now
    And the lag of B is -0.3 ms now, give or take 0.1 ms
    And the load of A is 1024 now, give or take 30
    And the utilisation of A is 700 now, give or take 250
    And the estimated utilisation of B is 256 now, give or take 30
    And the LLC of CPU 0 counts 1 busy CPU now
    And the scan budget of the LLC of CPU 0 is at least 6 now
    And CPU 5 counts as reachable for idle balancing now
    And no CPU sat idle beside a waiting task for more than 10 us
