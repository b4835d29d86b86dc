// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.conformance;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.ObjectReader;
import java.io.BufferedInputStream;
import java.io.BufferedReader;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Locale;
import java.util.zip.GZIPInputStream;
import org.tukaani.xz.XZInputStream;

/**
 * Reads a file of JSON records, one a line, plain or compressed with gzip or xz (told by the first bytes, not by the
 * name). Every failure is an {@link UnreadableRecordsException} that names the file and the line.
 */
public final class RecordReader implements AutoCloseable {

    private static final ObjectReader JSON = new ObjectMapper()
            .reader()
            .with(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .forType(JsonNode.class);

    private final Path file;
    private final BufferedReader lines;
    private long line;

    private RecordReader(Path file, BufferedReader lines) {
        this.file = file;
        this.lines = lines;
    }

    /** Opens the file. */
    public static RecordReader open(Path file) {
        return new RecordReader(
                file, new BufferedReader(new InputStreamReader(decompressed(file), StandardCharsets.UTF_8), 1 << 16));
    }

    /** The whole file as one JSON document, plain or compressed. */
    public static JsonNode document(Path file) {
        try (InputStream in = decompressed(file)) {
            JsonNode document = JSON.readTree(in);
            if (document == null || document.isMissingNode()) {
                throw new UnreadableRecordsException(file + " is empty, a JSON document was expected");
            }
            return document;
        } catch (JsonProcessingException e) {
            throw new UnreadableRecordsException(file + ":" + lineOf(e) + " is not JSON: " + e.getOriginalMessage(), e);
        } catch (IOException e) {
            throw new UnreadableRecordsException(damage(file, e), e);
        }
    }

    /** The next record, or null at the end. Empty lines are passed over. */
    public JsonNode next() {
        try {
            String text;
            do {
                text = lines.readLine();
                line++;
            } while (text != null && text.isBlank());
            if (text == null) {
                return null;
            }
            JsonNode record = JSON.readTree(text);
            if (!record.isObject()) {
                throw new UnreadableRecordsException(where() + " holds no record: a JSON object was expected, not "
                        + record.getNodeType().name().toLowerCase(Locale.ROOT));
            }
            return record;
        } catch (JsonProcessingException e) {
            throw new UnreadableRecordsException(where() + " is not JSON: " + e.getOriginalMessage(), e);
        } catch (IOException e) {
            throw new UnreadableRecordsException(damage(file, e) + ", after line " + (line - 1), e);
        }
    }

    /** File and line of the record last read. */
    public String where() {
        return file + ":" + line;
    }

    @Override
    public void close() {
        try {
            lines.close();
        } catch (IOException e) {
            throw new UnreadableRecordsException(damage(file, e), e);
        }
    }

    private static InputStream decompressed(Path file) {
        if (Files.isDirectory(file)) {
            throw new UnreadableRecordsException(file + " is a directory, a file of records was expected");
        }
        InputStream raw = null;
        try {
            raw = new BufferedInputStream(Files.newInputStream(file), 1 << 16);
            raw.mark(8);
            byte[] magic = raw.readNBytes(6);
            raw.reset();
            if (magic.length >= 2 && magic[0] == 0x1f && magic[1] == (byte) 0x8b) {
                return new GZIPInputStream(raw, 1 << 16);
            }
            if (magic.length == 6 && magic[0] == (byte) 0xfd && magic[1] == '7' && magic[2] == 'z' && magic[3] == 'X') {
                return new XZInputStream(raw);
            }
            return raw;
        } catch (NoSuchFileException e) {
            throw new UnreadableRecordsException("there is no file " + file, e);
        } catch (IOException e) {
            closeQuietly(raw, e);
            throw new UnreadableRecordsException(damage(file, e), e);
        }
    }

    private static void closeQuietly(InputStream in, IOException because) {
        if (in != null) {
            try {
                in.close();
            } catch (IOException e) {
                because.addSuppressed(e);
            }
        }
    }

    private static long lineOf(JsonProcessingException e) {
        return e.getLocation() == null ? 1 : e.getLocation().getLineNr();
    }

    private static String damage(Path file, IOException e) {
        if (e instanceof EOFException) {
            return file + " is cut off: the compressed data ends too early";
        }
        return file + " cannot be read: "
                + (e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage());
    }
}
