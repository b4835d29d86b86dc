// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.eclipse.core;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.wakespec.results.ScenarioResult;
import org.wakespec.results.Verdict;

/**
 * What a launch runs: a JUnit unique id, and system properties that narrow it.
 *
 * @param name for the launch history
 * @param uniqueId a file or folder, for JUnit
 * @param properties system properties of the engine
 */
public record RunSelection(String name, String uniqueId, Map<String, String> properties) {

    /** Which features, with lines if wanted. */
    public static final String FEATURES = "wakespec.features";
    /** Which policies. */
    public static final String POLICIES = "wakespec.policies";
    /** A tag expression. */
    public static final String TAGS = "wakespec.tags";
    /** In which order: lexical or random. */
    public static final String ORDER = "wakespec.execution.order";
    /** The seed of a random order. */
    public static final String SEED = "wakespec.execution.order.seed";
    /** How much scenarios leave behind. */
    public static final String EVIDENCE = "wakespec.evidence";
    /** Where the results go. */
    public static final String RESULTS = "wakespec.results.file";

    public RunSelection {
        properties = java.util.Collections.unmodifiableMap(new LinkedHashMap<>(properties));
    }

    /** A whole file; the path is relative to the project. */
    public static RunSelection file(String path) {
        return new RunSelection(fileName(path), id("feature", path), Map.of());
    }

    /** The scenario, rule or example row at a line of a file. */
    public static RunSelection line(String path, int line, String title) {
        return new RunSelection(
                title.isBlank() ? fileName(path) + ":" + line : title,
                id("feature", path),
                Map.of(FEATURES, path + ":" + line));
    }

    /** All features in a folder and below; an empty path is the whole project. */
    public static RunSelection folder(String path, String name) {
        return new RunSelection(name, id("directory", path.isEmpty() ? "." : path), Map.of());
    }

    /** The scenarios that failed in a run, under the policies they failed under; empty if none did. */
    public static java.util.Optional<RunSelection> failed(
            RunModel run, java.util.function.UnaryOperator<String> toPath) {
        Map<String, Set<Integer>> lines = new LinkedHashMap<>();
        Set<String> policies = new LinkedHashSet<>();
        for (RunModel.Scenario scenario : run.scenarios()) {
            for (ScenarioResult result : scenario.results().values()) {
                String path = toPath.apply(result.feature());
                if (result.verdict() == Verdict.FAILED
                        && path != null
                        && !result.feature().isEmpty()) {
                    Set<Integer> of = lines.computeIfAbsent(path, p -> new LinkedHashSet<>());
                    if (result.variant().isEmpty()) {
                        of.add(0);
                    } else {
                        of.add(result.line());
                        policies.add(result.variant());
                    }
                }
            }
        }
        if (lines.isEmpty()) {
            return java.util.Optional.empty();
        }
        List<String> wanted = new ArrayList<>();
        lines.forEach((path, of) -> {
            StringBuilder text = new StringBuilder(path);
            if (!of.contains(0)) {
                of.forEach(line -> text.append(':').append(line));
            }
            wanted.add(text.toString());
        });
        Map<String, String> properties = new LinkedHashMap<>();
        properties.put(FEATURES, String.join(",", wanted));
        if (!policies.isEmpty()) {
            properties.put(POLICIES, String.join(",", policies));
        }
        String id = lines.size() == 1
                ? id("feature", lines.keySet().iterator().next())
                : id("directory", commonFolder(lines.keySet()));
        return java.util.Optional.of(new RunSelection("Failed scenarios", id, properties));
    }

    private static String commonFolder(Set<String> paths) {
        String common = null;
        for (String path : paths) {
            String folder = path.contains("/") ? path.substring(0, path.lastIndexOf('/')) : "";
            while (common != null && !(folder + "/").startsWith(common + "/") && !common.isEmpty()) {
                common = common.contains("/") ? common.substring(0, common.lastIndexOf('/')) : "";
            }
            common = common == null ? folder : common;
        }
        return common == null || common.isEmpty() ? "." : common;
    }

    private static String fileName(String path) {
        return path.substring(path.lastIndexOf('/') + 1);
    }

    /** A unique id as JUnit writes it: reserved characters of names are percent-encoded. */
    static String id(String type, String value) {
        StringBuilder encoded = new StringBuilder();
        for (byte b : value.getBytes(StandardCharsets.UTF_8)) {
            char c = (char) (b & 0xff);
            if ("%:/[]+".indexOf(c) >= 0) {
                encoded.append('%').append(String.format("%02X", (int) c));
            } else if (c < 0x80) {
                encoded.append(c);
            } else {
                encoded.append('%').append(String.format("%02X", (int) c));
            }
        }
        return "[engine:wakespec]/[" + type + ":" + encoded + "]";
    }

    /** These arguments with this selection. */
    public VmArguments applyTo(VmArguments arguments) {
        VmArguments changed = arguments;
        for (Map.Entry<String, String> property : properties.entrySet()) {
            changed = changed.with(property.getKey(), property.getValue());
        }
        return changed;
    }
}
