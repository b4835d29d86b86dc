// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.results;

import java.io.Closeable;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;

/**
 * Writes a result file while the run goes on: every line is complete and on disk before the next one begins, so the
 * file can be read at any time. May be used from many threads.
 */
public final class ResultWriter implements Closeable {

    private final JsonLines lines = new JsonLines(true);
    private final OutputStream out;
    private final Map<Verdict, Integer> counts = new EnumMap<>(Verdict.class);
    private boolean closed;

    private ResultWriter(OutputStream out) {
        this.out = out;
    }

    /**
     * Creates the file, and its directories, and writes the header line.
     *
     * @throws IOException if the file cannot be written
     */
    public static ResultWriter create(Path file, RunHeader header) throws IOException {
        Path directory = file.toAbsolutePath().getParent();
        if (directory != null) {
            Files.createDirectories(directory);
        }
        // unbuffered: one write call per line, so that a reader never waits for a buffer to fill
        return open(Files.newOutputStream(file), header);
    }

    /** Writes the header line to this stream; the writer closes it in the end. */
    public static ResultWriter open(OutputStream out, RunHeader header) throws IOException {
        ResultWriter writer = new ResultWriter(out);
        writer.line(writer.lines.header(header));
        return writer;
    }

    /** Adds the text of a feature file; once for each, before its results. */
    public synchronized void write(FeatureSource feature) throws IOException {
        line(lines.feature(feature));
    }

    /** Adds one result. */
    public void write(ScenarioResult result) throws IOException {
        String line = lines.result(result);
        synchronized (this) {
            line(line);
            counts.merge(result.verdict(), 1, Integer::sum);
        }
    }

    /** How many of each verdict have been written so far. */
    public synchronized RunSummary summary(Optional<Times> times) {
        return new RunSummary(counts, times);
    }

    /** Writes the summary line and closes the file. */
    public synchronized RunSummary finish(Times times) throws IOException {
        RunSummary summary = summary(Optional.of(times));
        line(lines.summary(summary));
        close();
        return summary;
    }

    /** Closes the file without a summary line: readers will see that the run did not end. */
    @Override
    public synchronized void close() throws IOException {
        if (!closed) {
            closed = true;
            out.close();
        }
    }

    private void line(String line) throws IOException {
        if (closed) {
            throw new IOException("the result file is already closed");
        }
        out.write(line.getBytes(StandardCharsets.UTF_8));
        out.flush();
    }
}
