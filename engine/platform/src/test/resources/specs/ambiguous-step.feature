Feature: Ambiguous

  Scenario: Two know
    Given a cup
    Then one of two

  Scenario: One knows
    Then one of three
