Feature: Twins

  Scenario: Same name
    Given a cup

  Scenario: Same name
    Given a cup
    Then there are 1 spoons

  Scenario Outline: Same rows
    Given a cup
    When I add <count> spoons

    Examples:
      | count |
      | 1     |
      | 1     |
