// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.workloads.rtapp;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.json.JsonReadFeature;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/**
 * JSON as rt-app reads it: members of an object stay in file order, also several of one name; trailing commas and comments are
 * accepted, and so are {@code "suspend"} and {@code "yield"} without a value. Every node knows its line.
 */
final class JsonNode {

    /** A member of an object. */
    record Member(String key, JsonNode value, int line) {}

    private static final JsonFactory FACTORY = JsonFactory.builder()
            .enable(JsonReadFeature.ALLOW_TRAILING_COMMA)
            .enable(JsonReadFeature.ALLOW_JAVA_COMMENTS)
            .enable(JsonReadFeature.ALLOW_UNESCAPED_CONTROL_CHARS)
            .build();

    /** An event that takes no argument, written without one. */
    private static final Pattern BARE = Pattern.compile("([{,]\\s*\"(?:suspend|yield)\\w*\")(?=\\s*[,}])");

    private final String file;
    private final int line;
    private final List<Member> members;
    private final List<JsonNode> items;
    private final String scalar;
    private final boolean number;

    private JsonNode(String file, int line, List<Member> members, List<JsonNode> items, String scalar, boolean number) {
        this.file = file;
        this.line = line;
        this.members = members;
        this.items = items;
        this.scalar = scalar;
        this.number = number;
    }

    static JsonNode parse(String json, String file) {
        try (JsonParser parser = FACTORY.createParser(BARE.matcher(json).replaceAll("$1:\"\""))) {
            parser.nextToken();
            JsonNode root = read(parser, file);
            if (parser.nextToken() != null) {
                throw new RtAppException(file, lineOf(parser), "something follows the end of the workload");
            }
            return root;
        } catch (JsonProcessingException e) {
            int line = e.getLocation() == null ? 1 : e.getLocation().getLineNr();
            throw new RtAppException(file, line, "not JSON: " + e.getOriginalMessage());
        } catch (IOException e) {
            throw new IllegalStateException("reading a string failed", e);
        }
    }

    private static int lineOf(JsonParser parser) {
        return parser.currentTokenLocation().getLineNr();
    }

    private static JsonNode read(JsonParser parser, String file) throws IOException {
        JsonToken token = parser.currentToken();
        if (token == null) {
            throw new RtAppException(file, 1, "the file is empty; expected an object with 'tasks'");
        }
        int line = lineOf(parser);
        if (token == JsonToken.START_OBJECT) {
            List<Member> members = new ArrayList<>();
            while (parser.nextToken() != JsonToken.END_OBJECT) {
                String key = parser.currentName();
                int keyLine = lineOf(parser);
                parser.nextToken();
                members.add(new Member(key, read(parser, file), keyLine));
            }
            return new JsonNode(file, line, members, null, null, false);
        }
        if (token == JsonToken.START_ARRAY) {
            List<JsonNode> items = new ArrayList<>();
            while (parser.nextToken() != JsonToken.END_ARRAY) {
                items.add(read(parser, file));
            }
            return new JsonNode(file, line, null, items, null, false);
        }
        return new JsonNode(file, line, null, null, parser.getText(), token.isNumeric());
    }

    boolean isObject() {
        return members != null;
    }

    boolean isArray() {
        return items != null;
    }

    List<Member> members(String what) {
        if (members == null) {
            throw error(what + " is an object, not " + describe());
        }
        return members;
    }

    List<JsonNode> items() {
        return items;
    }

    /** The last member of that name, or null. */
    JsonNode get(String key) {
        JsonNode found = null;
        for (Member member : members) {
            if (member.key().equals(key)) {
                found = member.value();
            }
        }
        return found;
    }

    String text(String what) {
        if (scalar == null) {
            throw error(what + " is a name, not " + describe());
        }
        return scalar;
    }

    boolean truth(String what) {
        if (!"true".equals(scalar) && !"false".equals(scalar)) {
            throw error(what + " is true or false, not " + describe());
        }
        return Boolean.parseBoolean(scalar);
    }

    boolean isNumber() {
        return number;
    }

    long integer(String what, long least, long most) {
        if (!number) {
            throw error(what + " is a number, not " + describe());
        }
        long value;
        try {
            value = Long.parseLong(scalar);
        } catch (NumberFormatException e) {
            throw error(what + " is a whole number, not " + scalar);
        }
        if (value < least || value > most) {
            throw error(what + " is " + least + " to " + most + ", not " + value);
        }
        return value;
    }

    private String describe() {
        return members != null ? "an object" : items != null ? "a list" : "'" + scalar + "'";
    }

    RtAppException error(String problem) {
        return new RtAppException(file, line, problem);
    }

    RtAppException errorAt(int atLine, String problem) {
        return new RtAppException(file, atLine, problem);
    }
}
