# SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
@hostile
Feature: Every verdict, and <script>window.pwned = 1</script> everywhere
  What a page must show as it is: </script><script>window.pwned = 2</script> and <img src=x onerror="window.pwned = 3">.

  Rule: Titles <b>are</b> text & stay so

    Scenario: A failure </td><script>window.pwned = 4</script>
      Descriptions as well: <svg onload="window.pwned = 5">.
      Given the machine "smp-8"
      And A runs on CPU 0
      And B sleeps, last on CPU 5
      When A wakes B
      Then B is placed on CPU 7

    Scenario Outline: An example <value>
      Given the machine "smp-8"
      And A runs on CPU 0
      And B sleeps, last on CPU <cpu>
      When A wakes B
      Then B is placed on CPU <cpu>

      Examples:
        | value                                  | cpu |
        | <script>window.pwned = 6</script>      | 3   |
        | "><img src=x onerror=window.pwned=7>   | 4   |

    Scenario: Too few samples for an answer
      Given the machine "smp-8"
      And B computes 1 ms and sleeps 3 ms in turn
      When the machine runs for 20 ms
      Then the 99th percentile of the wakeup latency of B was at most 1 ms

    Scenario: A step that is not there
      Given the machine "smp-8"
      When pigs fly over CPU 3
