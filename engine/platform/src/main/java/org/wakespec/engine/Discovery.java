// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.engine;

import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.ServiceConfigurationError;
import java.util.Set;
import java.util.function.Supplier;
import org.junit.platform.engine.support.discovery.DiscoveryIssueReporter;
import org.wakespec.engine.Settings.AttachmentFiles;
import org.wakespec.engine.gherkin.GherkinRuntime;

/** What the parts of one discovery share. */
final class Discovery {

    static final String OWN_GLUE = "org.wakespec.engine.glue";

    private final Settings settings;
    private final VariantCatalogue variants;
    private final GherkinRuntime gherkin;
    private final FeatureRepository repository;
    private final Host host;
    private final AttachmentFiles attachmentFiles;
    private final boolean longNames;
    private final DiscoveryIssueReporter issues;
    private final Set<Problem> problems = new LinkedHashSet<>();
    private final Set<String> wantedNames = new LinkedHashSet<>();
    private boolean problemsWanted;
    private boolean runsNothing;
    private final Map<List<String>, List<String>> glueSets = new LinkedHashMap<>();

    Discovery(Settings settings, GherkinRuntime gherkin, DiscoveryIssueReporter issues) {
        this.settings = settings;
        this.gherkin = gherkin;
        this.repository = new FeatureRepository(gherkin);
        this.issues = issues;
        this.host = valid(() -> Host.of(settings.text(Settings.SOURCE)), Host.OTHER);
        this.variants = valid(() -> new VariantCatalogue(settings), null);
        this.longNames = valid(settings::longNames, false);
        valid(settings::randomOrder, Optional.empty());
        for (String key : List.of(Settings.DRY_RUN, Settings.SUMMARY, Settings.PARALLEL)) {
            valid(() -> settings.checkedSwitch(key), false);
        }
        this.attachmentFiles = valid(settings::attachmentFiles, AttachmentFiles.ALWAYS);
    }

    /**
     * An exception here would take the tests of all other engines down, and nobody may have asked for ours. So a setting
     * that makes no sense becomes one failing leaf, and nothing else is run.
     */
    private <T> T valid(Supplier<T> setting, T otherwise) {
        try {
            return setting.get();
        } catch (RuntimeException | ServiceConfigurationError | LinkageError e) {
            runsNothing = true;
            String message = e.getMessage() == null ? e.toString() : e.getMessage();
            problem(new Problem(message.replaceFirst("[ :,;].*", ""), message));
            return otherwise;
        }
    }

    /** Whether the configuration is such that no scenario can be run as it was meant. */
    boolean runsNothing() {
        return runsNothing;
    }

    Settings settings() {
        return settings;
    }

    VariantCatalogue variants() {
        return variants == null ? VariantCatalogue.none() : variants;
    }

    GherkinRuntime gherkin() {
        return gherkin;
    }

    FeatureRepository repository() {
        return repository;
    }

    Host host() {
        return host;
    }

    AttachmentFiles attachmentFiles() {
        return attachmentFiles;
    }

    boolean hasLongNames() {
        return longNames;
    }

    DiscoveryIssueReporter issues() {
        return issues;
    }

    ClasspathFeatures classpath(Class<?> trigger) {
        ClassLoader loader = trigger == null ? null : trigger.getClassLoader();
        return new ClasspathFeatures(loader == null ? Thread.currentThread().getContextClassLoader() : loader);
    }

    /** Notes a problem that becomes a failing leaf. */
    void problem(Problem problem) {
        problems.add(problem);
    }

    Set<Problem> problems() {
        return problems;
    }

    /** Notes that a leaf with this long name was asked for. */
    void wantName(String longName) {
        wantedNames.add(longName);
    }

    Set<String> wantedNames() {
        return wantedNames;
    }

    /** Notes that a problem of a former run was asked for by its unique id. */
    void wantProblems() {
        problemsWanted = true;
    }

    boolean areProblemsWanted() {
        return problemsWanted;
    }

    /** The complete set of glue packages: what was asked for, what is configured, what every run has. */
    List<String> glue(List<String> wanted) {
        return glueSets.computeIfAbsent(List.copyOf(wanted), w -> {
            Set<String> all = new LinkedHashSet<>(w);
            all.addAll(settings.list(Settings.GLUE));
            all.addAll(variants().gluePackages());
            all.add(OWN_GLUE);
            return List.copyOf(all);
        });
    }
}
