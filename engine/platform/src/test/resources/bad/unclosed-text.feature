Feature: Open

  Scenario: Text
    Given a recipe
      """
      never ends
