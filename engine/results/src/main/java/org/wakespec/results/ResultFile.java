// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.results;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * The content of a result file.
 *
 * @param header what was run
 * @param features the feature files that were run; empty in files of earlier versions
 * @param results one entry per scenario and variant, in the order of the file
 * @param summary the closing line; empty while the run goes on and if it was broken off
 * @param truncation if the last line is cut off: where and how much of it is there
 */
public record ResultFile(
        RunHeader header,
        List<FeatureSource> features,
        List<ScenarioResult> results,
        Optional<RunSummary> summary,
        Optional<String> truncation) {

    private static final Comparator<ScenarioResult> ORDER = Comparator.comparing(ScenarioResult::feature)
            .thenComparingInt(ScenarioResult::line)
            .thenComparing(ScenarioResult::variant)
            .thenComparing(ScenarioResult::id);

    public ResultFile {
        features = List.copyOf(features);
        results = List.copyOf(results);
    }

    /** Whether the run came to its end. */
    public boolean isComplete() {
        return summary.isPresent();
    }

    /** The counts of the results that are here, whether or not the run came to its end. */
    public RunSummary counts() {
        return RunSummary.of(results, Optional.empty());
    }

    /** The same results ordered by feature, line and variant. */
    public ResultFile sorted() {
        return new ResultFile(header, features, results.stream().sorted(ORDER).toList(), summary, truncation);
    }

    /**
     * The file as it would have been written in the order of {@link #sorted()} and without times: equal runs give
     * equal text, at any parallelism.
     */
    public String canonical() {
        JsonLines lines = new JsonLines(false);
        StringBuilder text = new StringBuilder(lines.header(header));
        features.stream()
                .sorted(Comparator.comparing(FeatureSource::feature))
                .forEach(feature -> text.append(lines.feature(feature)));
        for (ScenarioResult result : sorted().results()) {
            text.append(lines.result(result));
        }
        summary.ifPresent(s -> text.append(lines.summary(s)));
        return text.toString();
    }
}
