// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.platform.engine.TestDescriptor;
import org.junit.platform.engine.TestTag;
import org.junit.platform.engine.support.descriptor.ClassSource;
import org.junit.platform.engine.support.descriptor.FileSource;
import org.junit.platform.engine.support.descriptor.MethodSource;
import org.wakespec.engine.triggers.Triggers;

/** What the tree looks like: names, unique ids, sources. */
class TreeTest {

    @Test
    void leaves_have_long_names_that_tell_them_apart() {
        assertThat(EngineRun.ofSpec("outline.feature").leaves())
                .containsExactly(
                        "Rows - Sugar in <drink> - sweetened - tea | 1 [plain]",
                        "Rows - Sugar in <drink> - sweetened - mocha | 2 [plain]",
                        "Rows - Sugar in <drink> - syrup | 99 [plain]");
        assertThat(EngineRun.ofSpec("rule.feature").leaves())
                .containsExactly("House rules - Outside [plain]", "House rules - One spoon is enough - Inside [plain]");
    }

    @Test
    void equal_names_get_their_lines() {
        assertThat(EngineRun.ofSpec("duplicate-names.feature").leaves())
                .containsExactly(
                        "Twins - Same name (line 3) [plain]",
                        "Twins - Same name (line 6) [plain]",
                        "Twins - Same rows - 1 (line 16) [plain]",
                        "Twins - Same rows - 1 (line 17) [plain]");
    }

    @Test
    void display_names_are_short() {
        TestDescriptor feature = root(EngineRun.ofSpec("outline.feature").flavours("sweet"))
                .getChildren()
                .iterator()
                .next();
        assertThat(names(feature))
                .containsExactly(
                        "Rows",
                        "Sugar in <drink>",
                        "sweetened",
                        "tea | 1",
                        "sweet",
                        "mocha | 2",
                        "sweet",
                        "Examples",
                        "syrup | 99",
                        "sweet");
    }

    @Test
    void long_display_names_on_demand() {
        TestDescriptor leaf = onlyLeaf(EngineRun.ofSpec("sub/below.feature").with("wakespec.naming", "long"));
        assertThat(leaf.getDisplayName()).isEqualTo("Sub - Below [plain]");
    }

    @Test
    void unique_ids_are_made_of_names_and_of_no_absolute_path() {
        assertThat(onlyLeaf(EngineRun.ofSpec("sub/below.feature")).getUniqueId().toString())
                .isEqualTo("[engine:wakespec]/[feature:src%2Ftest%2Fresources%2Fspecs%2Fsub%2Fbelow.feature]"
                        + "/[scenario:Below]/[flavour:plain]");
        TestDescriptor twins = root(EngineRun.ofSpec("duplicate-names.feature"));
        assertThat(twins.getDescendants())
                .map(d -> d.getUniqueId().getLastSegment().getType() + " "
                        + d.getUniqueId().getLastSegment().getValue())
                .contains("scenario Same name", "scenario Same name #2", "example 1", "example 1 #2");
    }

    @Test
    void tags_are_those_in_force_and_the_variant() {
        TestDescriptor leaf = root(EngineRun.ofSpec("variant-tags.feature")).getDescendants().stream()
                .filter(d -> d.getLegacyReportingName().equals("Variants by tag - Two of them [bitter-70]"))
                .findFirst()
                .orElseThrow();
        assertThat(leaf.getTags()).containsExactly(TestTag.create("flavour:bitter-70"));
        assertThat(root(EngineRun.ofSpec("scenario.feature")).getDescendants()).anySatisfy(d -> assertThat(d.getTags())
                .extracting(TestTag::getName)
                .containsExactly("tea", "sugar", "flavour:plain"));
    }

    @Test
    void files_are_sources_where_hosts_follow_files() {
        TestDescriptor root =
                root(EngineRun.of(selectClass(Triggers.Rules.class)).with("wakespec.source", "file"));
        TestDescriptor leaf = leaf(root, "House rules - One spoon is enough - Inside [plain]");
        FileSource source = (FileSource) leaf.getSource().orElseThrow();
        assertThat(source.getFile().toPath()).isEqualTo(EngineRun.spec("rule.feature"));
        assertThat(source.getPosition().orElseThrow().getLine()).isEqualTo(15);
        assertThat(leaf.getParent().orElseThrow().getSource().orElseThrow()).isInstanceOf(FileSource.class);
    }

    @Test
    void methods_are_sources_where_hosts_know_methods_only() {
        TestDescriptor root =
                root(EngineRun.of(selectClass(Triggers.Rules.class)).with("wakespec.source", "method"));
        MethodSource source = (MethodSource)
                leaf(root, "House rules - Outside [plain]").getSource().orElseThrow();
        assertThat(source.getClassName()).isEqualTo(Triggers.Rules.class.getName());
        assertThat(source.getMethodName()).isEqualTo("House rules - Outside [plain]");
        assertThat(trigger(root).getSource().orElseThrow()).isInstanceOf(ClassSource.class);
        assertThat(trigger(root).getChildren().iterator().next().getSource().orElseThrow())
                .isInstanceOf(FileSource.class);
        assertThat(trigger(root).getLegacyReportingName()).isEqualTo(Triggers.Rules.class.getName());
    }

    @Test
    void containers_are_the_class_where_hosts_open_classes_only() {
        TestDescriptor root =
                root(EngineRun.of(selectClass(Triggers.Rules.class)).with("wakespec.source", "class"));
        assertThat(root.getDescendants())
                .filteredOn(TestDescriptor::isContainer)
                .isNotEmpty()
                .allSatisfy(container -> assertThat(
                                ((ClassSource) container.getSource().orElseThrow()).getClassName())
                        .isEqualTo(Triggers.Rules.class.getName()));
        assertThat(leaf(root, "House rules - Outside [plain]").getSource().orElseThrow())
                .isInstanceOf(MethodSource.class);
    }

    @Test
    void without_a_class_flat_hosts_get_long_display_names() {
        assertThat(onlyLeaf(EngineRun.ofSpec("sub/below.feature").with("wakespec.source", "method"))
                        .getDisplayName())
                .isEqualTo("Sub - Below [plain]");
    }

    @Test
    void example_rows_keep_their_cells_and_lines_in_the_record() {
        EngineRun run = EngineRun.ofSpec("outline.feature").execute();
        run.everythingPassed();
        assertThat(run.file().sorted().results())
                .extracting(r -> r.line() + " " + r.example().orElseThrow().values())
                .containsExactly("10 {drink=tea, count=1}", "11 {drink=mocha, count=2}", "16 {drink=syrup, count=99}");
        assertThat(run.file().sorted().results().get(2).tags()).containsExactly("@bulk");
    }

    private static TestDescriptor root(EngineRun.Plan plan) {
        return plan.discover().getEngineDescriptor();
    }

    private static TestDescriptor trigger(TestDescriptor root) {
        return root.getChildren().iterator().next();
    }

    private static TestDescriptor leaf(TestDescriptor root, String longName) {
        return root.getDescendants().stream()
                .filter(d -> d.getLegacyReportingName().equals(longName))
                .findFirst()
                .orElseThrow(() -> new AssertionError(longName));
    }

    private static TestDescriptor onlyLeaf(EngineRun.Plan plan) {
        List<? extends TestDescriptor> leaves = root(plan).getDescendants().stream()
                .filter(TestDescriptor::isTest)
                .toList();
        assertThat(leaves).hasSize(1);
        return leaves.get(0);
    }

    private static List<String> names(TestDescriptor top) {
        ArrayList<String> names = new ArrayList<>();
        names.add(top.getDisplayName());
        top.getChildren().forEach(child -> names.addAll(names(child)));
        return names;
    }
}
