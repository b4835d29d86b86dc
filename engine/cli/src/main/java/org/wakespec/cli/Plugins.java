// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.cli;

import java.io.IOException;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.jar.JarFile;
import java.util.stream.Stream;

/** The user's jars and class directories, behind one class loader. */
final class Plugins implements AutoCloseable {

    private final URLClassLoader loader;

    private Plugins(URLClassLoader loader) {
        this.loader = loader;
    }

    /** Opens the plugins; a directory that holds jars stands for these. */
    static Plugins open(List<Path> paths) {
        List<URL> urls = new ArrayList<>();
        for (Path path : paths) {
            for (Path entry : entries(path)) {
                urls.add(url(entry));
            }
        }
        ClassLoader parent = Wakespec.class.getClassLoader();
        return new Plugins(new URLClassLoader("plugins", urls.toArray(URL[]::new), parent));
    }

    ClassLoader loader() {
        return loader;
    }

    private static List<Path> entries(Path path) {
        if (!Files.exists(path)) {
            throw new CliException("--plugin " + path + ": there is no such file or directory");
        }
        if (!Files.isDirectory(path)) {
            check(path);
            return List.of(path);
        }
        List<Path> entries = new ArrayList<>(List.of(path));
        try (Stream<Path> files = Files.list(path)) {
            files.filter(file -> file.getFileName().toString().endsWith(".jar"))
                    .sorted()
                    .forEach(entries::add);
        } catch (IOException e) {
            throw new CliException("--plugin " + path + " cannot be listed: " + e.getMessage(), e);
        }
        entries.stream().skip(1).forEach(Plugins::check);
        return entries;
    }

    private static void check(Path jar) {
        try (JarFile file = new JarFile(jar.toFile())) {
            file.stream().findFirst();
        } catch (IOException e) {
            throw new CliException("--plugin " + jar + " is not a jar: " + e.getMessage(), e);
        }
    }

    private static URL url(Path path) {
        try {
            return path.toUri().toURL();
        } catch (MalformedURLException e) {
            throw new CliException("--plugin " + path + ": " + e.getMessage(), e);
        }
    }

    @Override
    public void close() {
        try {
            loader.close();
        } catch (IOException e) {
            throw new CliException("a plugin cannot be closed: " + e.getMessage(), e);
        }
    }
}
