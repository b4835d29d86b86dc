// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.eclipse.core;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.wakespec.results.ResultFile;
import org.wakespec.results.ResultFormatException;
import org.wakespec.results.ResultReader;
import org.wakespec.results.RunHeader;
import org.wakespec.results.ScenarioResult;

/**
 * Reads a result file while a run writes it. Each {@link #poll()} reads only what was added; a file that was replaced by
 * another run is read anew.
 */
public final class ResultFollower {

    private static final int HEAD = 2_048;

    private final Path file;
    private final List<ScenarioResult> results = new ArrayList<>();
    private String head = "";
    private String headerLine = "";
    private long read;
    private RunHeader header;
    private boolean complete;
    private String problem = "";

    public ResultFollower(Path file) {
        this.file = file;
    }

    /** The file followed. */
    public Path file() {
        return file;
    }

    /**
     * Reads what was added since the last call.
     *
     * @return the run as far as it is written; empty if nothing changed
     */
    public Optional<RunModel> poll() {
        try {
            if (!Files.isRegularFile(file)) {
                return header == null && problem.isEmpty() ? Optional.empty() : reset();
            }
            return readMore();
        } catch (IOException e) {
            return fail(file + " cannot be read: " + e.getMessage());
        } catch (ResultFormatException e) {
            return fail(e.getMessage());
        }
    }

    private Optional<RunModel> readMore() throws IOException {
        try (RandomAccessFile in = new RandomAccessFile(file.toFile(), "r")) {
            long length = in.length();
            String nowHead = text(in, 0, (int) Math.min(HEAD, length));
            boolean replaced = length < read || !nowHead.startsWith(head);
            if (replaced) {
                reset();
            }
            head = nowHead;
            if (length == read && !replaced) {
                return Optional.empty();
            }
            byte[] added = new byte[(int) Math.min(Integer.MAX_VALUE - 8, length - read)];
            in.seek(read);
            in.readFully(added);
            int end = added.length;
            while (end > 0 && added[end - 1] != '\n') {
                end--;
            }
            if (end == 0) {
                // the first line of a file is long enough to be judged only when it is complete
                return replaced ? Optional.of(model()) : Optional.empty();
            }
            read += end;
            take(new String(added, 0, end, StandardCharsets.UTF_8));
            return Optional.of(model());
        }
    }

    private static String text(RandomAccessFile in, long from, int length) throws IOException {
        byte[] bytes = new byte[length];
        in.seek(from);
        in.readFully(bytes);
        return new String(bytes, StandardCharsets.ISO_8859_1);
    }

    private void take(String lines) {
        ResultFile part = ResultReader.read(file.toString(), headerLine + lines);
        if (headerLine.isEmpty()) {
            headerLine = lines.substring(0, lines.indexOf('\n') + 1);
        }
        header = part.header();
        results.addAll(part.results());
        complete |= part.isComplete();
        problem = "";
    }

    private Optional<RunModel> reset() {
        results.clear();
        head = "";
        headerLine = "";
        read = 0;
        header = null;
        complete = false;
        problem = "";
        return Optional.of(model());
    }

    private Optional<RunModel> fail(String message) {
        if (message.equals(problem)) {
            return Optional.empty();
        }
        problem = message;
        return Optional.of(model());
    }

    private RunModel model() {
        return RunModel.of(header, results, complete, problem);
    }
}
