Feature: Arguments

  Scenario: Table and text
    Given a menu
      | tea    | 1 |
      | coffee | 2 |
    Then there are 2 spoons
    Given a recipe
      """
      boil
      """
    Then there are 4 spoons
