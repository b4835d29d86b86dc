Feature: Nothing to do

  Scenario: Gibberish
    this begins with no keyword and is a description

  Scenario: Something to do
    Given a cup
