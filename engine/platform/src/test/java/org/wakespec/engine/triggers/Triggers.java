// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.engine.triggers;

import org.junit.jupiter.api.Disabled;
import org.wakespec.engine.SchedulerSpecifications;

/** Trigger classes for tests. They are nested so that the build does not run them. */
public final class Triggers {

    private Triggers() {}

    @SchedulerSpecifications("specs/rule.feature")
    public static final class Rules {}

    @SchedulerSpecifications("specs/rule.feature")
    public static final class RulesAgain {}

    @SchedulerSpecifications(value = "specs/rule.feature", glue = "org.wakespec.engine.empty")
    public static final class RulesOtherwise {}

    @SchedulerSpecifications("bad")
    public static final class Bad {}

    @SchedulerSpecifications(
            value = "specs/scenario.feature",
            variants = {"sweet", "dark"})
    public static final class Preferring {}

    @SchedulerSpecifications(
            value = "specs/rule.feature",
            variants = {"sweet", "saur"})
    public static final class PreferringUnknown {}

    @SchedulerSpecifications("no.such.place")
    public static final class Nowhere {}

    @SchedulerSpecifications({"specs/duplicate-names.feature", "specs/sub"})
    public static final class Several {}

    @Disabled("not today")
    @SchedulerSpecifications("specs/rule.feature")
    public static final class Off {}

    @SchedulerSpecifications(value = "specs/rule.feature", glue = "org.wakespec.engine.failing.beforeall")
    public static final class FailingBeforeAll {}

    @SchedulerSpecifications(value = "specs/rule.feature", glue = "org.wakespec.engine.failing.hook")
    public static final class FailingHook {}

    @SchedulerSpecifications(value = "specs/rule.feature", glue = "org.wakespec.engine.failing.duplicate")
    public static final class DuplicateStep {}

    @SchedulerSpecifications(value = "specs/rule.feature", glue = "org.wakespec.engine.failing.pending")
    public static final class Pending {}

    public static final class NoTrigger {}
}
