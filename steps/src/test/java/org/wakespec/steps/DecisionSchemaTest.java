// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.steps;

import static org.assertj.core.api.Assertions.assertThat;

import com.networknt.schema.Error;
import com.networknt.schema.InputFormat;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The decisions attached are what their schema promises. */
class DecisionSchemaTest {

    @TempDir
    Path folder;

    private static Schema schema() throws IOException {
        try (InputStream in = DecisionSchemaTest.class
                .getClassLoader()
                .getResourceAsStream("META-INF/wakespec/decisions.schema.json")) {
            return SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
                    .getSchema(new String(in.readAllBytes(), StandardCharsets.UTF_8), InputFormat.JSON);
        }
    }

    private static String decisions(Run run) throws IOException {
        Path file = run.files().stream()
                .filter(f -> f.getMediaType().orElse("").contains("decisions+json"))
                .findFirst()
                .orElseThrow()
                .getPath();
        return Files.readString(file);
    }

    @Test
    void attachmentsFollowTheSchema() throws IOException {
        String json = decisions(Run.of(
                folder,
                "Given the machine \"smt-4c8t\"",
                "Given A runs on CPU 0",
                "Given B sleeps, last on CPU 1",
                "Given C sleeps, delayed on CPU 2",
                "Given CPU 1 is busy",
                "When A wakes B with WF_SYNC",
                "When A wakes C",
                "When A forks D",
                "When A execs"));
        assertThat(schema().validate(json, InputFormat.JSON)).isEmpty();
    }

    @Test
    void theSchemaRefusesAnUnknownField() throws IOException {
        String json = decisions(Run.of(
                folder,
                "Given the machine \"smp-8\"",
                "Given A runs on CPU 0",
                "Given B sleeps, last on CPU 1",
                "When A wakes B"));
        List<Error> errors = schema().validate(json.replace("\"scanned\"", "\"scaned\""), InputFormat.JSON);
        assertThat(errors).isNotEmpty();
    }
}
