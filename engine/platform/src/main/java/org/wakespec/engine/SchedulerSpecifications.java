// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.engine;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.platform.commons.annotation.Testable;

/**
 * Makes a class run specifications: build tools and IDEs find the class, the engine finds the features.
 *
 * <pre>{@code
 * @SchedulerSpecifications
 * class MyPolicyTest {}
 * }</pre>
 *
 * <p>The class needs no content. {@code @Disabled} on it is honoured.
 */
@Documented
@Inherited
@Testable
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
public @interface SchedulerSpecifications {

    /**
     * Where the features are: packages ({@code acme.features} or {@code acme/features}, with everything below) or single
     * class path resources ({@code acme/sync.feature}). Default: the package of the class.
     */
    String[] value() default {};

    /**
     * Packages with step classes and hooks. Default: the package of the class. The packages of the variant source's own
     * steps are always added.
     */
    String[] glue() default {};

    /**
     * Variants to run scenarios on whose tags choose none; a property takes precedence. Default: those of the variant
     * source.
     */
    String[] variants() default {};
}
