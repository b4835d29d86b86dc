Feature: Undefined

  Scenario: Nobody knows
    Given a cup
    When I stir 3 times with 2.5 N and "care"
    And I use this
      | a | b |
      | 1 | 2 |
    Then there are 0 spoons

  Scenario: Known
    Given a cup
