// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.eclipse.words;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Enumeration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import org.wakespec.eclipse.WakespecPlugin;
import org.wakespec.eclipse.core.Metadata;
import org.wakespec.eclipse.core.Named;
import org.wakespec.eclipse.core.ParameterKind;
import org.wakespec.eclipse.core.StepDefinition;

/** What jars say about themselves; each jar is opened once, until it changes. */
final class JarCache {

    /** What one jar or class folder says; all lists empty for a jar that has nothing to do with us. */
    record Contents(
            List<StepDefinition> steps, List<ParameterKind> parameters, List<Named> policies, List<Named> machines) {

        static final Contents NONE = new Contents(List.of(), List.of(), List.of(), List.of());
    }

    private record Cached(long modified, long size, Contents contents) {}

    private final Map<File, Cached> cache = new ConcurrentHashMap<>();

    Contents of(File jar) {
        Cached cached = cache.get(jar);
        if (cached == null || cached.modified != jar.lastModified() || cached.size != jar.length()) {
            cached = new Cached(jar.lastModified(), jar.length(), read(jar));
            cache.put(jar, cached);
        }
        return cached.contents;
    }

    private static Contents read(File jar) {
        if (!jar.isFile()) {
            return Contents.NONE;
        }
        try (ZipFile zip = new ZipFile(jar)) {
            List<Named> machines = new ArrayList<>();
            String list = text(zip, Metadata.MACHINES);
            if (list != null) {
                machines.addAll(Metadata.machines(jar + "!" + Metadata.MACHINES, list));
            } else {
                machines.addAll(machineFiles(zip));
            }
            String steps = text(zip, Metadata.STEPS);
            String policies = text(zip, Metadata.POLICIES);
            return new Contents(
                    steps == null ? List.of() : Metadata.steps(jar + "!" + Metadata.STEPS, steps),
                    steps == null ? List.of() : Metadata.parameters(jar + "!" + Metadata.STEPS, steps),
                    policies == null ? List.of() : Metadata.policies(jar + "!" + Metadata.POLICIES, policies),
                    machines);
        } catch (IOException | IllegalArgumentException e) {
            WakespecPlugin.log("what " + jar + " says about its steps cannot be read", e);
            return Contents.NONE;
        }
    }

    private static List<Named> machineFiles(ZipFile zip) throws IOException {
        List<Named> machines = new ArrayList<>();
        Enumeration<? extends ZipEntry> entries = zip.entries();
        while (entries.hasMoreElements()) {
            ZipEntry entry = entries.nextElement();
            String name = entry.getName();
            if (name.startsWith(Metadata.MACHINE_FILES) && name.matches(".*\\.ya?ml")) {
                machines.add(Metadata.machineFile(name.substring(Metadata.MACHINE_FILES.length()), text(zip, name)));
            }
        }
        return machines;
    }

    private static String text(ZipFile zip, String name) throws IOException {
        ZipEntry entry = zip.getEntry(name);
        if (entry == null) {
            return null;
        }
        try (InputStream in = zip.getInputStream(entry)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
