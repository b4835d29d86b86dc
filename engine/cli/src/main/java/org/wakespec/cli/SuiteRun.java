// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.cli;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.junit.platform.engine.CancellationToken;
import org.junit.platform.engine.DiscoveryIssue;
import org.junit.platform.engine.DiscoverySelector;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.UniqueId;
import org.junit.platform.engine.discovery.DiscoverySelectors;
import org.junit.platform.engine.support.descriptor.FileSource;
import org.junit.platform.launcher.Launcher;
import org.junit.platform.launcher.LauncherDiscoveryListener;
import org.junit.platform.launcher.LauncherDiscoveryRequest;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherExecutionRequestBuilder;
import org.opentest4j.TestAbortedException;
import org.wakespec.conformance.Progress;
import org.wakespec.gate.SpecificationLauncher;
import org.wakespec.policies.PolicyRegistry;
import org.wakespec.results.FileTrouble;
import org.wakespec.results.ResultFile;
import org.wakespec.results.ResultFormatException;
import org.wakespec.results.ResultReader;
import org.wakespec.results.ScenarioResult;
import org.wakespec.steps.RunningScenarios;

/** Runs features on policies through the JUnit Platform and reads the result file. */
final class SuiteRun {

    /** Package of the suite that comes with the jar. */
    private static final String BUILT_IN = "org.wakespec.features";

    private static final String ALL = "all";
    private static final Logger ISSUES = Logger.getLogger("org.junit.platform.launcher.core.DiscoveryIssueNotifier");
    /** Logs at the end of a run what the commands print themselves, each in its own way. */
    private static final Logger ENGINE = Logger.getLogger("org.wakespec.engine");

    private static final String FEATURES = "wakespec.features";
    /** Ends what the engine says of a name of {@link #FEATURES}; the nearest names follow. */
    private static final String NO_FEATURE = "which matches no feature.";

    private final Map<String, String> parameters = new LinkedHashMap<>();
    private final List<DiscoverySelector> selectors = new ArrayList<>();
    private final List<String> warnings = new ArrayList<>();
    /** Files and directories, as the user named them. */
    private final List<String> places = new ArrayList<>();

    private Path results;
    private boolean failFast;
    /** What ended the whole run, not one scenario; null if nothing did. */
    private Throwable broken;

    SuiteRun() {
        parameters.put("wakespec.source", "file");
        parameters.put("wakespec.attachments.files", "never");
    }

    /** What to run; nothing means the built-in suite. */
    SuiteRun features(List<String> paths) {
        List<String> builtIn = new ArrayList<>();
        boolean files = false;
        for (String text : paths) {
            FeaturePath path = FeaturePath.parse(text);
            if (path.isBuiltIn()) {
                builtIn.add(text);
            } else {
                files = true;
                places.add(text);
                selectors.addAll(path.selectors());
            }
        }
        if (files && !builtIn.isEmpty()) {
            throw new CliException("there is no file or directory " + builtIn.get(0));
        }
        if (!files) {
            selectors.add(DiscoverySelectors.selectPackage(BUILT_IN));
            if (!builtIn.isEmpty()) {
                parameters.put(FEATURES, String.join(",", builtIn));
            }
        }
        return this;
    }

    /** Policies to run on; nothing leaves the choice to the scenarios' tags. */
    SuiteRun policies(List<String> names) {
        if (!names.isEmpty()) {
            PolicyRegistry registry = PolicyRegistry.standard();
            names.stream().filter(name -> !name.equals(ALL)).forEach(registry::resolve);
            parameters.put("wakespec.policies", String.join(",", names));
        }
        return this;
    }

    SuiteRun parameter(String key, String value) {
        if (value != null && !value.isEmpty()) {
            parameters.put(key, value);
        }
        return this;
    }

    /** Packages with the user's own step classes. */
    SuiteRun glue(List<String> packages) {
        ClassLoader loader = Thread.currentThread().getContextClassLoader();
        for (String name : packages) {
            // a jar may be without entries for its directories, so that this is no proof
            if (loader.getResource(name.replace('.', '/')) == null) {
                warnings.add(
                        "--glue " + name + ": no package of that name was found; --plugin says where its classes are");
            }
        }
        return parameter("wakespec.glue", String.join(",", packages));
    }

    /** Where the result file goes; null: it is read and forgotten. */
    SuiteRun results(Path file) {
        results = file;
        return this;
    }

    /** Whether the first failure ends the run; what has not run by then is skipped. */
    SuiteRun failFast(boolean on) {
        failFast = on;
        return this;
    }

    ResultFile run(Progress progress) {
        Path file = results;
        try {
            if (file == null) {
                file = Files.createTempFile("wakespec", ".jsonl");
            } else if (file.toAbsolutePath().getParent() != null) {
                Files.createDirectories(file.toAbsolutePath().getParent());
            }
            parameters.put("wakespec.results.file", file.toAbsolutePath().toString());
            execute(progress);
            if (broken != null) {
                throw new CliException("the run did not come to its end: " + broken.getMessage(), broken);
            }
            if (Files.size(file) == 0) {
                String names = parameters.get(FEATURES);
                throw new CliException(
                        names == null
                                ? "nothing was run: no feature was found in " + String.join(", ", places)
                                : "there is no file or directory " + names + ", and no feature of the built-in suite is"
                                        + " called so");
            }
            ResultFile read = ResultReader.read(file);
            refuseUnknown(read.results());
            return read;
        } catch (ResultFormatException e) {
            throw new CliException(e.getMessage(), e);
        } catch (IOException e) {
            throw new CliException(
                    "the result file " + file + " cannot be written or read: " + FileTrouble.reason(e), e);
        } finally {
            if (results == null && file != null) {
                delete(file);
            }
        }
    }

    /** Nothing ran as all that was named is neither a file nor part of the built-in suite. */
    private void refuseUnknown(List<ScenarioResult> results) {
        List<String> unknown = new ArrayList<>();
        for (ScenarioResult result : results) {
            String message = result.message().orElse("");
            if (!result.scenario().startsWith(FEATURES + "=") || !message.contains(NO_FEATURE)) {
                return;
            }
            String name = result.scenario().substring(FEATURES.length() + 1);
            unknown.add("there is no file or directory " + name + ", and no feature of the built-in suite is called so."
                    + message.substring(message.indexOf(NO_FEATURE) + NO_FEATURE.length()));
        }
        if (!unknown.isEmpty()) {
            throw new CliException(String.join("\n", unknown));
        }
    }

    /** What discovery found odd, without stopping at it. */
    List<String> warnings() {
        return List.copyOf(warnings);
    }

    private static String text(DiscoveryIssue issue) {
        String place = issue.source()
                .filter(FileSource.class::isInstance)
                .map(FileSource.class::cast)
                .map(file -> file.getFile()
                        + file.getPosition().map(p -> ":" + p.getLine()).orElse("") + ": ")
                .orElse("");
        return place + issue.message();
    }

    private static void delete(Path file) {
        try {
            Files.deleteIfExists(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void execute(Progress progress) {
        Launcher launcher = SpecificationLauncher.create();
        LauncherDiscoveryRequest request = LauncherDiscoveryRequestBuilder.request()
                .selectors(selectors)
                .configurationParameters(parameters)
                .listeners(new LauncherDiscoveryListener() {
                    @Override
                    public void issueEncountered(UniqueId engine, DiscoveryIssue issue) {
                        warnings.add(text(issue));
                    }
                })
                .build();
        // would log the same warnings once more
        ISSUES.setLevel(Level.OFF);
        ENGINE.setLevel(Level.WARNING);
        CancellationToken cancellation = CancellationToken.create();
        TestExecutionListener listener = new TestExecutionListener() {
            private long done;

            @Override
            public void executionStarted(TestIdentifier identifier) {
                if (identifier.isTest()) {
                    progress.at(identifier.getDisplayName(), done);
                }
            }

            @Override
            public void executionFinished(TestIdentifier identifier, TestExecutionResult result) {
                if (failFast && result.getStatus() == TestExecutionResult.Status.FAILED) {
                    cancellation.cancel();
                }
                if (identifier.getParentId().isEmpty()) {
                    broken = result.getThrowable().orElse(null);
                }
                if (identifier.isTest()) {
                    progress.at(identifier.getDisplayName(), ++done);
                }
            }
        };
        Interruption.stopsBy(() -> {
            cancellation.cancel();
            RunningScenarios.stop(() -> new TestAbortedException(ScenarioResult.BROKEN_OFF));
        });
        launcher.execute(LauncherExecutionRequestBuilder.request(request)
                .listeners(listener)
                .cancellationToken(cancellation)
                .build());
    }
}
