// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.results;

import com.networknt.schema.Error;
import com.networknt.schema.InputFormat;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.List;

/** The schema as it is in the jar. */
final class PublishedSchema {

    private final Schema schema;

    PublishedSchema() {
        try (InputStream in = ResultWriter.class.getResourceAsStream("/META-INF/wakespec/result.schema.json")) {
            schema = SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
                    .getSchema(in);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** What is wrong with a line; nothing if it is an instance of the schema. */
    List<Error> problems(String line) {
        return schema.validate(line, InputFormat.JSON);
    }
}
