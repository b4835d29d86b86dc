// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.engine;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.HashSet;
import java.util.Set;
import java.util.function.Supplier;
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
    private static final Path LOCK = Path.of(System.getProperty("java.io.tmpdir"), "wakespec-output.lock");

    private final Host host;
    private final String label;
    private final String fork;
    private final BuildStart buildStart;

    OutputNames(Host host, String label) {
        this(host, label, System.getProperty("surefire.forkNumber", "1"), new BuildStart());
    }

    OutputNames(Host host, String label, String fork, BuildStart buildStart) {
        this.host = host;
        this.label = label;
        this.fork = fork.isBlank() || fork.startsWith("$") ? "1" : fork;
        this.buildStart = buildStart;
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
            return host == Host.SUREFIRE ? locked(() -> free(withFork)) : free(withFork);
        }
    }

    private Path free(String template) {
        for (int run = 1; ; run++) {
            String name = template.contains("{run}")
                    ? template.replace("{run}", Integer.toString(run))
                    : run == 1 ? template : beforeExtension(template, "-" + run);
            Path path = Path.of(name).toAbsolutePath().normalize();
            boolean isTaken = WRITTEN.contains(path) || host == Host.SUREFIRE && buildStart.isBefore(path);
            if (!isTaken) {
                WRITTEN.add(path);
                claim(path);
                return path;
            }
        }
    }

    /** Other forks of the build see by the file that the name is taken; reports may be written at the end only. */
    private void claim(Path path) {
        try {
            Files.createDirectories(path.getParent());
            boolean isFile = path.getFileName().toString().contains(".");
            if (host == Host.SUREFIRE && isFile && !Files.isDirectory(path)) {
                Files.write(path, new byte[0]);
            }
        } catch (IOException e) {
            // whoever writes the file will say what is wrong, with its name
            return;
        }
    }

    /** Two forks may choose a name at the same time. */
    @SuppressWarnings("try") // a lock is held, not used
    private static Path locked(Supplier<Path> choice) {
        try (FileChannel channel = FileChannel.open(LOCK, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
                FileLock lock = channel.lock()) {
            return choice.get();
        } catch (IOException | OverlappingFileLockException e) {
            // no place for a lock: then names are as good as without one
            return choice.get();
        }
    }

    private static String beforeExtension(String path, String addition) {
        int dot = path.lastIndexOf('.');
        int slash = Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\'));
        return dot > slash + 1 ? path.substring(0, dot) + addition + path.substring(dot) : path + addition;
    }
}
