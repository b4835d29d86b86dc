// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.steps;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** How a step is written, and what it means: the source of {@code META-INF/wakespec/steps.json}. */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.METHOD)
public @interface Example {

    /** At least one text for each expression of the step; data tables follow on lines of their own. */
    String[] value();

    /** What the step says, in one line. */
    String does();
}
