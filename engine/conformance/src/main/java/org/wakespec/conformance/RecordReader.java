// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.conformance;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.ObjectReader;
import java.io.BufferedInputStream;
import java.io.BufferedReader;
import java.io.Closeable;
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
 * Reads a file of JSON records, one a line or as one JSON array, plain or compressed with gzip or xz (told by the first
 * bytes, not by the name). Every failure is an {@link UnreadableRecordsException} that names the file and the line.
 */
public final class RecordReader implements AutoCloseable {

    private static final ObjectReader JSON = new ObjectMapper()
            .reader()
            .with(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .forType(JsonNode.class);

    /** White space looked through for the bracket of an array. */
    private static final int LOOK_AHEAD = 4096;

    private final Path file;
    private final BufferedReader lines;
    /** Of a file that holds one array; else null. */
    private JsonParser array;

    private long line;

    private RecordReader(Path file, BufferedReader lines) {
        this.file = file;
        this.lines = lines;
    }

    /** Opens the file. */
    public static RecordReader open(Path file) {
        RecordReader reader = new RecordReader(
                file, new BufferedReader(new InputStreamReader(decompressed(file), StandardCharsets.UTF_8), 1 << 16));
        try {
            if (startsArray(reader.lines)) {
                reader.array = JSON.createParser(reader.lines);
                reader.array.nextToken();
            }
            return reader;
        } catch (IOException e) {
            closeQuietly(reader.lines, e);
            throw new UnreadableRecordsException(damage(file, e), e);
        }
    }

    private static boolean startsArray(BufferedReader text) throws IOException {
        text.mark(LOOK_AHEAD);
        int c = text.read();
        for (int i = 1; i < LOOK_AHEAD && Character.isWhitespace(c); i++) {
            c = text.read();
        }
        text.reset();
        return c == '[';
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
            if (array != null) {
                return nextOfArray();
            }
            String text;
            do {
                text = lines.readLine();
                line++;
            } while (text != null && text.isBlank());
            if (text == null) {
                return null;
            }
            return object(JSON.readTree(text));
        } catch (JsonProcessingException e) {
            throw new UnreadableRecordsException(where() + " is not JSON: " + e.getOriginalMessage(), e);
        } catch (IOException e) {
            throw new UnreadableRecordsException(damage(file, e) + ", after line " + (line - 1), e);
        }
    }

    private JsonNode nextOfArray() throws IOException {
        JsonToken token = array.nextToken();
        line = array.currentTokenLocation().getLineNr();
        if (token == JsonToken.END_ARRAY || token == null) {
            if (array.nextToken() != null) {
                throw new UnreadableRecordsException(where() + ": there is more behind the array of records");
            }
            return null;
        }
        return object(array.readValueAsTree());
    }

    private JsonNode object(JsonNode record) {
        if (!record.isObject()) {
            throw new UnreadableRecordsException(where() + " holds no record: a JSON object was expected, not "
                    + record.getNodeType().name().toLowerCase(Locale.ROOT));
        }
        return record;
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

    private static void closeQuietly(Closeable in, IOException because) {
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
