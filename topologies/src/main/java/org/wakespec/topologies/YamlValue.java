// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.topologies;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.api.lowlevel.Compose;
import org.snakeyaml.engine.v2.exceptions.Mark;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.NodeTuple;
import org.snakeyaml.engine.v2.nodes.ScalarNode;
import org.snakeyaml.engine.v2.nodes.SequenceNode;
import org.snakeyaml.engine.v2.nodes.Tag;

/**
 * A value of a YAML 1.2 file that knows where it stands, so that whoever reads it, now or later, can say what is wrong
 * with file and line. Immutable.
 */
public final class YamlValue {

    private static final int MAX_DEPTH = 32;
    /** Values of a file, each counted as often as aliases repeat it: few aliases of aliases make very many. */
    private static final int MAX_VALUES = 500_000;

    private final String file;
    private final int line;
    private final Map<String, YamlValue> map;
    private final List<YamlValue> list;
    private final String text;
    private final boolean plainNull;
    /** Written as a YAML number or truth value, so quoted digits are not one. */
    private final Tag tag;

    private YamlValue(String file, int line, Map<String, YamlValue> map, List<YamlValue> list, String text, Tag tag) {
        this.file = file;
        this.line = line;
        this.map = map;
        this.list = list;
        this.text = text;
        this.tag = tag;
        this.plainNull = Tag.NULL.equals(tag);
    }

    /**
     * Parses a whole document.
     *
     * @param yaml the text
     * @param file its name, for messages
     * @throws MachineFileException if it is not YAML, is empty, or repeats a key
     */
    public static YamlValue parse(String yaml, String file) {
        try {
            Node root = new Compose(LoadSettings.builder().setLabel(file).build())
                    .composeString(yaml)
                    .orElseThrow(() -> new MachineFileException(file, 1, "the file is empty", null));
            return convert(root, file, 0, new int[1]);
        } catch (MarkedYamlEngineException e) {
            int line = e.getProblemMark().map(mark -> mark.getLine() + 1).orElse(1);
            throw new MachineFileException(file, line, "not valid YAML: " + e.getProblem(), e);
        } catch (YamlEngineException e) {
            throw new MachineFileException(file, 1, "not valid YAML: " + e.getMessage(), e);
        }
    }

    private static YamlValue convert(Node node, String file, int depth, int[] values) {
        int line = node.getStartMark().map(Mark::getLine).orElse(0) + 1;
        if (depth > MAX_DEPTH) {
            throw new MachineFileException(file, line, "nested more than " + MAX_DEPTH + " deep", null);
        }
        if (++values[0] > MAX_VALUES) {
            throw new MachineFileException(file, line, "more than " + MAX_VALUES + " values, aliases counted", null);
        }
        if (node instanceof MappingNode mapping) {
            Map<String, YamlValue> map = new LinkedHashMap<>();
            for (NodeTuple tuple : mapping.getValue()) {
                int keyLine =
                        tuple.getKeyNode().getStartMark().map(Mark::getLine).orElse(0) + 1;
                if (!(tuple.getKeyNode() instanceof ScalarNode key)) {
                    throw new MachineFileException(file, keyLine, "a key must be plain text", null);
                }
                YamlValue value =
                        convert(tuple.getValueNode(), file, depth + 1, values).movedTo(keyLine);
                YamlValue before = map.putIfAbsent(key.getValue(), value);
                if (before != null) {
                    throw new MachineFileException(
                            file,
                            keyLine,
                            "the key '" + key.getValue() + "' was already given in line " + before.line,
                            null);
                }
            }
            return new YamlValue(file, line, Collections.unmodifiableMap(map), null, null, node.getTag());
        }
        if (node instanceof SequenceNode sequence) {
            List<YamlValue> list = new ArrayList<>();
            for (Node item : sequence.getValue()) {
                list.add(convert(item, file, depth + 1, values));
            }
            return new YamlValue(file, line, null, Collections.unmodifiableList(list), null, node.getTag());
        }
        ScalarNode scalar = (ScalarNode) node;
        return new YamlValue(file, line, null, null, scalar.getValue(), scalar.getTag());
    }

    /** A value is found at the line of its key, where people look for it. */
    private YamlValue movedTo(int keyLine) {
        return new YamlValue(file, keyLine, map, list, text, tag);
    }

    public String file() {
        return file;
    }

    /** Line, counted from 1; of a map's value, the line of its key. */
    public int line() {
        return line;
    }

    public boolean isMap() {
        return map != null;
    }

    public boolean isList() {
        return list != null;
    }

    /** Whether it is a number, text or truth value. */
    public boolean isScalar() {
        return text != null && !plainNull;
    }

    /** Keys with values, in file order. */
    public Map<String, YamlValue> asMap() {
        if (map == null) {
            throw error("expected keys with values here, found " + kind());
        }
        return map;
    }

    public List<YamlValue> asList() {
        if (list == null) {
            throw error("expected a list here, found " + kind());
        }
        return list;
    }

    public String asText() {
        if (!isScalar()) {
            throw error("expected a text here, found " + kind());
        }
        return text;
    }

    /** A whole number within bounds, inclusive. */
    public int asInt(int least, int most) {
        int value;
        try {
            value = Integer.parseInt(asText());
        } catch (NumberFormatException e) {
            throw error("expected a whole number from " + least + " to " + most + ", found '" + text + "'");
        }
        if (value < least || value > most) {
            throw error("expected a number from " + least + " to " + most + ", found " + value);
        }
        return value;
    }

    /** A number that may have a fraction. */
    public double asDouble() {
        try {
            return Double.parseDouble(asText());
        } catch (NumberFormatException e) {
            throw error("expected a number, found '" + text + "'");
        }
    }

    public boolean asBoolean() {
        return switch (asText()) {
            case "true" -> true;
            case "false" -> false;
            default -> throw error("expected true or false, found '" + text + "'");
        };
    }

    /** Refuses every key that is not known, naming the nearest known one. */
    public void allowKeys(Set<String> known) {
        for (Map.Entry<String, YamlValue> entry : asMap().entrySet()) {
            if (!known.contains(entry.getKey())) {
                String near = Nearest.clause(entry.getKey(), known);
                throw entry.getValue()
                        .error("unknown key '" + entry.getKey() + "'"
                                + (near.isEmpty() ? "; expected one of " + String.join(", ", known) : near));
            }
        }
    }

    /** An exception to throw: file and line of this value, then the problem. */
    public MachineFileException error(String problem) {
        return new MachineFileException(file, line, problem, null);
    }

    /** The value as plain Java: maps, lists, {@code Long}, {@code Double}, {@code Boolean}, {@code String} or null. */
    public Object toPlain() {
        if (map != null) {
            Map<String, Object> plain = new LinkedHashMap<>();
            map.forEach((key, value) -> plain.put(key, value.toPlain()));
            return plain;
        }
        if (list != null) {
            List<Object> plain = new ArrayList<>();
            list.forEach(item -> plain.add(item.toPlain()));
            return plain;
        }
        if (plainNull) {
            return null;
        }
        if (Tag.INT.equals(tag)) {
            return Long.valueOf(text);
        }
        if (Tag.FLOAT.equals(tag)) {
            return Double.valueOf(text);
        }
        if (Tag.BOOL.equals(tag)) {
            return Boolean.valueOf(text);
        }
        return text;
    }

    private String kind() {
        if (map != null) {
            return "keys with values";
        }
        if (list != null) {
            return "a list";
        }
        return plainNull ? "nothing" : "'" + text + "'";
    }
}
