// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.engine.cucumber;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CoderResult;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.wakespec.engine.gherkin.BrokenFeatureException;

/** Says in words what is wrong with the text of a feature: bytes that are none, and what the parser did not expect. */
final class FeatureText {

    private static final int SHOWN = 3;
    private static final int LONGEST = 60;

    private static final Pattern ENCODING =
            Pattern.compile("\\A(\\s*#[^\\n]*\\n)*?\\s*#\\s*encoding\\s*[:=]", Pattern.CASE_INSENSITIVE);
    private static final Pattern PLACE = Pattern.compile("\\((\\d+):\\d+\\): (.*)", Pattern.DOTALL);
    private static final Pattern GOT = Pattern.compile("(.*)expected: (.*), got '(.*)'", Pattern.DOTALL);
    private static final Pattern END = Pattern.compile("unexpected end of file, expected: (.*)", Pattern.DOTALL);

    private static final Map<String, String> WORDS = Map.ofEntries(
            Map.entry("#EOF", "the end of the file"),
            Map.entry("#Language", "'# language:'"),
            Map.entry("#TagLine", "a tag"),
            Map.entry("#FeatureLine", "'Feature:'"),
            Map.entry("#RuleLine", "'Rule:'"),
            Map.entry("#BackgroundLine", "'Background:'"),
            Map.entry("#ScenarioLine", "'Scenario:'"),
            Map.entry("#ExamplesLine", "'Examples:'"),
            Map.entry("#StepLine", "a step"),
            Map.entry("#TableRow", "a table row"),
            Map.entry("#DocStringSeparator", "three quotes"),
            Map.entry("#Other", "text"));

    private FeatureText() {}

    /**
     * Refuses what is no text, or not in the encoding it says.
     *
     * @throws BrokenFeatureException with the line
     */
    static void check(byte[] content) {
        if (content.length >= 2
                && (content[0] == (byte) 0xFF && content[1] == (byte) 0xFE
                        || content[0] == (byte) 0xFE && content[1] == (byte) 0xFF)) {
            throw new BrokenFeatureException("not a text in UTF-8: it begins like UTF-16", 1);
        }
        int lines = 1;
        for (byte b : content) {
            if (b == 0) {
                throw new BrokenFeatureException("not a text: it has a byte 0", lines);
            }
            lines += b == '\n' ? 1 : 0;
        }
        if (!ENCODING.matcher(new String(content, StandardCharsets.ISO_8859_1)).find()) {
            checkUtf8(content);
        }
    }

    private static void checkUtf8(byte[] content) {
        CharsetDecoder decoder = StandardCharsets.UTF_8.newDecoder();
        ByteBuffer bytes = ByteBuffer.wrap(content);
        CharBuffer chars = CharBuffer.allocate(content.length);
        CoderResult end = decoder.decode(bytes, chars, true);
        if (!end.isError()) {
            return;
        }
        int line = 1;
        for (int i = 0; i < bytes.position(); i++) {
            line += content[i] == '\n' ? 1 : 0;
        }
        throw new BrokenFeatureException(
                String.format(
                        "not in UTF-8: the byte 0x%02x; a first line '# encoding: NAME' tells another encoding",
                        content[bytes.position()]),
                line);
    }

    /** What the parser said, with names people know, the first few errors only. */
    static BrokenFeatureException broken(List<String> errors) {
        List<String> said = new ArrayList<>();
        int first = 0;
        for (String error : errors) {
            Matcher place = PLACE.matcher(error);
            boolean placed = place.matches();
            int line = placed ? Integer.parseInt(place.group(1)) : 1;
            String what = placed ? inWords(place.group(2)) : error;
            first = first == 0 ? line : first;
            if (said.size() < SHOWN) {
                said.add(said.isEmpty() ? what : "line " + line + ": " + what);
            }
        }
        if (errors.size() > SHOWN) {
            said.add("and " + (errors.size() - SHOWN) + " more");
        }
        return new BrokenFeatureException(String.join("\n", said), first);
    }

    private static String inWords(String message) {
        Matcher got = GOT.matcher(message);
        if (got.matches()) {
            String text = got.group(3);
            return got.group(1) + "expected: " + tokens(got.group(2)) + ", got '"
                    + (text.length() > LONGEST ? text.substring(0, LONGEST) + "..." : text) + "'";
        }
        Matcher end = END.matcher(message);
        return end.matches() ? "unexpected end of file, expected: " + tokens(end.group(1)) : message;
    }

    /** Comments and empty lines may stand anywhere, so they are no news. */
    private static String tokens(String list) {
        List<String> words = new ArrayList<>();
        for (String token : list.split(", ")) {
            if (!token.equals("#Comment") && !token.equals("#Empty")) {
                words.add(WORDS.getOrDefault(token, token));
            }
        }
        int last = words.size() - 1;
        return last < 1 ? String.join("", words) : String.join(", ", words.subList(0, last)) + " or " + words.get(last);
    }
}
