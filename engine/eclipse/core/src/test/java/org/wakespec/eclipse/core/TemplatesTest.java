// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.eclipse.core;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;

/** Launches and templates as text. */
class TemplatesTest {

    @Test
    void properties_of_a_launch_change_and_the_rest_stays() {
        VmArguments arguments = VmArguments.of("-Xmx1g  \"-Dwakespec.tags=@a and @b\" -Dx=\"y z\"");
        assertThat(arguments.property("wakespec.tags")).contains("@a and @b");
        assertThat(arguments.property("x")).contains("y z");
        assertThat(arguments.property("wakespec")).isEmpty();
        assertThat(arguments
                        .with("wakespec.tags", "")
                        .with("wakespec.policies", "a, b")
                        .toString())
                .isEqualTo("-Xmx1g -Dx=\"y z\" \"-Dwakespec.policies=a, b\"");
    }

    @Test
    void unique_ids_encode_what_junit_reserves() {
        assertThat(RunSelection.id("feature", "a/b c[1]:+%ü"))
                .isEqualTo("[engine:wakespec]/[feature:a%2Fb c%5B1%5D%3A%2B%25%C3%BC]");
        assertThat(org.junit.platform.engine.UniqueId.parse(RunSelection.id("feature", "a/b c[1]:+%ü"))
                        .getLastSegment()
                        .getValue())
                .isEqualTo("a/b c[1]:+%ü");
    }

    @Test
    void a_line_narrows_a_file() {
        RunSelection selection = RunSelection.line("src/f.feature", 7, "S");
        assertThat(selection.applyTo(VmArguments.of("-ea")).toString())
                .isEqualTo("-ea -Dwakespec.features=src/f.feature:7");
        assertThat(RunSelection.folder("", "p").uniqueId()).isEqualTo("[engine:wakespec]/[directory:.]");
    }

    @Test
    void a_new_project_has_a_pom_a_trigger_and_a_right_feature() throws Exception {
        Map<String, String> files = Templates.project("my-spec", "org.example.a");
        assertThat(files)
                .containsOnlyKeys(
                        "pom.xml",
                        "src/test/java/org/example/a/SpecificationTest.java",
                        "src/test/resources/org/example/a/first.feature");
        assertThat(DocumentBuilderFactory.newInstance()
                        .newDocumentBuilder()
                        .parse(new ByteArrayInputStream(files.get("pom.xml").getBytes(StandardCharsets.UTF_8)))
                        .getElementsByTagName("artifactId")
                        .item(0)
                        .getTextContent())
                .isEqualTo("my-spec");
        FeatureText feature = FeatureText.of(files.get("src/test/resources/org/example/a/first.feature"));
        assertThat(SyntaxCheck.of(feature)).isEmpty();
        assertThat(StepCheck.of(feature, Real.WORDS)).isEmpty();
    }

    @Test
    void policies_are_registered_once() {
        assertThat(Templates.service("a.B", "c.D")).isEqualTo("a.B\nc.D\n");
        assertThat(Templates.service("a.B\nc.D\n", "c.D")).isEqualTo("a.B\nc.D\n");
        assertThat(Templates.className("stay-home-v2")).isEqualTo("StayHomeV2");
        assertThat(Templates.problemWithPolicyName("stay-home.v2")).isEmpty();
        assertThat(Templates.problemWithPolicyName("Stay home")).isNotEmpty();
    }

    /** As they stand in the .project and .classpath files that m2e itself writes. */
    @Test
    void with_m2e_a_new_project_is_a_maven_project() {
        ProjectKind maven = ProjectKind.of(true);
        assertThat(maven.natures())
                .containsExactly("org.eclipse.jdt.core.javanature", "org.eclipse.m2e.core.maven2Nature");
        assertThat(maven.builders()).containsExactly("org.eclipse.m2e.core.maven2Builder");
        assertThat(maven.containers()).containsExactly("org.eclipse.m2e.MAVEN2_CLASSPATH_CONTAINER");
        ProjectKind jars = ProjectKind.of(false);
        assertThat(jars.natures()).containsExactly("org.eclipse.jdt.core.javanature");
        assertThat(jars.builders()).isEmpty();
        assertThat(jars.containers()).isEmpty();
    }
}
