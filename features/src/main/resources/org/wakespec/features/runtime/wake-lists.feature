# SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
@not-policy:linux-6.1 @not-policy:linux-6.12 @not-policy:linux-6.18 @not-policy:linux-7.3 @not-policy:scx-default
Feature: How a wakeup reaches another CPU
  ttwu_queue() hands a wakee over by wake list if the target does not share the waker's LLC, or if nothing is queued there;
  else the waker takes the target's lock and enqueues it itself. An idle CPU that watches its flags (POLL, MWAIT) needs no
  interrupt, any other does. The rest of the latency is the exit from the idle state.

  Rule: The wake list serves idle CPUs and other LLCs

    Scenario Outline: Wakeups from CPU 0 to <target>
      Delayed dequeue is off, so that no wakeup finds B still queued.
      Given the machine "two-llc-8"
      And cache-aware balancing is off
      And the scheduler feature DELAY_DEQUEUE is off
      And hog computes for ever
      And hog is pinned to <hog>
      And B computes 20 us whenever it is woken
      And B is pinned to <b>
      And A computes 5 ms and wakes B in turn
      And A is pinned to CPU 0
      When the machine runs until A has done 100 rounds
      Then the counter wakeups is at least 95
      And the counter ttwu_queued is <queued> of wakeups
      And the counter selections is exactly 0

      Examples:
        | target                      | hog   | b     | queued          |
        | an idle CPU of the LLC      | CPU 7 | CPU 1 | at least 95 %   |
        | a busy CPU of the LLC       | CPU 1 | CPU 1 | at most 5 %     |
        | a busy CPU of the other LLC | CPU 5 | CPU 5 | at least 95 %   |

  Rule: A CPU that watches its flags needs no interrupt

    Scenario Outline: 100 wakeups of a task on an idle CPU where idle CPUs <idle>
      Given an 8-core machine
      And idle CPUs <idle>
      And B computes 20 us whenever it is woken
      And B is pinned to CPU 1
      And A computes 100 us and wakes B in turn
      And A is pinned to CPU 0
      When the machine runs until A has done 100 rounds
      Then the counter flag_wakeups is <flags>
      And the counter ipis is <ipis>

      Examples:
        | idle                                       | flags       | ipis        |
        | poll                                       | at least 95 | at most 5   |
        | watch their flags and take 1 us to wake    | at least 95 | at most 5   |
        | need an interrupt and take 1 us to wake    | exactly 0   | at least 95 |

    Scenario: arm64 sends an interrupt every time
      Given an 8-core machine
      And the processors are arm64
      And B computes 20 us whenever it is woken
      And B is pinned to CPU 1
      And A computes 100 us and wakes B in turn
      And A is pinned to CPU 0
      When the machine runs until A has done 100 rounds
      Then the counter flag_wakeups is exactly 0
      And the counter ipis is at least 95

  Rule: The exit from the idle state is part of the latency

    Scenario Outline: A wakee on a CPU that takes <exit> to wake
      Beside the exit: signal, interrupt and idle loop, together 2 us at most by the costs of the machine.
      Given an 8-core machine
      And idle CPUs need an interrupt and take <exit> to wake
      And B computes 20 us whenever it is woken
      And B is pinned to CPU 1
      And A computes 1 ms and wakes B in turn
      And A is pinned to CPU 0
      When the machine runs until A has done 100 rounds
      Then the 50th percentile of the wakeup latency of B was at least <exit>
      And the 50th percentile of the wakeup latency of B was at most <most>

      Examples:
        | exit   | most   |
        | 1 us   | 3 us   |
        | 20 us  | 22 us  |
        | 100 us | 102 us |

    Scenario: Polling costs no exit
      Given an 8-core machine
      And idle CPUs poll
      And B computes 20 us whenever it is woken
      And B is pinned to CPU 1
      And A computes 1 ms and wakes B in turn
      And A is pinned to CPU 0
      When the machine runs until A has done 100 rounds
      Then the 50th percentile of the wakeup latency of B was at most 1 us

  Rule: An interrupt needs nobody to wake its own CPU

    Scenario: A device wakes a task on the CPU it interrupts
      Given an 8-core machine
      And B computes 20 us after each interrupt on CPU 1, every 1 ms
      And B is pinned to CPU 1
      When the machine runs for 100 ms
      Then the counter ttwu_local is at least 95
      And the counter ipis is exactly 0
      And the longest wakeup latency of B was at most 5 us

  Rule: A task that has not left its CPU yet is put on that CPU's wake list

    Scenario Outline: Two tasks wake B again and again, switching to idle takes <cost> ns
      Between its dequeue and the end of the switch B is off its queue but still on its CPU. A wakeup in that window does not wait
      and does not look for a CPU: it goes to the wake list of the CPU that B is leaving (ttwu_queue_wakelist(), p->on_cpu).
      The longer the switch, the more wakeups fall into it.
      Given an 8-core machine
      And the cost switch_to_idle is <cost>
      And the placements of B are recorded
      And B computes 3 us whenever it is woken
      And B may run on CPUs 1,3
      And B starts on CPU 1
      And A computes 20.37 us and wakes B in turn
      And A is pinned to CPU 0
      And C computes 29.3 us and wakes B in turn
      And C is pinned to CPU 2
      When the machine runs for 200 ms
      Then the counter ttwu_on_cpu is <count>
      And at least <percent> % of the placements of B were decided by "on-cpu-wakelist"
      And B has migrated exactly 0 times

      Examples:
        | cost | count          | percent |
        | 150  | at least 50    | 0.3     |
        | 2000 | at least 1000  | 8       |

  Rule: A CPU that is about to get a task does not look for another

    Scenario Outline: C's wakeup is on its way when B goes to sleep, <from>
      From another LLC a busy CPU, too, gets its wakee by wake list and interrupt; newly idle balancing sees that one is pending
      and gives up at once (ttwu_pending). It then leaves no idle stamp: the whole uptime counts as idle, and avg_idle,
      which would be the 20 us that the CPU really idles, jumps up again and again (mainline 7.0 to 7.2). From the same LLC the waker
      enqueues C itself, and nothing is pending.
      Given the machine "two-llc-8"
      And cache-aware balancing is off
      And the cost ipi is 5000
      And B computes 20 us and sleeps 31.7 us in turn
      And the timer slack of B is 0 us
      And B is pinned to CPU 1
      And C computes 2 us whenever it is woken
      And C is pinned to CPU 1
      And A computes 47.77 us and wakes C in turn
      And A is pinned to <waker>
      When the machine runs for 200 ms
      Then the counter newidle_pending is <pending>
      And the average idle time of CPU 1 is <idle> now

      Examples:
        | from             | waker | pending      | idle            |
        | the other LLC    | CPU 4 | at least 100 | at least 60 us  |
        | the same LLC     | CPU 0 | exactly 0    | at most 40 us   |

  Rule: Every wakeup leaves a decision

    Scenario: A lone sleeper goes back to its idle previous CPU
      Its timer fires on that CPU: target and previous CPU are one, and idle.
      Given an 8-core machine
      And the placements of B are recorded
      And B computes 1 ms every 10 ms
      And B starts on CPU 3
      When the machine runs for 200 ms
      Then exactly 100 % of the placements of B were decided by "sis:target-idle"
      And the latest placement of B was decided by "sis:target-idle"
      And B has migrated exactly 0 times

    Scenario: A pinned task is not placed
      Given an 8-core machine
      And the placements of B are recorded
      And B computes 1 ms every 10 ms
      And B is pinned to CPU 3
      When the machine runs for 200 ms
      Then exactly 100 % of the placements of B were decided by "pinned"
      And the counter selections is exactly 0
      And the counter cpus_scanned is exactly 0
