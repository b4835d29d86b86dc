Feature: Good among bad

  Scenario: Runs
    Given a cup
