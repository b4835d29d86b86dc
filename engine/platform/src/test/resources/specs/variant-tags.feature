Feature: Variants by tag

  Scenario: No tag
    Given a cup

  @flavour:sweet @flavour:dark
  Scenario: Two of them
    Given a cup

  @flavour:sweet
  Scenario: Only sweet
    Then it tastes sweet

  @not-flavour:plain
  Scenario: Not plain
    Given a cup

  @flavour:natural @flavour:plain
  Scenario: The same twice
    Then it tastes plain

  @flavour:all @not-flavour:sweet
  Scenario: All but sweet
    Given a cup
