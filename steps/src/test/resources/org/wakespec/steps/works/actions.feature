Feature: What happens

  Background:
    Given the machine "two-llc-8"

  Rule: Wakeups

    Background:
      Given A runs on CPU 0
      And B sleeps, last on CPU 4
      And CPU 4 is busy

    Scenario Outline: Who is sync
      When <wakeup>
      Then the affine rule is "<rule>"

      Examples:
        | wakeup                                   | rule                    |
        | A wakes B                                | wake_affine_weight:this |
        | A wakes B without WF_SYNC                | wake_affine_weight:this |
        | A wakes B with WF_SYNC                   | wake_affine_idle:sync   |
        | A wakes B from softirq                   | wake_affine_weight:this |
        | A wakes B with WF_SYNC from softirq      | wake_affine_idle:sync   |
        | A writes to the pipe B reads from        | wake_affine_idle:sync   |
        | A reads from the pipe B writes to        | wake_affine_idle:sync   |
        | A futex-wakes B                          | wake_affine_weight:this |
        | A sends on a localhost socket to B       | wake_affine_idle:sync   |
        | A signals B through epoll                | wake_affine_idle:sync   |
        | a softirq on CPU 0 wakes B               | wake_affine_weight:this |
        | a softirq on CPU 0 wakes B with WF_SYNC  | wake_affine_idle:sync   |
        | an interrupt on CPU 0 wakes B            | wake_affine_weight:this |
        | an interrupt on CPU 0 wakes B with WF_SYNC | wake_affine_idle:sync |

    Scenario: The waker's CPU on demand
      When A wakes B with WF_CURRENT_CPU
      Then B is placed on the waker's CPU
      And the deciding rule is "current-cpu"

    Scenario: Both flags
      When A wakes B with WF_SYNC and WF_CURRENT_CPU
      Then B is placed on the waker's CPU

    Scenario: An interrupt on an idle CPU wakes to it or to the previous one
      When an interrupt on CPU 5 wakes B
      Then the affine rule is "wake_affine_idle:cache-idle"
      And B is placed on CPU 5

  Rule: Fork and exec

    Scenario: A child is placed by the slow path
      Given A runs on CPU 0
      When A forks B
      Then the deciding rule is "slow-path"
      And B is placed on an idle CPU

    Scenario: A child inherits affinity
      Given A runs on CPU 0
      And A may run on CPUs 0-1
      When A forks B
      Then B is placed on CPU 1

    Scenario: Exec may move the task itself
      Given A runs on CPU 0 beside 1 other task
      When A execs
      Then A is not placed on CPU 0
      And A is placed on an idle CPU

    Scenario: A lone task stays
      Given A runs on CPU 0
      And all other CPUs are busy
      When A execs
      Then A stays where it is
      And the core path is "exec-stays"
      And CPU selection was asked

  Rule: Several wakeups

    Scenario: Ping and pong
      Given A runs on CPU 0
      And B sleeps, last on CPU 1
      When A wakes B with WF_SYNC
      And A sleeps
      And B runs
      And B wakes A with WF_SYNC
      Then A is placed on CPU 0
      And B is placed on CPU 1
      And A has 1 wakee flip

    Scenario: A woken task makes its CPU busy before it runs
      Given A runs on CPU 0
      And B sleeps, last on CPU 1
      And C sleeps, last on CPU 1
      When A wakes B
      And A wakes C
      Then B is placed on CPU 1
      And C is placed on CPU 2

    Scenario: A task already queued is not placed again
      Given A runs on CPU 0
      And B sleeps, last on CPU 1
      When A wakes B
      And A wakes B
      Then B stays where it is
      And the core path is "still-queued"

    Scenario: A task may wake itself
      Given A runs on CPU 0
      When A wakes A
      Then A stays where it is
      And the core path is "self"

    Scenario: State may change between wakeups
      Given A runs on CPU 0
      And B sleeps, last on CPU 1
      When A wakes B
      Given CPU 2 is busy
      And C sleeps, last on CPU 2
      When A wakes C
      Then C is placed on CPU 3

    Scenario: Time passes by jiffies
      Given A runs on CPU 0
      And B sleeps, last on CPU 1
      And A last woke B
      And A has 8 wakee flips
      When time passes 1200 ms
      And 5 ms pass
      And A wakes B
      Then A has 4 wakee flips
