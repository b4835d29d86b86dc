# SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
@not-policy:linux-6.1 @not-policy:linux-6.12 @not-policy:linux-6.18 @not-policy:linux-7.3 @not-policy:scx-default
Feature: What benchmark programs show
  Programs are run by their command lines, with the real programs' defaults. perf bench sched pipe passes two tokens between
  two tasks; an operation is one loop of both. On one CPU the task that blocks nearly always owes time, so that every
  wakeup is a requeue in place: no CPU is selected, hardly anybody preempts, and there is one switch for each operation.

  Rule: perf bench sched pipe on one CPU lives on requeues in place

    Scenario: Bound to one CPU
      After a block the other task runs two loops, its own token and the one just sent. With the costs of the machine: two
      writes of 290 ns and two reads of 270 ns, the way into and out of the sleep with one switch 730 ns, a wakeup in place
      200 ns: 2.05 us. A tick lengthens one run by a microsecond; then the task that ran is not eligible at the next few
      wakeups, and loses its CPU earlier: some ten switches more for each of the 40 ticks.
      Given an 8-core machine
      When the program "taskset -c 0 perf bench sched pipe -l 20000" runs to its end
      Then the counter ttwu_delayed is at least 99 % of wakeups
      And the counter selections is exactly 0
      And the counter migrations is exactly 0
      And the counter preemptions is at most 3 % of wakeups
      And the counter switches is at least 19900
      And the counter switches is at most 20600
      And one operation took 2.05 us, give or take 0.2

    Scenario: Without delayed dequeue every wakeup enqueues afresh
      Given an 8-core machine
      And the scheduler feature DELAY_DEQUEUE is off
      When the program "taskset -c 0 perf bench sched pipe -l 20000" runs to its end
      Then the counter ttwu_delayed is exactly 0
      And the counter switches is at least 19000

    Scenario: Threads do the same as processes
      Given an 8-core machine
      When the program "taskset -c 0 perf bench sched pipe -T -l 20000" runs to its end
      Then the counter ttwu_delayed is at least 99 % of wakeups
      And one operation took 2.05 us, give or take 0.2

  Rule: On two CPUs, one task each, nothing is delayed and nothing is placed

    Scenario Outline: Two pinned tasks on <machine>, CPUs <cpus>
      Each task is alone on its CPU: it is always eligible, leaves its queue when it sleeps, and comes back by wake list. There is one
      allowed CPU: selection is not asked. Two tokens circulate, so that one switch to idle and one wakeup make an operation.
      Given the machine "<machine>"
      And the processors are <family>
      When the program "perf bench sched pipe -l 20000" runs to its end with its tasks on CPUs <cpus>, one each
      Then the counter ttwu_delayed is exactly 0
      And the counter selections is exactly 0
      And the counter ttwu_queued is at least 99 % of wakeups
      And the counter wakings is at least 19900
      And the counter wakings is at most 20100
      And sched-pipe has migrated exactly 0 times
      And one operation took <time> us

      Examples:
        | machine       | family | cpus | time          |
        | altra-80-llc2 | arm64  | 0-1  | at least 2.5  |
        | altra-80-llc2 | arm64  | 0,2  | at least 2.5  |
        | smp-8         | intel  | 0-1  | at most 3     |

  Rule: Left alone, mainline keeps the pair on two CPUs of an LLC

    @policy:linux-7.2 @policy:no-sync
    Scenario: A last-level cache of two CPUs
      The sync wakeup makes the waker's CPU the target; it is not idle, and the search of its LLC finds the only other CPU.
      Without sync the reader's previous CPU is idle, and is taken.
      Given the machine "altra-80-llc2"
      And the processors are arm64
      When the program "perf bench sched pipe -l 20000" runs to its end
      Then the counter ttwu_local is at most 5 % of wakeups
      And sched-pipe has migrated at most 4 times
      And sched-pipe has used at most 4 CPUs

    @policy:linux-7.2 @policy:no-sync
    Scenario: A last-level cache of eighty CPUs
      Given the machine "altra-80-llc80"
      And the processors are arm64
      When the program "perf bench sched pipe -l 20000" runs to its end
      Then the counter ttwu_local is at most 5 % of wakeups

  Rule: A policy that honours the promise stacks the pair, and the stack stays

    @policy:vagin-sync @policy:sync-pair-v1
    Scenario: The first wakeup stacks, all others are requeues in place
      20221027202603.670616-1-avagin@google.com measured 8.813 us without and 3.743 us with it; a review saw ttwu_local go
      from 0.07 % to 99.69 % in tbench.
      Given the machine "altra-80-llc2"
      And the processors are arm64
      When the program "perf bench sched pipe -l 20000" runs to its end
      Then the counter ttwu_local is at least 99 % of wakeups
      And the counter ttwu_delayed is at least 90 % of wakeups
      And the counter switches_to_idle is at most 1000
      And one operation took less time than with policy "linux-7.2"

  Rule: Other programs

    Scenario: perf bench sched messaging cannot be faster than all CPUs at once, nor slower than one
      8000 messages of 1.14 us, sending 620 ns and receiving 520 ns, are 9.1 ms of work.
      Given an 8-core machine
      When the program "perf bench sched messaging -g 1 -l 20" runs to its end
      Then the program took at least 1.14 ms
      And the program took at most 20 ms
      And receiver-0 has used exactly 8 CPUs
      And sender-0 has used exactly 8 CPUs

    Scenario: schbench with as many workers as CPUs
      Nine tasks on eight CPUs: a woken worker finds an idle CPU or waits for a slice, and now and then for the message
      thread as well.
      Given an 8-core machine
      And HRTICK is on
      When the program "schbench -t 8 -c 2000 -r 1" runs to its end
      Then the 50th percentile of the program's wakeup latency was at most 400 us
      And the 99th percentile of the program's wakeup latency was at most 5.7 ms
      And the program served at most 3810 a second
      And the program served at least 2000 a second

    Scenario: schbench with a rate of requests
      1000 requests of 1.1 ms a second, all handed out at the start of the second: served, whoever waits.
      Given an 8-core machine
      When the program "schbench -t 8 -c 1000 -r 2 -R 1000" runs to its end
      Then the program served at least 990 a second
      And the program served at most 1010 a second
      And the 50th percentile of the program's request latency was at most 1.3 ms

    Scenario: schbench in pipe mode has nothing to work on
      Given an 8-core machine
      When the program "schbench -t 1 -r 1 -p 4" runs to its end
      Then the program served at least 20000 a second

    Scenario Outline: perf bench sched messaging, <who>
      The same messages either way.
      Given an 8-core machine
      When the program "perf bench sched messaging -g 1 -l 20 <option>" runs to its end
      Then the program took at least 1.14 ms
      And the program took at most 20 ms

      Examples:
        | who       | option |
        | processes | -l 20  |
        | threads   | -t     |

    Scenario Outline: Whoever finds a pipe's mutex taken spins, unless its owner has lost its CPU (<what>)
      With 40 tasks on 4 CPUs some are scheduled away in the middle of a transfer, the more the longer it takes; two tasks on CPUs
      of their own never are.
      Given a 4-core machine
      And HRTICK is on
      And the cost copy_kib is 100000
      When the program "<program>" runs to its end
      Then the counter pipe_mutex_sleeps is <sleeps>

      Examples:
        | what    | program                                  | sleeps     |
        | crowded | perf bench sched messaging -g 1 -p -l 20 | at least 1 |
        | alone   | perf bench sched pipe -l 5000            | exactly 0  |

    Scenario: An rt-app workload
      Ten times 1 ms of work and 4 ms of sleep.
      Given an 8-core machine
      When this rt-app workload runs to its end:
        """
        {
          "global": {"calibration": 100},
          "tasks": {
            "T": {"loop": 10, "run": 1000, "sleep": 4000,}
          }
        }
        """
      Then T has run for 10 ms, give or take 0.2 ms
      And T has ended now
