// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClasspathResource;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClasspathRoots;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectDirectory;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectFile;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectMethod;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectPackage;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectUniqueId;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectUri;

import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.platform.engine.TestDescriptor;
import org.junit.platform.engine.discovery.FilePosition;
import org.wakespec.engine.triggers.Triggers;

/** Every way to say what to run. */
class SelectorTest {

    private static final String RULES = "[engine:wakespec]/[feature:src%2Ftest%2Fresources%2Fspecs%2Frule.feature]";

    @Test
    void a_class() {
        assertThat(EngineRun.of(selectClass(Triggers.Rules.class)).leaves())
                .containsExactly("House rules - Outside [plain]", "House rules - One spoon is enough - Inside [plain]");
        assertThat(EngineRun.of(selectClass(Triggers.NoTrigger.class)).leaves()).isEmpty();
    }

    @ParameterizedTest(name = "line {0}")
    @CsvSource(
            delimiter = ';',
            value = {
                "8;  tea | 1, mocha | 2",
                "9;  tea | 1, mocha | 2",
                "10; tea | 1",
                "11; mocha | 2",
                "12; mocha | 2",
                "13; syrup | 99",
                "5;  tea | 1, mocha | 2, syrup | 99",
                "1;  tea | 1, mocha | 2, syrup | 99"
            })
    void a_file_with_any_line(int line, String rows) {
        assertThat(EngineRun.of(selectFile(EngineRun.spec("outline.feature").toFile(), FilePosition.from(line)))
                        .leaves())
                .map(name -> name.replaceAll(".* - (.*) \\[plain\\]", "$1"))
                .containsExactly(rows.split(", "));
    }

    @Test
    void a_line_past_the_end_fails_and_shows_the_scenarios() {
        EngineRun run = EngineRun.of(
                        selectFile(EngineRun.spec("outline.feature").toFile(), FilePosition.from(99)))
                .execute();
        run.onlyLeaf().failed("line 99 selects no scenario", "10 'tea | 1'");
    }

    @Test
    void a_directory_and_everything_below() {
        assertThat(EngineRun.of(selectDirectory(EngineRun.spec("").toFile())).leaves())
                .contains("Sub - Below [plain]", "House rules - Outside [plain]");
    }

    @Test
    void a_directory_by_unique_id() {
        assertThat(EngineRun.of(selectUniqueId("[engine:wakespec]/[directory:src%2Ftest%2Fresources%2Fspecs%2Fsub]"))
                        .leaves())
                .containsExactly("Sub - Below [plain]");
        EngineRun.of(selectUniqueId("[engine:wakespec]/[directory:src%2Fgone]"))
                .execute()
                .onlyLeaf()
                .failed("there is no directory 'src/gone'");
        EngineRun.of(selectUniqueId("[engine:wakespec]/[directory:src%2Fmain]"))
                .execute()
                .onlyLeaf()
                .failed("there is no feature in the directory 'src/main'");
    }

    @Test
    void uris_of_files_directories_and_resources() {
        URI file = EngineRun.spec("rule.feature").toUri();
        assertThat(EngineRun.of(selectUri(file)).leaves()).hasSize(2);
        assertThat(EngineRun.of(selectUri(file + "?line=15")).leaves())
                .containsExactly("House rules - One spoon is enough - Inside [plain]");
        assertThat(EngineRun.of(selectUri(EngineRun.spec("sub").toUri())).leaves())
                .containsExactly("Sub - Below [plain]");
        assertThat(EngineRun.of(selectUri("classpath:/specs/sub/below.feature")).leaves())
                .containsExactly("Sub - Below [plain]");
    }

    @Test
    void class_path_resources() {
        assertThat(EngineRun.of(selectClasspathResource("specs/rule.feature")).leaves())
                .hasSize(2);
        assertThat(EngineRun.of(selectClasspathResource("specs/rule.feature", FilePosition.from(6)))
                        .leaves())
                .containsExactly("House rules - Outside [plain]");
    }

    @Test
    void a_package_without_classes_gives_bare_features() {
        assertThat(EngineRun.of(selectPackage("specs.sub")).leaves()).containsExactly("Sub - Below [plain]");
    }

    @Test
    void a_class_path_root_without_trigger_classes_gives_bare_features(@TempDir Path root) throws Exception {
        Files.copy(EngineRun.spec("sub/below.feature"), root.resolve("below.feature"));
        assertThat(EngineRun.of(selectClasspathRoots(Set.of(root)).get(0)).leaves())
                .as("only what the class loader sees")
                .isEmpty();
        Path own = Path.of("target/test-classes").toAbsolutePath();
        assertThat(EngineRun.of(selectClasspathRoots(Set.of(own)).get(0))
                        .discover()
                        .getEngineDescriptor()
                        .getChildren())
                .as("a root with trigger classes never gives its features a second time, bare")
                .isNotEmpty()
                .allMatch(child -> child instanceof TriggerDescriptor);
    }

    @Test
    void a_feature_selected_twice_runs_once() {
        assertThat(EngineRun.of(
                                selectClass(Triggers.Rules.class),
                                selectClass(Triggers.RulesAgain.class),
                                selectFile(EngineRun.spec("rule.feature").toFile()),
                                selectPackage("specs.sub"))
                        .leaves())
                .containsExactlyInAnyOrder(
                        "House rules - Outside [plain]",
                        "House rules - One spoon is enough - Inside [plain]",
                        "Sub - Below [plain]");
        assertThat(EngineRun.of(selectClass(Triggers.Rules.class), selectClass(Triggers.RulesOtherwise.class))
                        .leaves())
                .as("other step classes: another question")
                .hasSize(4);
    }

    @Test
    void unique_ids_of_everything() {
        assertThat(EngineRun.of(selectUniqueId(RULES)).leaves()).hasSize(2);
        assertThat(EngineRun.of(selectUniqueId(RULES + "/[rule:One spoon is enough]"))
                        .leaves())
                .hasSize(1);
        assertThat(EngineRun.of(selectUniqueId(RULES + "/[scenario:Outside]/[flavour:sweet]"))
                        .flavours("all")
                        .leaves())
                .containsExactly("House rules - Outside [sweet]");
        assertThat(EngineRun.of(selectUniqueId("[engine:wakespec]/[class:" + Triggers.Rules.class.getName() + "]"))
                        .leaves())
                .hasSize(2);
    }

    @Test
    void every_unique_id_selects_exactly_itself() {
        EngineRun.Plan all = EngineRun.of(selectClass(Triggers.Several.class)).flavours("all");
        List<? extends TestDescriptor> leaves = all.discover().getEngineDescriptor().getDescendants().stream()
                .filter(TestDescriptor::isTest)
                .toList();
        assertThat(leaves).hasSize(15);
        for (TestDescriptor leaf : leaves) {
            assertThat(EngineRun.of(selectUniqueId(leaf.getUniqueId()))
                            .flavours("all")
                            .leaves())
                    .containsExactly(leaf.getLegacyReportingName());
        }
    }

    @Test
    void unique_ids_survive_edits_that_move_lines(@TempDir Path directory) throws Exception {
        Path file = directory.resolve("moving.feature");
        Files.copy(EngineRun.spec("rule.feature"), file);
        TestDescriptor inside =
                EngineRun.of(selectFile(file.toFile())).discover().getEngineDescriptor().getDescendants().stream()
                        .filter(d -> d.getLegacyReportingName().endsWith("Inside [plain]"))
                        .findFirst()
                        .orElseThrow();
        Files.writeString(
                file,
                Files.readString(file)
                        .replace("  Scenario: Outside", "  Scenario: New\n    Given a cup\n\n  Scenario: Outside"));
        assertThat(EngineRun.of(selectUniqueId(inside.getUniqueId())).leaves())
                .containsExactly("House rules - One spoon is enough - Inside [plain]");
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(
            delimiter = ';',
            value = {
                "/[scenario:Outsid]/[flavour:plain]; has no scenario 'Outsid'. Nearest: 'Outside'",
                "/[scenario:Outside]/[flavour:gone]; selects no scenario that runs"
            })
    void a_stale_unique_id_fails_and_names_the_nearest(String rest, String message) {
        EngineRun run = EngineRun.of(selectUniqueId(RULES + rest)).execute();
        run.onlyLeaf().failed(message);
        assertThat(EngineRun.of(selectUniqueId(RULES + rest)).issues()).isEmpty();
    }

    @Test
    void a_unique_id_of_a_feature_that_is_gone() {
        EngineRun.of(selectUniqueId("[engine:wakespec]/[feature:gone.feature]"))
                .execute()
                .onlyLeaf()
                .failed("there is no feature 'gone.feature'");
        EngineRun.of(selectUniqueId("[engine:wakespec]/[class:gone.Test]/[feature:x.feature]"))
                .execute()
                .onlyLeaf()
                .failed("there is no trigger class gone.Test");
    }

    @Test
    void the_unique_id_of_a_problem_selects_the_problem() {
        String id = "[engine:wakespec]/[feature:src%2Ftest%2Fresources%2Fbad%2Fnot-gherkin.feature]"
                + "/[problem:feature file]";
        EngineRun.of(selectUniqueId(id)).execute().onlyLeaf().failed("not-gherkin.feature:1");
        String ofRun = "[engine:wakespec]/[class:" + Triggers.Rules.class.getName() + "]/[problem:wakespec.flavours=x]";
        EngineRun.of(selectUniqueId(ofRun)).flavours("x").execute().onlyLeaf().failed("unknown flavour 'x'");
        assertThat(EngineRun.of(selectUniqueId(ofRun)).leaves()).as("solved").isEmpty();
    }

    @Test
    void a_method_of_the_trigger_class_is_a_leaf() {
        String type = Triggers.Rules.class.getName();
        assertThat(EngineRun.of(selectMethod(type, "House rules - Outside [plain]"))
                        .leaves())
                .containsExactly("House rules - Outside [plain]");
        EngineRun.of(selectMethod(type, "House rules - Outsider [plain]"))
                .execute()
                .onlyLeaf()
                .failed("no scenario is called", "Nearest: 'House rules - Outside [plain]'");
    }

    @Test
    void what_is_no_feature_is_left_alone() {
        assertThat(EngineRun.of(
                                selectFile("pom.xml"),
                                selectDirectory("no/such/directory"),
                                selectUri("https://example.org/x.feature"))
                        .leaves())
                .isEmpty();
    }
}
