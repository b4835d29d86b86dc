Feature: Unknown variant

  @flavour:sweat @flavour:sweet
  Scenario: Typo
    Given a cup

  @not-flavour:plian
  Scenario: Typo in what not
    Given a cup
