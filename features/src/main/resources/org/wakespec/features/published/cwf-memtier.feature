# SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
Feature: Published: memcached and memtier on Clearwater Forest, base against the RFC
  memtier is pinned to one node, memcached is not. 64 threads of memcached are assumed; their work and that of a client are
  set towards throughput and median of 64x32. Here 20 ms after a ramp of 30 ms, and three seeds. Latencies in ms.

  Background:
    Given the machine "cwf-snc3-288"
    And budgets are checked with 3 seeds

  @policy:linux-7.2
  Scenario: 64x32, base
    When the program "taskset -c 0-95 memtier_benchmark -t 64 -c 32 --server-threads 64 --delay-ms 560 --warm-up-ms 30 --test-time-ms 20" runs to its end
    Then it serves 3.179 million a second, give or take 25 %
    And the p50 latency is 0.488 ms, give or take 25 %
    And the p75 latency is 0.783 ms, give or take 25 %
    And the p90 latency is 1.265 ms, give or take 25 %
    And the p99 latency is 2.756 ms, give or take 25 %

  @policy:llc-overcommit-rfc @known-gap:draining-the-full-node-takes-seconds-of-virtual-time
  Scenario: 96x32, the RFC against base
    When the program "taskset -c 0-95 memtier_benchmark -t 96 -c 32 --server-threads 64 --delay-ms 560 --warm-up-ms 30 --test-time-ms 20" runs to its end
    Then the p50 latency is 25 to 60 % higher than with policy "linux-7.2"
    And the p99 latency is at least 40 % lower than with policy "linux-7.2"
