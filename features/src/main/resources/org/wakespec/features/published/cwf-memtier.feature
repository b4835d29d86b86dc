# SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
Feature: Published: memcached and memtier on Clearwater Forest, base against the RFC
  memtier is pinned to one node, memcached is not. 96 threads of memcached are assumed, as many as a node has CPUs; their work
  and that of a client are set towards throughput and median of 64x32, everything else is predicted. Latencies in ms. 64x32: 20 ms
  after a ramp of 30 ms, three seeds. 96x32: the balancer takes a server out of the full node at its second pass over the nodes,
  300 ms after the start; only then do base, which pulls it back in, and the RFC, which does not, part: 15 ms after 350 ms, or 60 ms where base is to be known better.

  Background:
    Given the machine "cwf-snc3-288"
    And budgets are checked with 3 seeds

  @policy:linux-7.2
  Scenario: 64x32, base
    When the program "taskset -c 0-95 memtier_benchmark -t 64 -c 32 --server-threads 96 --delay-ms 560 --warm-up-ms 30 --test-time-ms 20" runs to its end
    Then it serves 3.179 million a second, give or take 25 %
    And the p50 latency is 0.488 ms, give or take 25 %
    And the p75 latency is 0.783 ms, give or take 25 %
    And the p90 latency is 1.265 ms, give or take 25 %
    And the p99 latency is 2.756 ms, give or take 25 %
    And the p99.9 latency is 3.753 ms, give or take 25 %

  @policy:linux-7.2
  Scenario: 96x32, base
    When the program "taskset -c 0-95 memtier_benchmark -t 96 -c 32 --server-threads 96 --delay-ms 560 --warm-up-ms 30 --test-time-ms 20" runs to its end
    Then it serves 2.788 million a second, give or take 25 %
    And the p75 latency is 1.321 ms, give or take 25 %
    And the p90 latency is 2.442 ms, give or take 25 %
    And the p99 latency is 4.857 ms, give or take 25 %
    And the p99.9 latency is 7.145 ms, give or take 25 %

  # The RFC's base is a 7.1-rc master. Whether it balanced by caches is not published, so both are shown. Without, all servers
  # are out of the node within 30 ms after the pass that takes the first one out. The median is a third higher, but base's
  # own spread over seeds is 5 to 7 %: three of them cannot hold it against the mark of 25 to 60 %. The gate tells it.
  @policy:llc-overcommit-rfc
  Scenario: 96x32 without cache-aware balancing, the RFC against base: the tail shrinks
    Given cache-aware balancing is off
    When the program "taskset -c 0-95 memtier_benchmark -t 96 -c 32 --server-threads 96 --delay-ms 560 --warm-up-ms 350 --test-time-ms 60" runs to its end
    Then the p99 latency is at least 40 % lower than with policy "linux-7.2"
    And the p99.9 latency is at least 40 % lower than with policy "linux-7.2"

  # The median of a client that owns its CPU is a lap over its 32 connections: 1.1 ms were measured, 44 % more than base. The model
  # takes 0.6 ms, 7 % more than base.
  @policy:llc-overcommit-rfc @known-gap:a-request-to-another-node-costs-the-client-half-of-what-was-measured
  Scenario: 96x32, the RFC against base: the tail shrinks, the median grows
    When the program "taskset -c 0-95 memtier_benchmark -t 96 -c 32 --server-threads 96 --delay-ms 560 --warm-up-ms 350 --test-time-ms 15" runs to its end
    Then the p99 latency is at least 40 % lower than with policy "linux-7.2"
    And the p99.9 latency is at least 40 % lower than with policy "linux-7.2"
    And the p50 latency is 25 to 60 % higher than with policy "linux-7.2"
