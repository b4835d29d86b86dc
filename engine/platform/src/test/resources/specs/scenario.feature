@tea
Feature: Tea

  Background:
    Given a cup

  Scenario: One spoon
    When I add 1 spoon
    Then there are 1 spoon

  @sugar
  Scenario: Two spoons
    When I add 2 spoons
    Then there are 3 spoons

  Rule: Rows

    @flavour:sweet @flavour:bitter-70
    Scenario Outline: Add <count>
      When I add <count> spoons
      Then there are <count> spoons

      Examples: small
        | count |
        | 1     |
        | 2     |
      Examples: large
        | count |
        | 99    |
