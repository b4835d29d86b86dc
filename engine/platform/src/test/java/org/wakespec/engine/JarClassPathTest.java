// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClasspathResource;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectDirectory;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectUniqueId;

import java.io.OutputStream;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.jar.JarOutputStream;
import java.util.zip.ZipEntry;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.platform.engine.TestDescriptor;
import org.wakespec.engine.cucumber.CucumberRuntime;

/** Features in jars: odd names of files and directories, and the same name in two jars. */
class JarClassPathTest {

    private static final String ODD = "kaffee/mit Milch/größe #1 ?%41.feature";

    @TempDir
    Path directory;

    private final Thread thread = Thread.currentThread();
    private final ClassLoader before = thread.getContextClassLoader();
    private URLClassLoader loader;

    @AfterEach
    void restore() throws Exception {
        thread.setContextClassLoader(before);
        if (loader != null) {
            loader.close();
        }
    }

    private void classPath(Path... jars) throws Exception {
        List<URL> urls = new ArrayList<>();
        for (Path jar : jars) {
            urls.add(jar.toUri().toURL());
        }
        loader = new URLClassLoader(urls.toArray(URL[]::new), before);
        thread.setContextClassLoader(loader);
    }

    private Path jar(String file, String entry, String title) throws Exception {
        Path jar = directory.resolve(file);
        Files.createDirectories(jar.getParent());
        try (OutputStream out = Files.newOutputStream(jar);
                JarOutputStream zip = new JarOutputStream(out)) {
            for (int slash = entry.indexOf('/'); slash >= 0; slash = entry.indexOf('/', slash + 1)) {
                zip.putNextEntry(new ZipEntry(entry.substring(0, slash + 1)));
                zip.closeEntry();
            }
            zip.putNextEntry(new ZipEntry(entry));
            zip.write(("Feature: " + title + "\n  Scenario: One\n    Given a cup\n").getBytes(StandardCharsets.UTF_8));
            zip.closeEntry();
        }
        return jar;
    }

    private static List<String> ids(EngineRun.Plan plan) {
        return plan.discover().getEngineDescriptor().getDescendants().stream()
                .filter(TestDescriptor::isTest)
                .map(d -> d.getUniqueId().toString())
                .toList();
    }

    @Test
    void odd_names_of_directories_jars_and_features() throws Exception {
        classPath(jar("mit Leerzeichen/größe %41.jar", ODD, "Odd"));
        ClasspathFeatures features = new ClasspathFeatures(loader);
        assertThat(features.find("kaffee")).containsOnlyKeys(ODD);
        FeatureRepository repository = new FeatureRepository(new CucumberRuntime());
        FeatureFile file =
                repository.resources(ODD, features.find("kaffee").get(ODD)).get(0);
        assertThat(file.error()).isEmpty();
        assertThat(file.title()).isEqualTo("Odd");
        EngineRun.Plan plan = EngineRun.of(selectClasspathResource(ODD));
        assertThat(plan.leaves()).containsExactly("Odd - One [plain]");
        assertThat(EngineRun.of(selectUniqueId(ids(plan).get(0))).leaves()).containsExactly("Odd - One [plain]");
        plan.with("wakespec.glue", "org.wakespec.engine.steps")
                .execute()
                .onlyLeaf()
                .passed();
    }

    @Test
    void two_jars_with_features_of_one_name_are_both_run() throws Exception {
        Path first = jar("first.jar", "twice/sync.feature", "First");
        Path second = jar("a b/second.jar", "twice/sync.feature", "Second");
        Path third = jar("third/second.jar", "twice/sync.feature", "Third");
        Path copy = jar("copy.jar", "twice/sync.feature", "First");
        classPath(first, second, third, copy);
        EngineRun.Plan plan = EngineRun.of(selectClasspathResource("twice/sync.feature"));
        assertThat(plan.leaves())
                .containsExactlyInAnyOrder("First - One [plain]", "Second - One [plain]", "Third - One [plain]");
        List<String> ids = ids(plan);
        assertThat(ids)
                .anyMatch(id -> id.contains("second.jar!%2Ftwice%2Fsync.feature"))
                .doesNotHaveDuplicates();
        for (String id : ids) {
            assertThat(ids(EngineRun.of(selectUniqueId(id)))).containsExactly(id);
        }
        EngineRun run = plan.with("wakespec.glue", "org.wakespec.engine.steps").execute();
        run.leaf("First - One [plain]").passed();
        run.leaf("Second - One [plain]").passed();
        run.leaf("Third - One [plain]").passed();
    }

    @Test
    void a_directory_that_is_named_like_a_feature_is_none() throws Exception {
        Path folder = Files.createDirectories(directory.resolve("cups/odd.feature"));
        Files.writeString(folder.resolve("in.feature"), "Feature: In\n  Scenario: One\n    Given a cup\n");
        classPath(directory);
        assertThat(new ClasspathFeatures(loader).find("cups")).containsOnlyKeys("cups/odd.feature/in.feature");
        assertThat(EngineRun.of(selectDirectory(directory.toFile())).leaves()).containsExactly("In - One [plain]");
    }
}
