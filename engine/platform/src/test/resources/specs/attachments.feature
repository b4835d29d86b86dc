Feature: Evidence

  Scenario: One
    Then I attach picture

  Scenario: Another
    Then I attach picture
    And I attach picture
