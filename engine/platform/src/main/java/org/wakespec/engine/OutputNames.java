// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.engine;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Instant;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import org.wakespec.engine.spi.Variant;

/**
 * Makes file names from templates so that no report overwrites another one of the same build: reruns run in the same JVM,
 * forks beside or after each other.
 *
 * <ul>
 *   <li>{@code {variant}}, or the label of the variants such as {@code {policy}}: the name of the variant. Added before the
 *       extension if it is missing and there are several.
 *   <li>{@code {run}}: counts the executions that would write the same file, from 1. Added from the second on if missing.
 *   <li>{@code {fork}}: the number of the forked JVM, 1 if there is none. Added for other forks than the first if missing.
 * </ul>
 */
final class OutputNames {

    private static final Set<Path> WRITTEN = new HashSet<>();

    private final Host host;
    private final String label;
    private final String fork;

    OutputNames(Host host, String label) {
        this(host, label, System.getProperty("surefire.forkNumber", "1"));
    }

    OutputNames(Host host, String label, String fork) {
        this.host = host;
        this.label = label;
        this.fork = fork.isBlank() || fork.startsWith("$") ? "1" : fork;
    }

    /** A plug-in specification such as {@code html:target/{policy}.html} with its file name made. */
    String plugin(String template, Variant variant, boolean isOneOfSeveral, int group) {
        int colon = template.indexOf(':');
        if (colon < 0 || template.contains("://")) {
            return template.replace("{variant}", variant.name()).replace("{" + label + "}", variant.name());
        }
        String path = template.substring(colon + 1);
        boolean namesVariant = path.contains("{variant}") || path.contains("{" + label + "}");
        if (isOneOfSeveral && !namesVariant) {
            path = beforeExtension(path, "-{variant}");
        }
        if (group > 0) {
            path = beforeExtension(path, "-" + (group + 1));
        }
        path = path.replace("{variant}", variant.name()).replace("{" + label + "}", variant.name());
        return template.substring(0, colon + 1) + file(path);
    }

    /** The file for a template without a variant; its directory exists afterwards if it can be made. */
    Path file(String template) {
        String withFork = template.contains("{fork}")
                ? template.replace("{fork}", fork)
                : fork.equals("1") ? template : beforeExtension(template, "-fork" + fork);
        synchronized (WRITTEN) {
            for (int run = 1; ; run++) {
                String name = withFork.contains("{run}")
                        ? withFork.replace("{run}", Integer.toString(run))
                        : run == 1 ? withFork : beforeExtension(withFork, "-" + run);
                Path path = Path.of(name).toAbsolutePath().normalize();
                if (!WRITTEN.contains(path) && !belongsToThisBuild(path)) {
                    WRITTEN.add(path);
                    createDirectory(path.getParent());
                    return path;
                }
            }
        }
    }

    private static void createDirectory(Path directory) {
        try {
            Files.createDirectories(directory);
        } catch (IOException e) {
            // whoever writes the file will say what is wrong, with its name
            return;
        }
    }

    /**
     * Surefire may start a new JVM for every class. A file that is younger than the JVM that started us was written by
     * one of them and must stay.
     */
    private boolean belongsToThisBuild(Path path) {
        if (host != Host.SUREFIRE || !Files.exists(path)) {
            return false;
        }
        Optional<Instant> buildStart =
                ProcessHandle.current().parent().flatMap(p -> p.info().startInstant());
        try {
            Instant written = Files.readAttributes(path, BasicFileAttributes.class)
                    .lastModifiedTime()
                    .toInstant();
            return buildStart.filter(written::isAfter).isPresent();
        } catch (IOException e) {
            return false;
        }
    }

    private static String beforeExtension(String path, String addition) {
        int dot = path.lastIndexOf('.');
        int slash = Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\'));
        return dot > slash + 1 ? path.substring(0, dot) + addition + path.substring(dot) : path + addition;
    }
}
