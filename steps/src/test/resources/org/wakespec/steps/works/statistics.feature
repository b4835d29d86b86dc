Feature: Wake statistics and the shared state of LLCs

  Scenario: A reciprocal pair
    Given the machine "smp-8"
    And A runs on CPU 0
    And B sleeps, last on CPU 1
    And A and B wake each other
    And A has 4 wakee flips
    When A wakes B
    Then A has 4 wakee flips

  Scenario: A change of wakee is a flip
    Given the machine "smp-8"
    And A runs on CPU 0
    And B sleeps, last on CPU 1
    And A last woke C
    And A has 2 wakee flips
    When A wakes B
    Then A has 3 wakee flips afterwards

  Scenario: The first wakee is a flip
    Given the machine "smp-8"
    And A runs on CPU 0
    And B sleeps, last on CPU 1
    And A woke nobody yet
    When A wakes B
    Then A has 1 wakee flip

  Scenario: Many to many
    Given the machine "smp-8"
    And A runs on CPU 0
    And B sleeps, last on CPU 1
    And A and B are a many-to-many pair
    When A wakes B with WF_SYNC
    Then "wake_wide" says "wide"
    And no affine comparison is made

  Scenario: The scan budget
    Given the machine "smp-8"
    And A runs on CPU 0
    And B sleeps, last on CPU 0
    And CPUs 1-4 are busy
    And the scan budget of the LLC of CPU 0 is 4
    When A wakes B
    Then the deciding rule is "sis:target-fallback:scan-limit"
    And at most 6 CPUs were examined

  Scenario: Nothing was balanced yet
    Given the machine "smp-8"
    And A runs on CPU 0
    And B sleeps, last on CPU 0
    And nothing balanced the LLC of CPU 0 yet
    When A wakes B
    Then the deciding rule is "sis:target-fallback:overloaded"
    And CPU 1 was not probed
    And CPU 0 was probed

  @policy:llc-overcommit-rfc @policy:linux-7.2
  Scenario: How many CPUs count as busy
    Given the machine "two-llc-8"
    And A runs on CPU 0
    And B sleeps, last on CPU 4
    And CPU 4 is busy
    And 4 CPUs of the LLC of CPU 0 count as busy
    And 1 CPU of the LLC of CPU 4 counts as busy
    When A wakes B with WF_SYNC
    Then by policy:
      | policy             | affine rule             |
      | llc-overcommit-rfc | wake_affine_weight:this |
      | others             | wake_affine_idle:sync   |

  Scenario: An advertised idle core that no longer exists
    Given the machine "smt-4c8t"
    And A runs on CPU 0
    And B sleeps, last on CPU 0
    And CPUs 1-3 are busy
    And the LLC of CPU 0 advertises an idle core
    When A wakes B
    Then the LLC of CPU 0 advertises no idle core
    And the LLC of CPU 0 advertises no idle core afterwards
    And the deciding rule is "sis:core-scan-idle-cpu"

  Scenario: An idle core that is not advertised
    Given the machine "smt-4c8t"
    And A runs on CPU 0
    And B sleeps, last on CPU 0
    And the LLC of CPU 0 advertises no idle core
    When A wakes B
    Then "select_idle_smt" was asked
    And B is placed on an SMT sibling of CPU 0

  Scenario: A CPU going idle advertises its core
    Given the machine "smt-4c8t"
    And A runs on CPU 0
    And B runs on CPU 1
    And the LLC of CPU 0 advertises no idle core
    And C sleeps, last on CPU 2
    When B sleeps
    And A wakes C
    Then the LLC of CPU 0 advertises an idle core
    And the LLC of CPU 0 advertises an idle core afterwards

  Scenario: The recently used CPU is the previous one afterwards
    Given the machine "smp-8"
    And A runs on CPU 0
    And B sleeps, last on CPU 0
    And B recently used CPU 5
    And CPU 5 is busy
    When A wakes B
    Then B recently used CPU 0 afterwards
