// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.engine;

import java.util.Locale;
import java.util.Optional;

/** The program that runs us. It decides which kind of test source it can make use of. */
enum Host {

    /** Opens and reruns Java types only: everything must point to the trigger class. */
    ECLIPSE(true, true),
    /** Filters and reports by class and method name. */
    SUREFIRE(true, false),
    /** Filters and reports by class and method name. */
    GRADLE(true, false),
    /** Follows files and lines: IntelliJ, the console launcher. */
    OTHER(false, false);

    private final boolean methodSources;
    private final boolean classSources;

    Host(boolean methodSources, boolean classSources) {
        this.methodSources = methodSources;
        this.classSources = classSources;
    }

    /** Whether leaves should look like methods of the trigger class. */
    boolean wantsMethodSources() {
        return methodSources;
    }

    /** Whether containers should look like the trigger class. */
    boolean wantsClassSources() {
        return classSources;
    }

    static Host of(Optional<String> setting) {
        String wanted = setting.orElse("auto").toLowerCase(Locale.ROOT);
        return switch (wanted) {
            case "auto" -> detect();
            case "method" -> SUREFIRE;
            case "class" -> ECLIPSE;
            case "file" -> OTHER;
            default ->
                throw new IllegalArgumentException(
                        "wakespec.source=" + wanted + " is not known; expected auto, file, method or class");
        };
    }

    static Host detect() {
        if (System.getProperty("surefire.real.class.path") != null
                || System.getProperty("surefire.test.class.path") != null) {
            return SUREFIRE;
        }
        if (System.getProperty("org.gradle.test.worker") != null) {
            return GRADLE;
        }
        if (System.getProperty("sun.java.command", "").startsWith("org.eclipse.jdt.internal.junit.runner")
                || isLoadable("org.eclipse.jdt.internal.junit.runner.RemoteTestRunner")) {
            return ECLIPSE;
        }
        return OTHER;
    }

    private static boolean isLoadable(String className) {
        try {
            Class.forName(className, false, ClassLoader.getSystemClassLoader());
            return true;
        } catch (ClassNotFoundException | LinkageError e) {
            return false;
        }
    }
}
