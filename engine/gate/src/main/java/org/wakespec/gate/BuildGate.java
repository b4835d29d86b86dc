// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.gate;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.platform.engine.DiscoverySelector;
import org.junit.platform.engine.discovery.DiscoverySelectors;
import org.junit.platform.launcher.LauncherDiscoveryRequest;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherExecutionRequestBuilder;
import org.wakespec.results.ResultFile;
import org.wakespec.results.ResultFormatException;
import org.wakespec.results.ResultReader;
import org.wakespec.results.TextFile;

/**
 * The gate inside a build: a test that runs only if the property {@value #CANDIDATE} is given.
 *
 * <pre>{@code
 * class GateTest {
 *     @Test
 *     @EnabledIfSystemProperty(named = BuildGate.CANDIDATE, matches = ".+")
 *     void thePatchDoesWhatItClaims() {
 *         BuildGate.check(MySpecifications.class);
 *     }
 * }
 * }</pre>
 *
 * <p>Other properties: {@code wakespec.gate.base} (default linux-7.2), {@code wakespec.gate.claims}, {@code
 * wakespec.gate.base-results} and {@code wakespec.gate.seeds} as the options of the command line; {@code
 * wakespec.gate.features} and {@code wakespec.gate.tags} choose what the gate alone runs; {@code wakespec.gate.json}, {@code
 * .junit}, {@code .mail} and {@code .scenarios} name files to write.
 */
public final class BuildGate {

    /** Property that names the candidate, and so asks for the gate. */
    public static final String CANDIDATE = "wakespec.gate.candidate";

    private static final String PREFIX = "wakespec.gate.";
    private static final List<String> CHOICES =
            List.of("wakespec.features", "wakespec.tags", "wakespec.name", PREFIX + "features", PREFIX + "tags");
    private static final int SHOWN = 3;

    private BuildGate() {}

    /**
     * Compares as the properties say, and writes the files they name.
     *
     * @param triggers classes annotated with {@code @SchedulerSpecifications} whose features are run
     * @throws GateException if the gate cannot run
     */
    public static GateVerdict run(Class<?>... triggers) {
        Gate gate = new Gate(
                        property("base").orElse("linux-7.2"),
                        property("candidate")
                                .orElseThrow(() -> new GateException("the property " + CANDIDATE + " names no policy")))
                .whole(CHOICES.stream()
                        .noneMatch(key -> !System.getProperty(key, "").isBlank()));
        property("claims").ifPresent(file -> gate.claims(Path.of(file)));
        property("base-results").ifPresent(file -> gate.storedBase(Path.of(file)));
        property("seeds").ifPresent(text -> gate.seeds(number(text)));
        GateVerdict verdict = gate.judge(() -> features(gate, triggers));
        property("json").ifPresent(file -> TextFile.write(Path.of(file), verdict.json()));
        property("junit").ifPresent(file -> TextFile.write(Path.of(file), verdict.junit()));
        property("mail").ifPresent(file -> TextFile.write(Path.of(file), verdict.mail()));
        property("scenarios").ifPresent(file -> TextFile.write(Path.of(file), verdict.scenarios()));
        return verdict;
    }

    /**
     * The same; fails unless the verdict is a pass.
     *
     * @throws AssertionError with the verdict and the worst scenarios
     */
    public static void check(Class<?>... triggers) {
        GateVerdict verdict = run(triggers);
        if (!verdict.passed()) {
            throw new AssertionError("\n" + verdict.text(Style.PLAIN) + "\n" + verdict.worstScenarios(SHOWN));
        }
    }

    private static Optional<String> property(String name) {
        return Optional.ofNullable(System.getProperty(PREFIX + name))
                .map(String::strip)
                .filter(text -> !text.isEmpty());
    }

    private static int number(String text) {
        try {
            return Integer.parseInt(text);
        } catch (NumberFormatException e) {
            throw new GateException(PREFIX + "seeds=" + text + " is not a whole number", e);
        }
    }

    private static ResultFile features(Gate gate, Class<?>... triggers) {
        Path folder = null;
        try {
            // the engine never writes over a file of the same build, so there must be none yet
            folder = Files.createTempDirectory("wakespec-gate");
            Path file = folder.resolve("results.jsonl");
            execute(gate, file, triggers);
            if (!Files.exists(file) || Files.size(file) == 0) {
                throw new GateException("nothing was run: no feature was found for " + Arrays.toString(triggers));
            }
            return ResultReader.read(file);
        } catch (ResultFormatException e) {
            throw new GateException(e.getMessage(), e);
        } catch (IOException e) {
            throw new GateException("the result file cannot be written or read: " + e.getMessage(), e);
        } finally {
            delete(folder);
        }
    }

    private static void delete(Path folder) {
        try {
            if (folder != null) {
                Files.deleteIfExists(folder.resolve("results.jsonl"));
                Files.deleteIfExists(folder);
            }
        } catch (IOException e) {
            throw new GateException("the result file cannot be deleted: " + e.getMessage(), e);
        }
    }

    private static void execute(Gate gate, Path file, Class<?>... triggers) {
        Map<String, String> parameters = new LinkedHashMap<>();
        parameters.put("wakespec.policies", gate.policies());
        parameters.put("wakespec.policies.follow", gate.follow());
        parameters.put("wakespec.results.file", file.toString());
        parameters.put("wakespec.attachments.files", "never");
        parameters.put("wakespec.summary", "false");
        property("features").ifPresent(features -> parameters.put("wakespec.features", features));
        property("tags").ifPresent(tags -> parameters.put("wakespec.tags", tags));
        List<? extends DiscoverySelector> selectors =
                Arrays.stream(triggers).map(DiscoverySelectors::selectClass).toList();
        LauncherDiscoveryRequest request = LauncherDiscoveryRequestBuilder.request()
                .selectors(selectors)
                .configurationParameters(parameters)
                .build();
        SpecificationLauncher.create()
                .execute(LauncherExecutionRequestBuilder.request(request).build());
    }
}
