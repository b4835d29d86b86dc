// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.eclipse.core;

import java.util.List;

/** How a new specification project gets its class path. The names are m2e's and JDT's own, as they stand in project files. */
public enum ProjectKind {
    /** m2e makes the class path of the POM. */
    MAVEN(
            List.of("org.eclipse.jdt.core.javanature", "org.eclipse.m2e.core.maven2Nature"),
            List.of("org.eclipse.m2e.core.maven2Builder"),
            List.of("org.eclipse.m2e.MAVEN2_CLASSPATH_CONTAINER")),
    /** The jars of a folder are the class path. */
    JARS(List.of("org.eclipse.jdt.core.javanature"), List.of(), List.of());

    /** The bundle whose presence means that m2e is there. */
    public static final String M2E = "org.eclipse.m2e.core";

    private final List<String> natures;
    private final List<String> builders;
    private final List<String> containers;

    ProjectKind(List<String> natures, List<String> builders, List<String> containers) {
        this.natures = natures;
        this.builders = builders;
        this.containers = containers;
    }

    /** The kind where m2e is installed, or is not. */
    public static ProjectKind of(boolean hasMaven) {
        return hasMaven ? MAVEN : JARS;
    }

    /** Natures, in the order of the project file. */
    public List<String> natures() {
        return natures;
    }

    /** Builders beside those that JDT's nature adds. */
    public List<String> builders() {
        return builders;
    }

    /** Containers on the class path beside that of the Java runtime. */
    public List<String> containers() {
        return containers;
    }
}
