// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.cli;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import org.wakespec.policies.PolicyRegistry;
import org.wakespec.simulator.wakeup.PolicyInfo;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Lists the placement policies. */
@Command(
        name = "policies",
        description = {
            "Lists the placement policies: how exactly each is known, what it may be asked about, where its rule"
                    + " comes from.",
            "exact: checked against the real function; rebased: moved to 7.2 by hand; reconstructed: from a"
                    + " description.",
            "placement: only CPU selection of that kernel is known; full: may run while time passes.",
        },
        mixinStandardHelpOptions = true)
final class PoliciesCommand implements Callable<Integer> {

    @Option(names = "--json", description = "Prints a JSON array.")
    private boolean json;

    @Parameters(arity = "0..*", paramLabel = "POLICY", description = "Only these, with the rule in words.")
    private List<String> names = new ArrayList<>();

    @Spec
    private CommandSpec spec;

    PoliciesCommand() {}

    @Override
    public Integer call() throws JsonProcessingException {
        PolicyRegistry registry = PolicyRegistry.standard();
        List<PolicyInfo> infos = names.isEmpty()
                ? registry.infos()
                : names.stream().map(registry::info).toList();
        PrintWriter out = spec.commandLine().getOut();
        if (json) {
            out.println(new ObjectMapper()
                    .enable(SerializationFeature.INDENT_OUTPUT)
                    .writeValueAsString(
                            infos.stream().map(PoliciesCommand::fields).toList()));
        } else if (names.isEmpty()) {
            table(infos, out);
        } else {
            infos.forEach(info -> details(info, out));
        }
        return ExitCodes.PASSED;
    }

    private static Map<String, Object> fields(PolicyInfo info) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("id", info.id());
        fields.put("aliases", info.aliases());
        fields.put("title", info.title());
        fields.put("rule", info.rule());
        fields.put("source", info.source());
        fields.put("standing", lower(info.standing()));
        fields.put("scope", lower(info.scope()));
        return fields;
    }

    private static void table(List<PolicyInfo> infos, PrintWriter out) {
        int width = infos.stream().mapToInt(info -> info.id().length()).max().orElse(6);
        String format = "%-" + width + "s  %-13s  %-9s  %s%n";
        out.printf(format, "POLICY", "STANDING", "SCOPE", "WHAT IT IS");
        for (PolicyInfo info : infos) {
            String aliases = info.aliases().isEmpty() ? "" : " (also: " + String.join(", ", info.aliases()) + ")";
            out.printf(format, info.id(), lower(info.standing()), lower(info.scope()), info.title() + aliases);
            out.printf("%-" + width + "s  source: %s%n", "", info.source());
        }
    }

    private static void details(PolicyInfo info, PrintWriter out) {
        out.println(info.id() + ": " + info.title());
        if (!info.aliases().isEmpty()) {
            out.println("  also      " + String.join(", ", info.aliases()));
        }
        out.println("  standing  " + lower(info.standing()));
        out.println("  scope     " + lower(info.scope()));
        out.println("  source    " + info.source());
        out.println("  rule      " + info.rule());
    }

    private static String lower(Enum<?> value) {
        return value.name().toLowerCase(Locale.ROOT);
    }
}
