Feature: Tasks on CPUs of different capacity

  Background:
    Given 4 CPUs of capacity 446 and 4 of capacity 1024

  Scenario Outline: The size of a task matters where CPUs differ
    Given task writer runs on CPU 4
    And "reader 1" sleeps, last on CPU 0
    And the <what> of "reader 1" is <util>
    When writer wakes "reader 1"
    Then "reader 1" is placed on <place>

    Examples:
      | what                  | util | place  |
      | utilisation           | 100  | CPU 0  |
      | estimated utilisation | 600  | CPU 5  |
