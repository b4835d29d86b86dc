// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.engine;

import java.io.IOException;
import java.net.JarURLConnection;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.stream.Stream;

/** Finds feature files on the class path; also in packages whose names are no Java names. */
final class ClasspathFeatures {

    private final ClassLoader loader;

    ClasspathFeatures(ClassLoader loader) {
        this.loader = loader;
    }

    /**
     * The features in a package and below, or the one feature of this name.
     *
     * @param where {@code acme.features}, {@code acme/features}, {@code acme/sync.feature}; empty for all directories of
     *     the class path
     * @return locations by class path name, in order of the names
     */
    Map<String, List<URL>> find(String where) {
        String name = where.startsWith(FeatureRepository.CLASSPATH)
                ? where.substring(FeatureRepository.CLASSPATH.length())
                : where;
        name = name.startsWith("/") ? name.substring(1) : name;
        Map<String, List<URL>> found = new TreeMap<>();
        if (FeatureRepository.isFeature(name)) {
            String resource = name;
            urls(resource).forEach(url -> add(found, resource, url));
            return found;
        }
        String directory = name.contains("/") ? name : name.replace('.', '/');
        directory = directory.endsWith("/") ? directory.substring(0, directory.length() - 1) : directory;
        for (URL url : urls(directory)) {
            try {
                if (url.getProtocol().equals("file")) {
                    inDirectory(Path.of(url.toURI()), directory, found);
                } else if (url.openConnection() instanceof JarURLConnection connection) {
                    inJar(connection, directory, found);
                }
            } catch (IOException | URISyntaxException e) {
                throw new IllegalStateException("cannot look for features in " + url + ": " + e.getMessage(), e);
            }
        }
        return found;
    }

    private List<URL> urls(String resource) {
        try {
            return Collections.list(loader.getResources(resource));
        } catch (IOException e) {
            throw new IllegalStateException("cannot look for " + resource + " on the class path: " + e.getMessage(), e);
        }
    }

    private static void inDirectory(Path directory, String name, Map<String, List<URL>> found) throws IOException {
        try (Stream<Path> files = Files.walk(directory)) {
            for (Path file : files.filter(FeatureRepository::isFeature).toList()) {
                String relative = directory.relativize(file).toString().replace('\\', '/');
                add(
                        found,
                        name.isEmpty() ? relative : name + "/" + relative,
                        file.toUri().toURL());
            }
        }
    }

    private static void inJar(JarURLConnection connection, String name, Map<String, List<URL>> found)
            throws IOException {
        connection.setUseCaches(false);
        try (JarFile jar = connection.getJarFile()) {
            for (JarEntry entry : Collections.list(jar.entries())) {
                if (entry.getName().startsWith(name + "/") && FeatureRepository.isFeature(entry.getName())) {
                    add(
                            found,
                            entry.getName(),
                            new URL("jar:" + connection.getJarFileURL() + "!/"
                                    + FeatureRepository.encode(entry.getName())));
                }
            }
        }
    }

    private static void add(Map<String, List<URL>> found, String name, URL url) {
        found.merge(name, List.of(url), (a, b) -> Stream.concat(a.stream(), b.stream())
                .toList());
    }
}
