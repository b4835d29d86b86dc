Feature: Ragged

  Scenario: Table
    Given a menu
      | a | b |
      | 1 |
