// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.cli;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.net.URL;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Lists the steps a scenario may use. */
@Command(
        name = "steps",
        description = "Lists every step a scenario may use, with an example.",
        mixinStandardHelpOptions = true)
final class StepsCommand implements Callable<Integer> {

    private static final String RESOURCE = "META-INF/wakespec/steps.json";

    @Option(names = "--json", description = "Prints a JSON array.")
    private boolean json;

    @Parameters(arity = "0..*", paramLabel = "WORD", description = "Only steps that contain all these words.")
    private List<String> words = new ArrayList<>();

    @Spec
    private CommandSpec spec;

    StepsCommand() {}

    @Override
    public Integer call() throws IOException {
        PrintWriter out = spec.commandLine().getOut();
        List<URL> lists =
                Collections.list(Thread.currentThread().getContextClassLoader().getResources(RESOURCE));
        if (lists.isEmpty()) {
            throw new CliException("no list of steps is on the class path (" + RESOURCE + ")");
        }
        List<JsonNode> found = new ArrayList<>();
        for (URL list : lists) {
            for (JsonNode step : read(list).path("steps")) {
                String text = text(step);
                if (words.stream().allMatch(word -> contains(text, word))) {
                    found.add(step);
                }
            }
        }
        if (found.isEmpty()) {
            throw new CliException("no step contains " + String.join(" and ", words));
        }
        if (json) {
            out.println(JsonText.of(found));
        } else {
            found.forEach(step -> out.println(text(step)));
        }
        return ExitCodes.PASSED;
    }

    private static JsonNode read(URL list) throws IOException {
        try (InputStream in = list.openStream()) {
            return new ObjectMapper().readTree(in);
        }
    }

    private static boolean contains(String text, String word) {
        return text.toLowerCase(Locale.ROOT).contains(word.toLowerCase(Locale.ROOT));
    }

    private static String text(JsonNode step) {
        StringBuilder text = new StringBuilder();
        text.append(step.path("keyword").asText("*"))
                .append(' ')
                .append(step.path("expression").asText());
        if (step.hasNonNull("does")) {
            text.append("\n    ").append(step.path("does").asText());
        }
        for (JsonNode example : step.path("examples")) {
            example.asText().lines().forEach(line -> text.append("\n      ").append(line));
        }
        return text.toString();
    }
}
