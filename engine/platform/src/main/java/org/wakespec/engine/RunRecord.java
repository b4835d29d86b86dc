// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.engine;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import org.junit.platform.engine.ExecutionRequest;
import org.junit.platform.engine.TestDescriptor;
import org.junit.platform.engine.reporting.ReportEntry;
import org.wakespec.engine.gherkin.Element;
import org.wakespec.engine.gherkin.Element.Kind;
import org.wakespec.results.ExampleRow;
import org.wakespec.results.FeatureSource;
import org.wakespec.results.FileTrouble;
import org.wakespec.results.ResultWriter;
import org.wakespec.results.RunHeader;
import org.wakespec.results.RunSummary;
import org.wakespec.results.ScenarioResult;
import org.wakespec.results.Times;
import org.wakespec.results.Verdict;

/** Writes the result file of an execution, and in the end tells JUnit how many of each verdict there were. */
final class RunRecord {

    /** Records nothing. */
    static final RunRecord NONE = new RunRecord(null, null, null);

    private static final System.Logger LOG = System.getLogger("org.wakespec.engine");
    private static final String DEFAULT_FILE = "target/wakespec/results.jsonl";
    private static final String NO_FILE = "none";
    private static final int MAX_FRAMES = 20;

    private final ResultWriter writer;
    private final TestDescriptor root;
    private final ExecutionRequest request;
    private final Instant started = Instant.now();
    private final long start = System.nanoTime();

    private RunRecord(ResultWriter writer, TestDescriptor root, ExecutionRequest request) {
        this.writer = writer;
        this.root = root;
        this.request = request;
    }

    static RunRecord open(
            WakespecDescriptor root, List<VariantDescriptor> leaves, OutputNames names, ExecutionRequest request) {
        Discovery discovery = root.discovery();
        String template = discovery.settings().text(Settings.RESULTS).orElse(DEFAULT_FILE);
        RunHeader header = header(root, leaves, discovery);
        try {
            if (template.equals(NO_FILE)) {
                return new RunRecord(ResultWriter.open(OutputStream.nullOutputStream(), header), root, request);
            }
            Path file = names.file(template);
            ResultWriter writer = ResultWriter.create(file, header);
            for (FeatureSource source : sources(leaves)) {
                writer.write(source);
            }
            return new RunRecord(writer, root, request);
        } catch (IOException e) {
            throw new UncheckedIOException(
                    "the result file cannot be written (" + Settings.RESULTS + "=" + template + "): "
                            + FileTrouble.reason(e),
                    e);
        }
    }

    private static RunHeader header(WakespecDescriptor root, List<VariantDescriptor> leaves, Discovery discovery) {
        List<RunHeader.VariantEntry> variants = leaves.stream()
                .map(VariantDescriptor::variant)
                .distinct()
                .sorted(Comparator.comparingInt(discovery.variants()::position))
                .map(variant -> new RunHeader.VariantEntry(variant.name(), variant.title(), variant.standing()))
                .toList();
        String version = Optional.ofNullable(RunRecord.class.getPackage().getImplementationVersion())
                .orElse("development");
        return new RunHeader(
                version,
                planId(leaves),
                discovery.variants().label(),
                variants,
                discovery.settings().selection(discovery.variants().propertyName()),
                Optional.of(new Times(Instant.now().toString(), 0)));
    }

    private static List<FeatureSource> sources(List<VariantDescriptor> leaves) {
        List<FeatureSource> sources = new ArrayList<>();
        leaves.stream().map(leaf -> leaf.feature().file()).distinct().forEach(file -> file.document()
                .ifPresent(document -> sources.add(new FeatureSource(file.key(), document.source()))));
        return sources;
    }

    private static String planId(List<VariantDescriptor> leaves) {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            leaves.forEach(leaf -> digest.update((leaf.id() + "\n").getBytes(StandardCharsets.UTF_8)));
            return HexFormat.of().formatHex(digest.digest(), 0, 8);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }

    void ran(VariantDescriptor leaf, Judgement judgement, Evidence evidence, Instant at, long nanos) {
        ScenarioResult.Builder result = describe(leaf)
                .verdict(judgement.verdict())
                .log(evidence.log())
                .attachments(evidence.attachments())
                .times(new Times(at.toString(), nanos));
        if (judgement.error() != null) {
            result.message(Judge.messageOf(judgement.error()))
                    .frames(frames(leaf.feature().file(), judgement.error()));
        }
        write(result.build());
    }

    void notRun(VariantDescriptor leaf, Verdict verdict, String reason) {
        write(describe(leaf).verdict(verdict).message(reason).build());
    }

    void problem(ProblemDescriptor problem, Verdict verdict, String message) {
        FeatureFile file = problem.file();
        ScenarioResult.Builder result = ScenarioResult.builder()
                .id(problem.getUniqueId().toString())
                .scenario(problem.getLegacyReportingName(), problem.line())
                .verdict(verdict)
                .message(message);
        if (file != null) {
            result.feature(file.key(), file.title()).frames(frames(file, problem.error()));
        }
        write(result.build());
    }

    private static ScenarioResult.Builder describe(VariantDescriptor leaf) {
        FeatureFile file = leaf.feature().file();
        Element element = leaf.element();
        ScenarioResult.Builder result = ScenarioResult.builder()
                .id(leaf.id())
                .feature(file.key(), file.title())
                .tags(element.tags())
                .variant(leaf.variant().name());
        Element scenario = element;
        if (element.kind() == Kind.EXAMPLE) {
            Element examples = element.parent().orElseThrow();
            String name = examples.title().equals(examples.keyword()) ? "" : examples.title();
            result.example(new ExampleRow(name, element.line(), element.cells()));
            scenario = examples.parent().orElseThrow();
        }
        scenario.parent().filter(parent -> parent.kind() == Kind.RULE).ifPresent(rule -> result.rule(rule.title()));
        return result.scenario(scenario.title(), element.line());
    }

    /** From where it was thrown to the line of the feature file, which is named as in the rest of the record. */
    private static List<String> frames(FeatureFile file, Throwable error) {
        List<String> frames = new ArrayList<>();
        String marker = file.frame("", 0).getClassName();
        for (StackTraceElement frame : error.getStackTrace()) {
            boolean isFeature = frame.getClassName().equals(marker);
            if (isFeature) {
                frames.add(marker + "." + frame.getMethodName() + "(" + file.key() + ":" + frame.getLineNumber() + ")");
            } else if (frames.size() < MAX_FRAMES) {
                frames.add(new StackTraceElement(
                                frame.getClassName(), frame.getMethodName(), frame.getFileName(), frame.getLineNumber())
                        .toString());
            }
        }
        return frames;
    }

    private void write(ScenarioResult result) {
        if (writer == null) {
            return;
        }
        try {
            writer.write(result);
        } catch (IOException e) {
            throw new UncheckedIOException("the result file cannot be written: " + FileTrouble.reason(e), e);
        }
    }

    void finish() throws IOException {
        if (writer == null) {
            return;
        }
        RunSummary summary = writer.finish(new Times(started.toString(), System.nanoTime() - start));
        request.getEngineExecutionListener()
                .reportingEntryPublished(root, ReportEntry.from("wakespec.summary", summary.text()));
        if (summary.count(Verdict.UNDECIDED) + summary.count(Verdict.KNOWN_GAP) > 0) {
            LOG.log(System.Logger.Level.INFO, "Scenarios: " + summary.text());
        }
    }
}
