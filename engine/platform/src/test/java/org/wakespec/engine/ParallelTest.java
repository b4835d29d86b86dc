// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectFile;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.junit.platform.engine.CancellationToken;
import org.junit.platform.engine.TestDescriptor;
import org.junit.platform.engine.support.hierarchical.ForkJoinPoolHierarchicalTestExecutorService;
import org.junit.platform.engine.support.hierarchical.HierarchicalTestExecutorService;
import org.junit.platform.engine.support.hierarchical.Node;
import org.wakespec.engine.cancelling.CancellingSteps;
import org.wakespec.engine.meeting.MeetingSteps;
import org.wakespec.results.ScenarioResult;
import org.wakespec.results.Verdict;

/** Scenarios at the same time, and one at a time where a tag says so. */
class ParallelTest {

    private static EngineRun.Plan meeting(String executor) {
        return EngineRun.of(selectFile(
                        Path.of("src/test/resources/parallel/meeting.feature").toFile()))
                .flavours("plain")
                .with("wakespec.glue", "org.wakespec.engine.meeting")
                .with("wakespec.execution.parallel.enabled", "true")
                .with("wakespec.execution.parallel.config.strategy", "fixed")
                .with("wakespec.execution.parallel.config.fixed.parallelism", "4")
                .with("wakespec.execution.parallel.config.executor-service", executor);
    }

    @ParameterizedTest
    @ValueSource(strings = {"fork_join_pool", "worker_thread_pool"})
    void scenarios_run_at_the_same_time(String executor) {
        meeting(executor).with("wakespec.name", "All at once").execute().everythingPassed();
    }

    @ParameterizedTest
    @ValueSource(strings = {"fork_join_pool", "worker_thread_pool"})
    void a_tag_keeps_scenarios_apart(String executor) {
        MeetingSteps.most();
        meeting(executor)
                .with("wakespec.name", "Alone")
                .with("wakespec.execution.exclusive-resources.exclusive.read-write", "room")
                .execute()
                .everythingPassed();
        assertThat(MeetingSteps.most()).isEqualTo(1);
    }

    @Test
    void without_the_resource_they_meet() {
        MeetingSteps.most();
        meeting("fork_join_pool")
                .with("wakespec.name", "Alone")
                .flavours("all")
                .execute()
                .everythingPassed();
        assertThat(MeetingSteps.most()).as("negative control").isGreaterThan(1);
    }

    @Test
    void a_variant_can_be_a_resource() {
        TestDescriptor root = meeting("fork_join_pool")
                .flavours("all")
                .with("wakespec.execution.exclusive-resources.flavour:sweet.read-write", "sugar")
                .discover()
                .getEngineDescriptor();
        assertThat(root.getDescendants())
                .filteredOn(d -> d instanceof Node<?> node
                        && !node.getExclusiveResources().isEmpty())
                .hasSize(6)
                .allMatch(d -> d.getDisplayName().equals("sweet"));
    }

    @Test
    void containers_hold_no_global_lock() {
        TestDescriptor root = meeting("fork_join_pool").discover().getEngineDescriptor();
        assertThat(((Node<?>) root).isGlobalReadLockRequired()).isFalse();
        assertThat(root.getDescendants()).allSatisfy(d -> assertThat(((Node<?>) d).isGlobalReadLockRequired())
                .as(d.toString())
                .isEqualTo(d.isTest()));
    }

    @Test
    void cancellation_skips_what_has_not_begun_and_completes_the_record() {
        CancellationToken token = CancellationToken.create();
        CancellingSteps.cancel = token::cancel;
        EngineRun run = EngineRun.ofSpec("scenario.feature")
                .cancelledBy(token)
                .with("wakespec.glue", "org.wakespec.engine.cancelling")
                .execute();
        assertThat(run.file().isComplete()).isTrue();
        assertThat(run.file().results()).hasSize(8);
        assertThat(run.file().counts().count(Verdict.SKIPPED)).isEqualTo(7);
        assertThat(run.file().results().stream().filter(ScenarioResult::isBrokenOff))
                .hasSize(7);
        assertThat(run.leaves()).hasSize(1);
    }

    @Test
    void junit_before_6_1_runs_in_parallel_as_well() throws Exception {
        try (HierarchicalTestExecutorService service = OldJunit.createService()) {
            assertThat(service).isInstanceOf(ForkJoinPoolHierarchicalTestExecutorService.class);
        }
    }
}
