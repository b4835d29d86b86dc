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
import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.wakespec.engine.gherkin.BrokenFeatureException;
import org.wakespec.engine.gherkin.GherkinRuntime;

/**
 * Reads feature files. What was parsed is kept for the life of the JVM and used again while the file is the same: a
 * launcher discovers two or three times.
 */
final class FeatureRepository {

    static final String CLASSPATH = "classpath:";
    static final String EXTENSION = ".feature";

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

    /** Reads a class path resource; in a directory it is a file like any other. */
    FeatureFile resource(String name, URL url) {
        if (url.getProtocol().equals("file")) {
            try {
                return file(Path.of(url.toURI()));
            } catch (URISyntaxException | IllegalArgumentException | FileSystemNotFoundException e) {
                return unreadable(CLASSPATH + name, URI.create(CLASSPATH + encode(name)), null, new IOException(e));
            }
        }
        URI uri = URI.create(CLASSPATH + encode(name));
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
            FeatureFile read = parse(CLASSPATH + name, uri, null, content);
            CACHE.put(uri, new Entry(version, read));
            return read;
        } catch (IOException e) {
            return unreadable(CLASSPATH + name, uri, null, e);
        }
    }

    private static String encode(String name) {
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
        return new FeatureFile(key, uri, path, null, new BrokenFeatureException("cannot be read: " + e, 1));
    }
}
