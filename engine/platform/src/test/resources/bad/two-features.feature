Feature: One

  Scenario: A
    Given a cup

Feature: Two
