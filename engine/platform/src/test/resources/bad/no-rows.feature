Feature: No rows

  Scenario Outline: Of nothing
    Given a cup

    Examples:
      | a |
