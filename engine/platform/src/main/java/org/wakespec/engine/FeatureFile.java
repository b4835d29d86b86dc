// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.engine;

import java.net.URI;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.platform.engine.TestSource;
import org.junit.platform.engine.support.descriptor.ClasspathResourceSource;
import org.junit.platform.engine.support.descriptor.FilePosition;
import org.junit.platform.engine.support.descriptor.FileSource;
import org.wakespec.engine.gherkin.BrokenFeatureException;
import org.wakespec.engine.gherkin.Element;
import org.wakespec.engine.gherkin.FeatureDocument;

/**
 * A feature file that was read: well formed, broken, or without a feature in it. Equal if it is the same file.
 */
final class FeatureFile {

    private final String key;
    private final URI uri;
    private final Path path;
    private final FileSource fileSource;
    private final FeatureDocument document;
    private final BrokenFeatureException error;

    FeatureFile(String key, URI uri, Path path, FeatureDocument document, BrokenFeatureException error) {
        this.key = key;
        this.uri = uri;
        this.path = path;
        // asks the file system for the canonical path, so once and not for every element
        this.fileSource = path == null ? null : FileSource.from(path.toFile());
        this.document = document;
        this.error = error;
    }

    /** Its name in unique ids and results: relative to the project, or a class path name. */
    String key() {
        return key;
    }

    URI uri() {
        return uri;
    }

    /** Empty if it is inside a jar. */
    Optional<Path> path() {
        return Optional.ofNullable(path);
    }

    Optional<FeatureDocument> document() {
        return Optional.ofNullable(document);
    }

    Optional<BrokenFeatureException> error() {
        return Optional.ofNullable(error);
    }

    /** Whether both hold the same text, wherever they lie. */
    boolean isSameText(FeatureFile other) {
        return document != null && other.document != null && document.source().equals(other.document.source());
    }

    /** The name of the file without directories. */
    String fileName() {
        return key.substring(key.lastIndexOf('/') + 1);
    }

    /** The title of the feature, or the name of the file if it has none that can be read. */
    String title() {
        return document == null ? fileName() : document.feature().title();
    }

    /** Where an element of it is, for JUnit. */
    TestSource sourceOf(Element element) {
        return sourceAt(element.line(), element.column());
    }

    TestSource sourceAt(int line, int column) {
        FilePosition position = FilePosition.from(line, column);
        return fileSource == null
                ? ClasspathResourceSource.from(FeatureRepository.resourceName(key), position)
                : fileSource.withPosition(position);
    }

    /** A stack frame that shows a line of it. */
    StackTraceElement frame(String text, int line) {
        return new StackTraceElement("\u273d", text, uri.toString(), line);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof FeatureFile file && file.uri.equals(uri);
    }

    @Override
    public int hashCode() {
        return uri.hashCode();
    }

    @Override
    public String toString() {
        return key;
    }
}
