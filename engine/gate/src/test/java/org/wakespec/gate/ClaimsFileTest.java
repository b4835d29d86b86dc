// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.gate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ClaimsFileTest {

    private static final String GOOD = """
            policy: sync-pair-v4
            title: a title
            envelope:
              - name: handoff
                wf-sync: yes
                smt: no
                nr-cpus-allowed: at least 2
                place: [waker, previous]
                machine: altra-*
            fixes:
              - A scenario
            budgets:
              - scenario: Pipe
                figure: usec/op
                change: at most -5 %
            noise: 3 %
            """;

    @TempDir
    Path dir;

    private static ObjectNode facts() {
        return new ObjectMapper()
                .createObjectNode()
                .put("machine", "altra-80")
                .put("kind", "wakeup")
                .put("wf-sync", true)
                .put("smt", false)
                .put("isolation", "none")
                .put("wake-affine", true)
                .put("nr-cpus-allowed", 2)
                .put("place", "waker");
    }

    @Test
    void readsEverything() {
        Claims claims = ClaimsFile.parse(GOOD, "c.yaml");

        assertThat(claims.policy()).isEqualTo("sync-pair-v4");
        assertThat(claims.noise()).isEqualTo(3);
        assertThat(claims.fixes()).containsExactly(new Claims.Fix("c.yaml:11", "A scenario"));
        assertThat(claims.budgets()).singleElement().satisfies(b -> {
            assertThat(b.met(-5)).isTrue();
            assertThat(b.met(-4.9)).isFalse();
        });
        assertThat(claims.envelope().contains(facts())).isTrue();
    }

    @ParameterizedTest
    @CsvSource({
        "smt,true,smt is yes",
        "wf-sync,false,wf-sync is no",
        "nr-cpus-allowed,1,nr-cpus-allowed is 1",
        "place,elsewhere,place is elsewhere",
        "machine,zen3,machine is zen3",
        "isolation,boot,'isolation is boot, claimed none'",
        "wake-affine,false,wake-affine is no",
        "kind,fork,kind is fork",
    })
    void eachConditionCounts(String fact, String value, String objection) {
        ObjectNode facts = facts();
        if (value.equals("true") || value.equals("false")) {
            facts.put(fact, Boolean.parseBoolean(value));
        } else if (value.equals("1")) {
            facts.put(fact, 1);
        } else {
            facts.put(fact, value);
        }
        Envelope envelope = ClaimsFile.parse(GOOD, "c.yaml").envelope();

        assertThat(envelope.contains(facts)).isFalse();
        assertThat(envelope.objections(facts)).singleElement().asString().startsWith(objection);
    }

    @Test
    void whoWantsMoreSaysSo() {
        Envelope envelope = ClaimsFile.parse("policy: p\nenvelope:\n  - isolation: any\n    wake-affine: any\n", "c")
                .envelope();

        assertThat(envelope.contains(facts().put("isolation", "boot").put("wake-affine", false)))
                .isTrue();
        assertThat(envelope.contains(facts().put("kind", "fork"))).isFalse();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '#',
            value = {
                "'policy: p\nenvelop: []'#c:2: unknown key 'envelop'; did you mean 'envelope'?",
                "'title: x'#c:1: the key 'policy' is missing",
                "'policy: p\nenvelope:\n  - smtt: no'#c:3: an envelope has no condition 'smtt', did you mean 'smt'?",
                "'policy: p\nenvelope:\n  - smt: maybe'#c:3: 'smt' cannot be 'maybe'",
                "'policy: p\nenvelope:\n  - isolation: bot'#c:3: 'isolation' cannot be 'bot', did you mean 'boot'?",
                "'policy: p\nenvelope:\n  - nr-cpus-allowed: few'#c:3: 'nr-cpus-allowed' is a number",
                "'policy: p\nbudgets:\n  - scenario: s'#c:3: a budget needs the key 'figure'",
                "'policy: p\nbudgets:\n  - scenario: s\n    figure: f\n    change: less'#c:5: expected a change by value",
                "'policy: p\nnoise: much'#c:2: expected a share such as '2 %'",
                "'policy: ['#not valid YAML",
                "''#the file is empty",
            })
    void whatIsWrongIsNamedWithItsLine(String yaml, String message) {
        assertThatThrownBy(() -> ClaimsFile.parse(yaml, "c"))
                .isInstanceOf(GateException.class)
                .hasMessageContaining(message);
    }

    @Test
    void aBombIsRefused() {
        StringBuilder bomb = new StringBuilder("policy: p\nfixes:\n  - &a0 [x]\n");
        for (int i = 1; i < 60; i++) {
            bomb.append("  - &a")
                    .append(i)
                    .append(" [*a")
                    .append(i - 1)
                    .append(", *a")
                    .append(i - 1)
                    .append("]\n");
        }

        assertThatThrownBy(() -> ClaimsFile.parse(bomb.toString(), "c")).isInstanceOf(GateException.class);
    }

    @Test
    void filesThatAreNoneAreNamed() throws IOException {
        assertThatThrownBy(() -> ClaimsFile.read(dir.resolve("none.yaml"))).hasMessageContaining("none.yaml");
        assertThatThrownBy(() -> ClaimsFile.read(dir)).hasMessageContaining("is a directory");
        Path binary = Files.write(dir.resolve("b.yaml"), new byte[] {(byte) 0xff, (byte) 0xfe, 0});
        assertThatThrownBy(() -> ClaimsFile.read(binary)).hasMessageContaining("b.yaml:1: not a text");
        Path big = Files.write(dir.resolve("big.yaml"), " ".repeat(1_000_001).getBytes(StandardCharsets.UTF_8));
        assertThatThrownBy(() -> ClaimsFile.read(big)).hasMessageContaining("at most");
    }
}
