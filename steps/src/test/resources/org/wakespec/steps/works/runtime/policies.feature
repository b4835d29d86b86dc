Feature: Tasks compared between policies

  Background:
    Given the machine "two-llc-8"
    And B computes 20 us whenever it is woken
    And B starts on CPU 4
    And A computes 300 us and wakes B with WF_SYNC in turn
    And A is pinned to CPU 0

  @policy:no-sync
  Scenario: Without sync the wakee stays where it was
    When the machine runs until A has done 20 rounds
    Then B has migrated less often than with policy "linux-7.2"

  @policy:linux-7.2
  Scenario: With sync it comes near, and its cache is cold there
    When the machine runs until A has done 3 rounds
    Then B has run longer than with policy "no-sync"
