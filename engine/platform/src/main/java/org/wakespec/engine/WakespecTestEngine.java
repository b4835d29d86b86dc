// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.engine;

import java.util.Optional;
import org.junit.platform.commons.io.ResourceFilter;
import org.junit.platform.engine.EngineDiscoveryRequest;
import org.junit.platform.engine.ExecutionRequest;
import org.junit.platform.engine.TestDescriptor;
import org.junit.platform.engine.UniqueId;
import org.junit.platform.engine.support.discovery.DiscoveryIssueReporter;
import org.junit.platform.engine.support.discovery.EngineDiscoveryRequestResolver;
import org.junit.platform.engine.support.hierarchical.HierarchicalTestEngine;
import org.junit.platform.engine.support.hierarchical.HierarchicalTestExecutorService;
import org.wakespec.engine.cucumber.CucumberRuntime;
import org.wakespec.engine.gherkin.GherkinRuntime;

/** The JUnit Platform engine that runs Gherkin features against variants. Found through {@code ServiceLoader}. */
public final class WakespecTestEngine extends HierarchicalTestEngine<RunContext> {

    /** The id of the engine. */
    public static final String ID = "wakespec";

    private static final EngineDiscoveryRequestResolver<WakespecDescriptor> RESOLVER =
            EngineDiscoveryRequestResolver.<WakespecDescriptor>builder()
                    // classes come first: where there is a trigger class, bare features are not selected as well
                    .addClassContainerSelectorResolver(TriggerDescriptor::isTrigger)
                    .addResourceContainerSelectorResolver(
                            ResourceFilter.of(resource -> FeatureRepository.isFeature(resource.getName())))
                    .addSelectorResolver(GuardedResolver::new)
                    .build();

    private final GherkinRuntime gherkin;

    /** For {@code ServiceLoader}. */
    public WakespecTestEngine() {
        this(new CucumberRuntime());
    }

    WakespecTestEngine(GherkinRuntime gherkin) {
        this.gherkin = gherkin;
    }

    @Override
    public String getId() {
        return ID;
    }

    @Override
    public Optional<String> getGroupId() {
        return Optional.of("org.wakespec");
    }

    @Override
    public Optional<String> getArtifactId() {
        return Optional.of("wakespec-engine");
    }

    @Override
    public TestDescriptor discover(EngineDiscoveryRequest request, UniqueId uniqueId) {
        DiscoveryIssueReporter issues = DiscoveryIssueReporter.deduplicating(
                DiscoveryIssueReporter.forwarding(request.getDiscoveryListener(), uniqueId));
        Discovery discovery = new Discovery(new Settings(request.getConfigurationParameters()), gherkin, issues);
        WakespecDescriptor root = new WakespecDescriptor(uniqueId, discovery);
        RESOLVER.resolve(request, root, issues);
        new TreeBuilder(root).build();
        return root;
    }

    @Override
    protected RunContext createExecutionContext(ExecutionRequest request) {
        return new RunContext(request);
    }

    @Override
    protected HierarchicalTestExecutorService createExecutorService(ExecutionRequest request) {
        return ExecutorServices.create(request.getConfigurationParameters())
                .orElseGet(() -> super.createExecutorService(request));
    }
}
