Feature: Benchmark programs and comparisons

  Background:
    Given the machine "smp-8"

  Scenario: pipe
    When the program "taskset -c 2 perf bench sched pipe -l 500" runs to its end
    Then one operation took less than 10 us
    And one operation took 2 us, give or take 1.5
    And the program took at most 100 ms
    And sched-pipe has run only on CPU 2

  Scenario: messaging and others
    When the program "perf bench sched messaging -g 1 -l 2 -p" runs to its end
    Then the program took at least 0.1 ms
    When the program "taskset -c 0-3 perf bench sched seccomp-notify -l 100 -s" runs to its end
    Then one operation took at most 50 us
    When the program "tbench 2 -t 1" is started
    And the machine runs for 1.1 s
    Then the program served at least 1000 a second
    When the program "memtier_benchmark -t 2 -c 2 --server-threads 2 --test-time-ms 20" runs to its end
    Then the program served at least 100 a second

  Scenario: schbench
    When the program "schbench -m 1 -t 4 -r 1 -c 500 -s 100" runs to its end
    Then the 50th percentile of the program's wakeup latency was at most 1 ms
    And the 99th percentile of the program's request latency was at least 0.5 ms

  Scenario: rt-app
    When the rt-app file "org/wakespec/steps/works/runtime/small.json" runs to its end
    Then T has run for 3 ms, give or take 0.1 ms
    When this rt-app workload runs to its end:
      """
      {"tasks": {"U": {"loop": 2, "run": 1000, "sleep": 500}}}
      """
    Then U has ended now

  @policy:sync-pair-v1
  Scenario: Against another policy
    Given the processors are arm64
    When the program "perf bench sched pipe -l 500" runs to its end
    Then one operation took less time than with policy "linux-7.2"
    And one operation took at most 0.95 times as long as with policy "linux-7.2"
    And the counter switches_to_idle is lower than with policy "linux-7.2"
    And sched-pipe has migrated at most 10 times

  @policy:linux-7.2
  Scenario: The other way round
    Given the processors are arm64
    When the program "perf bench sched pipe -l 500" runs to its end
    Then one operation took more time than with policy "sync-pair-v1"

  @policy:no-sync
  Scenario: Tasks against another policy
    Given B computes 20 us whenever it is woken
    And B starts on CPU 3
    And A computes 300 us and wakes B with WF_SYNC in turn
    And A starts on CPU 0
    When the machine runs until A has done 20 rounds
    Then the longest wait of B was at most 5 times that with policy "linux-7.2"

  @policy:vagin-sync
  Scenario: Programs that serve against another policy
    Given the processors are arm64
    When the program "memtier_benchmark -t 1 -c 1 --server-threads 1 --test-time-ms 20" runs to its end
    Then the program served more than with policy "linux-7.2"
