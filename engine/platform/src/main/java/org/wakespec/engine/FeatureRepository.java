// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.engine;

import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.URL;
import java.net.URLConnection;
import java.nio.file.FileSystemNotFoundException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.wakespec.engine.gherkin.BrokenFeatureException;
import org.wakespec.engine.gherkin.GherkinRuntime;
import org.wakespec.results.FileTrouble;

/**
 * Reads feature files. What was parsed is kept for the life of the JVM and used again while the file is the same: a
 * launcher discovers two or three times.
 */
final class FeatureRepository {

    static final String CLASSPATH = "classpath:";
    static final String EXTENSION = ".feature";
    private static final String IN_JAR = "!/";

    private record Version(long modified, long size) {

        boolean isSame(Version other) {
            return modified == other.modified && size == other.size;
        }
    }

    private record Entry(Version version, FeatureFile file) {}

    private static final Map<URI, Entry> CACHE = new ConcurrentHashMap<>();

    private final GherkinRuntime gherkin;

    FeatureRepository(GherkinRuntime gherkin) {
        this.gherkin = gherkin;
    }

    static boolean isFeature(String name) {
        return name.endsWith(EXTENSION);
    }

    /** Whether it is a feature file; a directory may be named like one. */
    static boolean isFeature(Path path) {
        return isFeature(path.getFileName().toString()) && Files.isRegularFile(path);
    }

    /** The name a class path resource is found by, of a key that may name its jar, too. */
    static String resourceName(String key) {
        String name = key.startsWith(CLASSPATH) ? key.substring(CLASSPATH.length()) : key;
        return name.substring(name.lastIndexOf(IN_JAR) < 0 ? 0 : name.lastIndexOf(IN_JAR) + IN_JAR.length());
    }

    /** Reads a file, or the source behind it if it is a build tool's copy. */
    FeatureFile file(Path file) {
        Path source = SourceFiles.sourceOf(file);
        URI uri = source.toUri();
        String key = SourceFiles.keyOf(source);
        try {
            Version version = new Version(Files.getLastModifiedTime(source).toMillis(), Files.size(source));
            Entry known = CACHE.get(uri);
            if (known != null
                    && known.version().isSame(version)
                    && known.file().key().equals(key)) {
                return known.file();
            }
            FeatureFile read = parse(key, uri, source, Files.readAllBytes(source));
            CACHE.put(uri, new Entry(version, read));
            return read;
        } catch (IOException e) {
            return unreadable(key, uri, source, e);
        }
    }

    /**
     * Reads all class path resources of one name, in the order of the class path. Two jars may hold different features under
     * one name: the key of the first is the name, that of every other begins with the name of its jar. The same text is
     * taken once.
     */
    List<FeatureFile> resources(String name, List<URL> urls) {
        List<FeatureFile> files = new ArrayList<>();
        Map<String, FeatureFile> jarred = new LinkedHashMap<>();
        for (URL url : urls) {
            if (url.getProtocol().equals("file")) {
                files.add(resource(name, url));
                continue;
            }
            String key = CLASSPATH + name;
            for (int number = 1; jarred.containsKey(key); number++) {
                key = CLASSPATH + jarName(url) + (number == 1 ? "" : "-" + number) + IN_JAR + name;
            }
            FeatureFile file = inJar(key, url);
            if (jarred.values().stream().noneMatch(file::isSameText)) {
                jarred.put(key, file);
                files.add(file);
            }
        }
        return files;
    }

    private static String jarName(URL url) {
        String jar = url.getPath().replaceFirst("!/.*$", "");
        try {
            String path = new URI(jar).getPath();
            jar = path == null ? jar : path;
        } catch (URISyntaxException e) {
            // a name as it is written is still a name
            return jar.substring(jar.lastIndexOf('/') + 1);
        }
        return jar.substring(jar.lastIndexOf('/') + 1);
    }

    /** Reads a class path resource; in a directory it is a file like any other. */
    FeatureFile resource(String name, URL url) {
        if (url.getProtocol().equals("file")) {
            try {
                return file(Path.of(url.toURI()));
            } catch (URISyntaxException | IllegalArgumentException | FileSystemNotFoundException e) {
                return unreadable(CLASSPATH + name, URI.create(CLASSPATH + encode(name)), null, new IOException(e));
            }
        }
        return inJar(CLASSPATH + name, url);
    }

    private FeatureFile inJar(String key, URL url) {
        URI uri = URI.create(CLASSPATH + encode(key.substring(CLASSPATH.length())));
        try {
            URLConnection connection = url.openConnection();
            connection.setUseCaches(false);
            byte[] content;
            try (InputStream in = connection.getInputStream()) {
                content = in.readAllBytes();
            }
            Version version = new Version(Arrays.hashCode(content), content.length);
            Entry known = CACHE.get(uri);
            if (known != null && known.version().isSame(version)) {
                return known.file();
            }
            FeatureFile read = parse(key, uri, null, content);
            CACHE.put(uri, new Entry(version, read));
            return read;
        } catch (IOException e) {
            return unreadable(key, uri, null, e);
        }
    }

    /** A name as the path of a URI. */
    static String encode(String name) {
        try {
            return new URI(null, null, "/" + name, null).getRawPath().substring(1);
        } catch (URISyntaxException e) {
            return name.replace(' ', '+');
        }
    }

    private FeatureFile parse(String key, URI uri, Path path, byte[] content) {
        try {
            return new FeatureFile(key, uri, path, gherkin.parse(uri, content).orElse(null), null);
        } catch (BrokenFeatureException e) {
            return new FeatureFile(key, uri, path, null, e);
        }
    }

    private static FeatureFile unreadable(String key, URI uri, Path path, IOException e) {
        return new FeatureFile(
                key, uri, path, null, new BrokenFeatureException("cannot be read: " + FileTrouble.reason(e), 1));
    }
}
