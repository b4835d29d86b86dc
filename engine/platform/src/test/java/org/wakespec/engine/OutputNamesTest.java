// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.wakespec.engine.spi.Variant;

/** No report overwrites another one. */
class OutputNamesTest {

    private static final BuildStart SINCE_YESTERDAY =
            new BuildStart(Optional.of(Instant.now().minus(Duration.ofDays(1))));
    private static final Variant SWEET = Variant.of("flavour", "sweet");

    @TempDir
    Path directory;

    private final OutputNames names = new OutputNames(Host.OTHER, "flavour", "1", SINCE_YESTERDAY);

    private String plugin(OutputNames from, String template, boolean isOneOfSeveral) {
        return from.plugin(template.replace("DIR", directory.toString()), SWEET, isOneOfSeveral, 0)
                .replace(directory.toString(), "DIR");
    }

    @Test
    void the_variant_by_either_name() {
        assertThat(plugin(names, "html:DIR/{variant}.html", true)).isEqualTo("html:DIR/sweet.html");
        assertThat(plugin(names, "json:DIR/{flavour}/x.json", true)).isEqualTo("json:DIR/sweet/x.json");
    }

    @Test
    void the_variant_is_added_where_there_are_several() {
        assertThat(plugin(names, "html:DIR/x.html", true)).isEqualTo("html:DIR/x-sweet.html");
        assertThat(plugin(names, "html:DIR/y.html", false)).isEqualTo("html:DIR/y.html");
        assertThat(plugin(names, "timeline:DIR/a.b/timeline", true)).isEqualTo("timeline:DIR/a.b/timeline-sweet");
    }

    @Test
    void plugins_without_a_file_stay_as_they_are() {
        assertThat(plugin(names, "pretty", true)).isEqualTo("pretty");
        assertThat(plugin(names, "message:https://example.org/{flavour}", true))
                .isEqualTo("message:https://example.org/sweet");
    }

    @Test
    void runs_are_counted() {
        assertThat(names.file(directory + "/r.jsonl")).isEqualTo(directory.resolve("r.jsonl"));
        assertThat(names.file(directory + "/r.jsonl")).isEqualTo(directory.resolve("r-2.jsonl"));
        assertThat(names.file(directory + "/{run}/r.jsonl")).isEqualTo(directory.resolve("1/r.jsonl"));
        assertThat(names.file(directory + "/{run}/r.jsonl")).isEqualTo(directory.resolve("2/r.jsonl"));
    }

    @Test
    void forks_are_told_apart() {
        OutputNames second = new OutputNames(Host.SUREFIRE, "flavour", "2", SINCE_YESTERDAY);
        assertThat(second.file(directory + "/f.jsonl")).isEqualTo(directory.resolve("f-fork2.jsonl"));
        assertThat(second.file(directory + "/f{fork}.jsonl")).isEqualTo(directory.resolve("f2.jsonl"));
        assertThat(new OutputNames(Host.SUREFIRE, "flavour", "${surefire.forkNumber}", SINCE_YESTERDAY)
                        .file(directory + "/g.jsonl"))
                .isEqualTo(directory.resolve("g.jsonl"));
    }

    @Test
    void a_file_of_an_earlier_fork_of_the_same_build_stays() throws Exception {
        Files.writeString(directory.resolve("new.jsonl"), "by another class of this build");
        Files.writeString(directory.resolve("old.jsonl"), "by the build before");
        Files.setLastModifiedTime(directory.resolve("old.jsonl"), FileTime.from(Instant.EPOCH));
        OutputNames surefire = new OutputNames(Host.SUREFIRE, "flavour", "1", SINCE_YESTERDAY);
        assertThat(surefire.file(directory + "/new.jsonl")).isEqualTo(directory.resolve("new-2.jsonl"));
        assertThat(surefire.file(directory + "/old.jsonl")).isEqualTo(directory.resolve("old.jsonl"));
    }
}
