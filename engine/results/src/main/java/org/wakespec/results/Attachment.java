// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.results;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Objects;

/**
 * Evidence a scenario left behind.
 *
 * <p>Text media types are kept as text in the result file so that it can be read with ordinary tools; everything else
 * is kept as base64.
 */
public final class Attachment {

    private final String name;
    private final String mediaType;
    private final byte[] content;

    /**
     * @param name what the step called it; may be empty
     * @param mediaType for example {@code image/svg+xml}
     * @param content the bytes; text is UTF-8
     */
    public Attachment(String name, String mediaType, byte[] content) {
        this.name = name == null ? "" : name;
        this.mediaType = Objects.requireNonNull(mediaType, "mediaType");
        this.content = content.clone();
    }

    /** An attachment made of text. */
    public static Attachment text(String name, String mediaType, String text) {
        return new Attachment(name, mediaType, text.getBytes(StandardCharsets.UTF_8));
    }

    /** What the step called it; empty if it gave no name. */
    public String name() {
        return name;
    }

    /** The media type as given by the step. */
    public String mediaType() {
        return mediaType;
    }

    /** A copy of the bytes. */
    public byte[] content() {
        return content.clone();
    }

    /** The bytes read as UTF-8. */
    public String text() {
        return new String(content, StandardCharsets.UTF_8);
    }

    /** Whether the media type promises text. */
    public boolean isText() {
        String type = mediaType.indexOf(';') < 0
                ? mediaType
                : mediaType.substring(0, mediaType.indexOf(';')).strip();
        return type.startsWith("text/")
                || type.equals("application/json")
                || type.equals("application/xml")
                || type.endsWith("+json")
                || type.endsWith("+xml")
                || type.endsWith("+plain");
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Attachment a
                && a.name.equals(name)
                && a.mediaType.equals(mediaType)
                && Arrays.equals(a.content, content);
    }

    @Override
    public int hashCode() {
        return Objects.hash(name, mediaType, Arrays.hashCode(content));
    }

    @Override
    public String toString() {
        return name + " (" + mediaType + ", " + content.length + " bytes)";
    }
}
