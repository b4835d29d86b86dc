// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.cli;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.ArchRule;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Who may know whom: the arrows between the modules, and what the model must not touch. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class HouseRulesTest {

    private static final String ROOT = "org.wakespec.";

    /** Room to the rooms it may know; nothing else of ours. */
    private static final Map<String, List<String>> ARROWS = Map.ofEntries(
            Map.entry("simulator", List.of()),
            Map.entry("results", List.of()),
            Map.entry("policies", List.of("simulator")),
            Map.entry("topologies", List.of("simulator")),
            Map.entry("workloads", List.of("simulator")),
            Map.entry("report", List.of("simulator", "results")),
            Map.entry("conformance", List.of("simulator", "workloads", "policies", "topologies")),
            Map.entry("published", List.of("simulator", "workloads", "policies", "topologies")),
            Map.entry("engine", List.of("results")),
            Map.entry("steps", List.of("simulator", "workloads", "policies", "topologies", "report", "engine")),
            Map.entry("gate", List.of("simulator", "policies", "topologies", "results", "engine", "steps")),
            Map.entry("features", List.of("steps", "engine")),
            Map.entry("eclipse", List.of("results")));

    private static final Pattern IMPORT = Pattern.compile("(?m)^import (?:static )?org\\.wakespec\\.(\\w+)\\.");

    private JavaClasses ours;

    @BeforeAll
    void read() {
        ours = new ClassFileImporter()
                .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
                .importPackages("org.wakespec");
    }

    static List<String> rooms() {
        return ARROWS.keySet().stream().sorted().toList();
    }

    @ParameterizedTest
    @MethodSource("rooms")
    void aRoomKnowsOnlyTheRoomsItsArrowsPointTo(String room) {
        arrowsOf(room, ARROWS.get(room)).check(ours);
    }

    @Test
    void theRoomsAreRead() {
        assertThat(ours.stream().map(JavaClass::getPackageName))
                .contains("org.wakespec.simulator.wakeup", "org.wakespec.policies", "org.wakespec.topologies")
                .contains("org.wakespec.engine", "org.wakespec.results", "org.wakespec.steps");
    }

    /** The plug-in has a build of its own, so its classes are not here: what its sources import tells whom it knows. */
    @Test
    void theEclipsePlugInKnowsOnlyResults() throws IOException {
        List<String> sources = new ArrayList<>();
        for (String folder : List.of("core/src/main", "plugin/src")) {
            try (Stream<Path> files = Files.walk(Path.of("../eclipse", folder))) {
                for (Path file : files.filter(f -> f.toString().endsWith(".java"))
                        .sorted()
                        .toList()) {
                    sources.add(Files.readString(file));
                }
            }
        }
        assertThat(sources).hasSizeGreaterThan(50);
        assertThat(roomsKnownTo(sources)).containsOnly("eclipse", "results");
        assertThat(roomsKnownTo(List.of("import org.wakespec.simulator.task.Task;")))
                .containsOnly("simulator");
    }

    private static Set<String> roomsKnownTo(List<String> sources) {
        Set<String> rooms = new TreeSet<>();
        for (String source : sources) {
            IMPORT.matcher(source).results().forEach(match -> rooms.add(match.group(1)));
        }
        return rooms;
    }

    @Test
    void aForbiddenArrowIsNoticed() {
        assertThatThrownBy(() -> arrowsOf("policies", List.of()).check(ours)).isInstanceOf(AssertionError.class);
    }

    @Test
    void stepsKnowOnlyTheServiceInterfaceOfTheEngine() {
        noClasses()
                .that()
                .resideInAPackage("org.wakespec.steps..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(
                        "org.wakespec.engine", "org.wakespec.engine.gherkin..", "org.wakespec.engine.cucumber..")
                .check(ours);
    }

    @Test
    void onlyOnePackageOfTheEngineKnowsCucumbersInternals() {
        noClasses()
                .that()
                .resideInAPackage("org.wakespec..")
                .and()
                .resideOutsideOfPackage("org.wakespec.engine.cucumber..")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("io.cucumber.core..")
                .check(ours);
    }

    @Test
    void theModelKnowsOnlyTheJdkAndHistograms() {
        classes()
                .that()
                .resideInAPackage("org.wakespec.simulator..")
                .should()
                .onlyDependOnClassesThat()
                .resideInAnyPackage("java..", "org.HdrHistogram..", "org.wakespec.simulator..")
                .check(ours);
    }

    @Test
    void theModelReadsNoClockAndNoUnseededRandomness() {
        noClasses()
                .that()
                .resideInAnyPackage("org.wakespec.simulator..", "org.wakespec.policies..", "org.wakespec.workloads..")
                .should()
                .callMethod(System.class, "nanoTime")
                .orShould()
                .callMethod(System.class, "currentTimeMillis")
                .orShould()
                .callMethod(System.class, "identityHashCode", Object.class)
                .orShould()
                .callMethod(Math.class, "random")
                .orShould()
                .callConstructor(java.util.Random.class)
                .check(ours);
    }

    private static ArchRule arrowsOf(String room, List<String> mayKnow) {
        List<String> forbidden = new ArrayList<>();
        for (String other : ARROWS.keySet().stream().sorted().toList()) {
            if (!other.equals(room) && !mayKnow.contains(other)) {
                forbidden.add(ROOT + other + "..");
            }
        }
        forbidden.add(ROOT + "cli..");
        return noClasses()
                .that()
                .resideInAPackage(ROOT + room + "..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(forbidden.toArray(String[]::new))
                .allowEmptyShould(true);
    }
}
