Feature: Meeting

  @exclusive
  Scenario Outline: Alone in the room
    When <who> enters the room
    Then nobody else is in the room

    Examples:
      | who  |
      | Ann  |
      | Bob  |
      | Cid  |
      | Dora |

  Scenario Outline: All at once
    When <who> waits for another one
    Then they have met

    Examples:
      | who |
      | Eve |
      | Fay |
