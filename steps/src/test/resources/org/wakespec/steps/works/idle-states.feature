Feature: How long and how deeply CPUs are idle

  Background:
    Given the machine "two-llc-8"
    And A runs on CPU 0

  Scenario: Fork takes the CPU that went idle last
    Given CPU 6 went idle 300 us ago
    When A forks B
    Then B is placed on CPU 6

  Scenario: Fork takes the shallowest idle state
    Given CPU 5 is in an idle state with exit latency 2 us
    And CPU 6 went idle 300 us ago
    When A forks B
    Then B is placed on CPU 5
