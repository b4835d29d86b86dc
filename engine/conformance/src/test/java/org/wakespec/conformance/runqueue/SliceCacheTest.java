// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.conformance.runqueue;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.wakespec.conformance.RecordReader;
import org.wakespec.simulator.runqueue.SliceReads;

/**
 * The stale slices a decision reads are the recorded ones. (The kernel also reads the shortest slice for the slice of a
 * task
 * group; in a flat hierarchy nothing comes of it, and the simulator does not.)
 */
class SliceCacheTest {

    @Test
    void staleSlicesAreTheKernels() {
        int longest = 0;
        int shortest = 0;
        try (RecordReader reader =
                RecordReader.open(RunQueueSampleTest.sample().resolve("traces-slice-cache.jsonl.xz"))) {
            for (JsonNode node = reader.next(); node != null; node = reader.next()) {
                Trace trace = Trace.parse(node, reader.where());
                SliceReads reads = new SliceReads();
                TraceReplay replay = new TraceReplay(trace, reads.scheduler(trace.topology(), trace.config));
                for (JsonNode op : trace.ops) {
                    reads.clear();
                    assertThat(replay.step()).isEmpty();
                    assertThat(last(reads.maxSlice)).as(replay.place()).isEqualTo(recorded(op, "max_slice"));
                    longest += reads.maxSlice.isEmpty() ? 0 : 1;
                    if (!reads.minSlice.isEmpty()) {
                        assertThat(last(reads.minSlice)).as(replay.place()).isEqualTo(recorded(op, "min_slice"));
                        shortest++;
                    }
                }
            }
        }
        assertThat(longest).isPositive();
        assertThat(shortest).isPositive();
    }

    private static List<Long> last(List<List<Long>> reads) {
        return reads.isEmpty() ? List.of() : reads.get(reads.size() - 1);
    }

    private static List<Long> recorded(JsonNode op, String field) {
        return op.has(field)
                ? List.of(op.get(field).get(0).asLong(), op.get(field).get(1).asLong())
                : List.of();
    }
}
