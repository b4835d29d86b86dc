Feature: Verdicts

  Scenario: Passed
    Given a cup

  Scenario: Failed
    Given a cup
    Then there are 3 spoons

  Scenario: Undecided
    Then nobody can tell

  Scenario: Gap found by a step
    Then we cannot taste that

  Scenario: Assumption
    Then this is not assumed

  @known-gap:no-umami
  Scenario: Gap that is open
    Given a cup
    Then there are 3 spoons

  @known-gap
  Scenario: Gap that is closed
    Given a cup

  @known-gap
  Scenario: Gap with an unknown step
    Given a cup
    Then it is not defined

  @known-gap
  Scenario: Gap with a step that is told nonsense
    Given nonsense

  @known-gap
  Scenario: Gap that is undecided
    Then nobody can tell
