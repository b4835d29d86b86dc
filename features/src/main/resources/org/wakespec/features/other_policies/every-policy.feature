# SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
Feature: Where each policy parts with mainline, and where it does not
  One state for every policy in which it must place the wakee elsewhere than linux-7.2 does, and one in which it must not.
  Linux 7.3 is missing from the first list: no difference from 7.2 is known.

  Scenario Outline: Elsewhere than linux-7.2: <where>
    Given the machine "<machine>"
    And A runs on CPU 0
    And <busy> busy
    And B sleeps, last on CPU <prev>
    And the load of B is 1024
    And the utilisation of B is 700
    And A and B wake each other
    And A and B run for 50 us on average
    When A wakes B <how>
    Then B is placed on CPU <goes to>
    And the placement differs from policy "linux-7.2"

    @policy:no-sync
    Examples: no-sync
      | where                | machine   | busy      | prev | how          | goes to |
      | idle prev, other LLC | two-llc-8 | no CPU is | 5    | with WF_SYNC | 5       |

    @policy:sync-pair-v1 @policy:sync-pair-v2 @policy:sync-pair-v3 @policy:sync-pair-v4 @policy:sync-pair-v5
    Examples: reciprocal pairs
      | where               | machine | busy      | prev | how          | goes to |
      | idle prev, same LLC | smp-8   | no CPU is | 5    | with WF_SYNC | 0       |

    @policy:vagin-sync @policy:sis-current-v8
    Examples: earlier proposals that stack
      | where               | machine | busy      | prev | how          | goes to |
      | idle prev, same LLC | smp-8   | no CPU is | 5    | with WF_SYNC | 0       |

    @policy:llc-overcommit-rfc
    Examples: LLC over-commit
      | where                  | machine   | busy         | prev | how          | goes to |
      | full LLC, idle one by  | two-llc-8 | CPUs 1-3 are | 5    | with WF_SYNC | 5       |

    @policy:wake-hint-affine
    Examples: hint towards the waker
      | where                     | machine           | busy      | prev | how             | goes to |
      | plain, idle prev, far LLC | zen3-2p-128c256t  | no CPU is | 8    | without WF_SYNC | 1       |

    @policy:wake-hint-hold
    Examples: hint towards prev
      | where                    | machine           | busy      | prev | how          | goes to |
      | sync, idle prev, far LLC | zen3-2p-128c256t  | no CPU is | 8    | with WF_SYNC | 8       |

    @policy:irq-nosync
    Examples: no sync from interrupts
      | where                | machine   | busy      | prev | how                       | goes to |
      | idle prev, other LLC | two-llc-8 | no CPU is | 5    | with WF_SYNC from softirq | 5       |

    @policy:sync-core
    Examples: the waker's core counts as idle
      | where              | machine               | busy     | prev | how          | goes to |
      | adjacent siblings  | conformance/smt-4c8t  | CPU 6 is | 6    | with WF_SYNC | 1       |

    @policy:sis-sync
    Examples: sync inside select_idle_sibling()
      | where               | machine | busy     | prev | how          | goes to |
      | busy prev, same LLC | smp-8   | CPU 5 is | 5    | with WF_SYNC | 0       |

    @policy:scx-default
    Examples: sched_ext
      | where                | machine   | busy      | prev | how          | goes to |
      | idle prev, other LLC | two-llc-8 | no CPU is | 5    | with WF_SYNC | 0       |

    @policy:linux-6.1 @policy:linux-6.12 @policy:linux-6.18
    Examples: older kernels
      | where                       | machine                     | busy      | prev | how             | goes to |
      | busy core of asymmetric SMT | conformance/asym-smt-8c16t  | CPU 12 is | 13   | without WF_SYNC | 13      |

  @policy:no-sync @policy:sync-pair-v1 @policy:sync-pair-v2 @policy:sync-pair-v3 @policy:sync-pair-v4 @policy:sync-pair-v5
  @policy:vagin-sync @policy:sis-current-v8 @policy:llc-overcommit-rfc @policy:wake-hint-affine @policy:wake-hint-hold
  @policy:irq-nosync @policy:sync-core @policy:sis-sync @policy:scx-default
  @policy:linux-6.1 @policy:linux-6.12 @policy:linux-6.18 @policy:linux-7.3
  Scenario: As linux-7.2: a plain wakeup of a task whose idle previous CPU is near
    Given the machine "smp-8"
    And A runs on CPU 0
    And B sleeps, last on CPU 5
    And A and B wake each other
    When A wakes B
    Then B is placed on CPU 5
    And the placement is the same as with policy "linux-7.2"
