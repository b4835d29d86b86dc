// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.engine.cucumber;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.net.URI;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.wakespec.engine.gherkin.BrokenFeatureException;

class FeatureTextTest {

    private static final URI FILE = URI.create("file:/x.feature");
    private static final String GOOD = "Feature: M\u00fcller\n  Scenario: x\n    Given a\n";

    private static void refused(byte[] content, int line, String message) {
        assertThatExceptionOfType(BrokenFeatureException.class)
                .isThrownBy(() -> new CucumberRuntime().parse(FILE, content))
                .withMessage(message)
                .satisfies(e -> assertThat(e.line()).isEqualTo(line));
    }

    private static void refused(String content, int line, String message) {
        refused(content.getBytes(StandardCharsets.UTF_8), line, message);
    }

    @Test
    void whatTheParserDidNotExpectIsSaidInWords() {
        refused(
                "Feature: a\n  Background:\n    Given a\n  Background:\n    Given b\n",
                4,
                "expected: the end of the file, a table row, three quotes, a step, a tag, 'Scenario:' or 'Rule:',"
                        + " got 'Background:'");
    }

    @Test
    void onlyTheFirstErrorsAreSaid() {
        String expected = "expected: the end of the file, '# language:', a tag or 'Feature:', got '";
        refused(
                "one\ntwo\n" + "three ".repeat(20) + "\nfour\nfive\n",
                1,
                expected + "one'\nline 2: " + expected + "two'\nline 3: " + expected + "three ".repeat(10)
                        + "...'\nand 2 more");
    }

    @Test
    void aStepOrCellOfEndlessLengthIsRefused() {
        String most = "x".repeat(ElementReader.LONGEST);
        String outline =
                "Feature: a\n  Scenario Outline: b\n    Given c <d>\n    Examples:\n      | d |\n      | %s |\n";
        refused(
                "Feature: a\n  Scenario: b\n    Given " + most + "x\n",
                3,
                "a step of 8193 characters: there is room for 8192");
        refused(outline.formatted(most + "x"), 6, "a cell of 8193 characters: there is room for 8192");
        assertThat(new CucumberRuntime().parse(FILE, outline.formatted(most).getBytes(StandardCharsets.UTF_8)))
                .isPresent();
    }

    @Test
    void bytesThatAreNoTextAreRefusedWithTheirLine() {
        refused("Feature: a\n\0", 2, "not a text: it has a byte 0");
        refused(GOOD.getBytes(StandardCharsets.UTF_16), 1, "not a text in UTF-8: it begins like UTF-16");
        refused(
                ("\n\n" + GOOD).getBytes(StandardCharsets.ISO_8859_1),
                3,
                "not in UTF-8: the byte 0xfc; a first line '# encoding: NAME' tells another encoding");
    }

    @Test
    void aFileMaySayItsEncodingOrBeginWithTheMarkOfUtf8() {
        byte[] latin = ("# a\n# encoding: iso-8859-1\n" + GOOD).getBytes(Charset.forName("ISO-8859-1"));

        assertThat(new CucumberRuntime().parse(FILE, latin)).isPresent();
        assertThat(new CucumberRuntime().parse(FILE, ("\ufeff" + GOOD).getBytes(StandardCharsets.UTF_8)))
                .isPresent();
    }
}
