// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.topologies;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.JarURLConnection;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.URL;
import java.net.URLConnection;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Enumeration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.stream.Stream;
import org.wakespec.simulator.NearestNames;
import org.wakespec.simulator.topology.Machine;

/**
 * All machines known by name: the built-in ones and the user's, found through the same door. That door is {@code
 * META-INF/wakespec/machines/} of every jar and directory on the class path, and any directories given; each {@code
 * .yaml} file below is a machine, called like its path without the ending ({@code conformance/smp-8}).
 *
 * <p>A file is read when its machine is first asked for, so a broken one does not hurt the others. Safe for use by
 * several threads.
 */
public final class MachineCatalog {

    /** Where machine files lie in a jar. */
    public static final String FOLDER = "META-INF/wakespec/machines/";

    private static final String ENDING = ".yaml";

    private final Map<String, Source> sources;
    private final Map<String, MachineDescription> read = new ConcurrentHashMap<>();
    private final Map<String, String> broken = new ConcurrentHashMap<>();
    private volatile Map<String, String> aliases;

    private MachineCatalog(Map<String, Source> sources) {
        this.sources = Collections.unmodifiableMap(sources);
    }

    /** Machines of the class path as the given loader sees it. */
    public static MachineCatalog load(ClassLoader loader) {
        return load(loader, List.of());
    }

    /**
     * Machines of the class path and of directories with machine files.
     *
     * @throws UncheckedIOException if a jar or directory cannot be listed
     * @throws IllegalArgumentException if two files claim the same name, or a directory does not exist
     */
    public static MachineCatalog load(ClassLoader loader, List<Path> directories) {
        Map<String, Source> sources = new TreeMap<>();
        try {
            Set<String> seen = new LinkedHashSet<>();
            for (Enumeration<URL> urls = loader.getResources(FOLDER); urls.hasMoreElements(); ) {
                URL url = urls.nextElement();
                if (seen.add(url.toExternalForm())) {
                    listUrl(url, sources);
                }
            }
            for (Path directory : directories) {
                if (!Files.isDirectory(directory)) {
                    throw new IllegalArgumentException("machine directory '" + directory + "' does not exist");
                }
                listDirectory(directory, sources);
            }
        } catch (IOException e) {
            throw new UncheckedIOException("cannot list machine files", e);
        }
        return new MachineCatalog(sources);
    }

    private static void listUrl(URL url, Map<String, Source> sources) throws IOException {
        if (url.getProtocol().equals("file")) {
            listDirectory(Path.of(uri(url)), sources);
            return;
        }
        URLConnection connection = url.openConnection();
        if (!(connection instanceof JarURLConnection jarConnection)) {
            return;
        }
        connection.setUseCaches(false);
        String jar = jarConnection.getJarFileURL().toExternalForm();
        try (JarFile file = jarConnection.getJarFile()) {
            for (Enumeration<JarEntry> entries = file.entries(); entries.hasMoreElements(); ) {
                String entry = entries.nextElement().getName();
                if (entry.startsWith(FOLDER) && entry.endsWith(ENDING)) {
                    String name = entry.substring(FOLDER.length(), entry.length() - ENDING.length());
                    add(
                            sources,
                            name,
                            new Source(jar + "!/" + entry, new URL(url, entry.substring(FOLDER.length())), null));
                }
            }
        }
    }

    private static URI uri(URL url) throws IOException {
        try {
            return url.toURI();
        } catch (URISyntaxException e) {
            throw new IOException("not a usable address: " + url, e);
        }
    }

    private static void listDirectory(Path directory, Map<String, Source> sources) throws IOException {
        try (Stream<Path> files = Files.walk(directory)) {
            for (Path file : files.sorted().toList()) {
                String relative = directory.relativize(file).toString().replace('\\', '/');
                if (relative.endsWith(ENDING) && Files.isRegularFile(file)) {
                    String name = relative.substring(0, relative.length() - ENDING.length());
                    add(sources, name, new Source(file.toString(), null, file));
                }
            }
        }
    }

    private static void add(Map<String, Source> sources, String name, Source source) {
        Source before = sources.putIfAbsent(name, source);
        if (before != null) {
            throw new IllegalArgumentException("two machine files are called '" + name + "': " + before.origin + " and "
                    + source.origin + "; rename one");
        }
    }

    /** All names, sorted; aliases not included. */
    public List<String> names() {
        return List.copyOf(sources.keySet());
    }

    /**
     * All machines that can be read, by name.
     *
     * @see #problems()
     */
    public Collection<MachineDescription> machines() {
        List<MachineDescription> machines = new ArrayList<>();
        for (String name : sources.keySet()) {
            try {
                machines.add(byName(name));
            } catch (MachineFileException e) {
                broken.put(name, e.getMessage());
            }
        }
        return machines;
    }

    /** One line for each file that cannot be read, by name. */
    public List<String> problems() {
        machines();
        return List.copyOf(new TreeMap<>(broken).values());
    }

    /** Whether a machine has this name or alias. */
    public boolean contains(String name) {
        return sources.containsKey(name) || aliases().containsKey(name);
    }

    /**
     * The machine of a name or alias.
     *
     * @throws UnknownMachineException if there is none, with the nearest names
     * @throws MachineFileException if its file is wrong
     */
    public MachineDescription find(String name) {
        if (sources.containsKey(name)) {
            return byName(name);
        }
        String real = aliases().get(name);
        if (real != null) {
            return byName(real);
        }
        Set<String> all = new LinkedHashSet<>(sources.keySet());
        all.addAll(aliases().keySet());
        List<String> nearest = NearestNames.of(name, all);
        StringBuilder message = new StringBuilder("there is no machine '" + name + "'");
        message.append(nearest.isEmpty() ? ";" : Nearest.clause(name, all));
        message.append(" 'wakespec machine list' shows all ").append(sources.size());
        if (!broken.isEmpty()) {
            message.append(" (not readable: ")
                    .append(String.join("; ", new TreeMap<>(broken).values()))
                    .append(')');
        }
        throw new UnknownMachineException(name, nearest, message.toString());
    }

    /** The hardware of {@link #find}. */
    public Machine machine(String name) {
        return find(name).machine();
    }

    private MachineDescription byName(String name) {
        return read.computeIfAbsent(name, key -> {
            Source source = sources.get(key);
            return MachineFile.parse(source.text(), key, source.origin);
        });
    }

    private Map<String, String> aliases() {
        Map<String, String> known = aliases;
        if (known == null) {
            known = new TreeMap<>();
            for (MachineDescription machine : machines()) {
                for (String alias : machine.aliases()) {
                    String before = sources.containsKey(alias) ? alias : known.putIfAbsent(alias, machine.name());
                    if (before != null) {
                        throw new IllegalArgumentException("the alias '" + alias + "' of machine '" + machine.name()
                                + "' ("
                                + machine.origin() + ") already means '" + before + "'");
                    }
                }
            }
            aliases = known;
        }
        return known;
    }

    private record Source(String origin, URL url, Path path) {

        String text() {
            try {
                if (path != null) {
                    return Files.readString(path, StandardCharsets.UTF_8);
                }
                URLConnection connection = url.openConnection();
                connection.setUseCaches(false);
                try (InputStream in = connection.getInputStream()) {
                    return new String(in.readAllBytes(), StandardCharsets.UTF_8);
                }
            } catch (IOException e) {
                throw new MachineFileException(origin, 1, "cannot be read: " + e.getMessage(), e);
            }
        }
    }
}
