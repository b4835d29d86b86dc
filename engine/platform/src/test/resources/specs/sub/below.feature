Feature: Sub

  Scenario: Below
    Given a cup
