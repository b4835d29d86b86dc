Feature: House rules

  Background:
    Given a cup

  Scenario: Outside
    Then there are 0 spoons

  @ruled
  Rule: One spoon is enough

    Background:
      When I add 1 spoon

    Scenario: Inside
      Then there are 1 spoons
