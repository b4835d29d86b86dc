// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.gate;

import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.nio.charset.MalformedInputException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.wakespec.simulator.NearestNames;
import org.wakespec.topologies.YamlValue;

/** Reads claims files: YAML, described by {@code META-INF/wakespec/claims.schema.json}. */
final class ClaimsFile {

    /** Where claims about a policy are looked for on the class path if no file is named. */
    static final String FOLDER = "META-INF/wakespec/claims/";

    private static final long MOST_BYTES = 1_000_000;
    private static final Set<String> KEYS =
            new LinkedHashSet<>(List.of("policy", "title", "source", "envelope", "fixes", "budgets", "noise"));
    private static final Set<String> BUDGET_KEYS = new LinkedHashSet<>(List.of("scenario", "figure", "change"));
    private static final Pattern CHANGE = Pattern.compile("(at most|at least) ([+-]?\\d{1,6}(?:\\.\\d{1,6})?) ?%");
    private static final Pattern NOISE = Pattern.compile("(\\d{1,3}(?:\\.\\d{1,6})?) ?%");

    private final String source;

    private ClaimsFile(String source) {
        this.source = source;
    }

    /**
     * Reads a file.
     *
     * @throws GateException if it cannot be read; or with file and line if something in it is wrong
     */
    static Claims read(Path file) {
        try {
            if (Files.isDirectory(file)) {
                throw new GateException("--claims " + file + " is a directory, expected a YAML file");
            }
            if (Files.size(file) > MOST_BYTES) {
                throw new GateException(
                        file + ": a claims file has at most " + MOST_BYTES + " bytes, not " + Files.size(file));
            }
            return parse(Files.readString(file), file.toString());
        } catch (NoSuchFileException e) {
            throw new GateException("there is no claims file " + file, e);
        } catch (MalformedInputException e) {
            throw new GateException(file + ":1: not a text in UTF-8, so no claims file", e);
        } catch (IOException e) {
            throw new GateException("the claims file " + file + " cannot be read: " + e.getMessage(), e);
        }
    }

    /** The claims about a policy that are on the class path; {@link Claims#NONE} if there are none. */
    static Claims about(String policy) {
        String name = FOLDER + policy + ".yaml";
        URL url = Thread.currentThread().getContextClassLoader().getResource(name);
        if (url == null) {
            return Claims.NONE;
        }
        try (InputStream in = url.openStream()) {
            return parse(new String(in.readAllBytes(), StandardCharsets.UTF_8), policy + ".yaml");
        } catch (IOException e) {
            throw new GateException("the claims " + url + " cannot be read: " + e.getMessage(), e);
        }
    }

    static Claims parse(String yaml, String source) {
        try {
            return new ClaimsFile(source).read(YamlValue.parse(yaml, source));
        } catch (IllegalArgumentException e) {
            // file, line and problem stand in it
            throw new GateException(e.getMessage(), e);
        }
    }

    private Claims read(YamlValue root) {
        root.allowKeys(KEYS);
        Map<String, YamlValue> map = root.asMap();
        if (!map.containsKey("policy")) {
            throw root.error("the key 'policy' is missing: whose claims are these?");
        }
        List<Envelope.Alternative> envelope = new ArrayList<>();
        if (map.containsKey("envelope")) {
            map.get("envelope").asList().forEach(item -> envelope.add(alternative(item)));
        }
        List<Claims.Fix> fixes = new ArrayList<>();
        if (map.containsKey("fixes")) {
            map.get("fixes").asList().forEach(item -> fixes.add(new Claims.Fix(place(item), item.asText())));
        }
        List<Budget> budgets = new ArrayList<>();
        if (map.containsKey("budgets")) {
            map.get("budgets").asList().forEach(item -> budgets.add(budget(item)));
        }
        return new Claims(
                source,
                map.get("policy").asText(),
                map.containsKey("title") ? map.get("title").asText() : "",
                new Envelope(envelope),
                fixes,
                budgets,
                map.containsKey("noise") ? noise(map.get("noise")) : Claims.NOISE);
    }

    private static Envelope.Alternative alternative(YamlValue value) {
        Map<String, Condition> conditions = new LinkedHashMap<>();
        String name = "";
        for (Map.Entry<String, YamlValue> entry : value.asMap().entrySet()) {
            if (entry.getKey().equals("name")) {
                name = entry.getValue().asText();
                continue;
            }
            if (FactSchema.fact(entry.getKey()) == null) {
                List<String> near = NearestNames.of(entry.getKey(), FactSchema.names());
                throw entry.getValue()
                        .error("an envelope has no condition '" + entry.getKey() + "'"
                                + (near.isEmpty() ? "" : ", did you mean '" + String.join("' or '", near) + "'?")
                                + "; conditions: " + String.join(", ", FactSchema.names()));
            }
            conditions.put(entry.getKey(), Condition.read(entry.getKey(), entry.getValue()));
        }
        return new Envelope.Alternative(name, conditions);
    }

    private Budget budget(YamlValue value) {
        value.allowKeys(BUDGET_KEYS);
        Map<String, YamlValue> map = value.asMap();
        for (String key : BUDGET_KEYS) {
            if (!map.containsKey(key)) {
                throw value.error("a budget needs the key '" + key + "'");
            }
        }
        String change = map.get("change").asText();
        Matcher matcher = CHANGE.matcher(change);
        if (!matcher.matches()) {
            throw map.get("change")
                    .error("expected a change by value such as 'at most -5 %' or 'at least +10 %', found '" + change
                            + "'");
        }
        return new Budget(
                place(value),
                map.get("scenario").asText(),
                map.get("figure").asText(),
                matcher.group(1).equals("at most"),
                Double.parseDouble(matcher.group(2)));
    }

    private static double noise(YamlValue value) {
        Matcher matcher = NOISE.matcher(value.asText());
        if (!matcher.matches()) {
            throw value.error("expected a share such as '2 %', found '" + value.asText() + "'");
        }
        return Double.parseDouble(matcher.group(1));
    }

    private String place(YamlValue value) {
        return source + ":" + value.line();
    }
}
