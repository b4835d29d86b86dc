// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.engine.cucumber;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class NearestStepsTest {

    private static final List<String> DEFINITIONS = List.of(
            "{task} runs on {cpu}",
            "{task} sleeps, last on {cpu}",
            "{task} wakes {task} with {flags}",
            "{cpus} is/are offline",
            "the machine {string}",
            "the cup(s) of {word}");

    @Test
    void aTypoIsNearTheDefinitionItIsOf() {
        assertThat(NearestSteps.of("A rnus on CPU 0", DEFINITIONS)).startsWith("{task} runs on {cpu}");
        assertThat(NearestSteps.of("B sleeps last on CPU 10", DEFINITIONS)).startsWith("{task} sleeps, last on {cpu}");
        assertThat(NearestSteps.of("CPUs 3,4 are oflfine", DEFINITIONS)).containsExactly("{cpus} is/are offline");
        assertThat(NearestSteps.of("the cups of tae", DEFINITIONS)).containsExactly("the cup(s) of {word}");
    }

    @Test
    void aWordLeftOutIsNear() {
        assertThat(NearestSteps.of("A wakes B WF_SYNC", DEFINITIONS)).startsWith("{task} wakes {task} with {flags}");
    }

    @Test
    void whatHasNothingInCommonIsNotNear() {
        assertThat(NearestSteps.of("I howl", DEFINITIONS)).isEmpty();
        assertThat(NearestSteps.of("the moon is full", DEFINITIONS)).isEmpty();
    }
}
