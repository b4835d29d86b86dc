Feature: Rows

  Scenario Outline: Sugar in <drink>
    Given a cup
    When I add <count> spoons
    Then there are <count> spoons

    Examples: sweetened
      | drink | count |
      | tea   | 1     |
      | mocha | 2     |

    @bulk
    Examples:
      | drink | count |
      | syrup | 99    |
