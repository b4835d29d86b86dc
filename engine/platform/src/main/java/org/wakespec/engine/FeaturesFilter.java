// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.engine;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.wakespec.engine.gherkin.Element;
import org.wakespec.engine.spi.Variant;

/**
 * {@code wakespec.features}: files or directories by the end of their path, each with lines if wanted:
 * {@code sync.feature:12:40,numa/}. It filters what was discovered and never adds to it, so nothing runs twice.
 */
final class FeaturesFilter implements ScenarioFilter {

    private static final Pattern WITH_LINES = Pattern.compile("(.*?)((?::\\d+)*)");

    private record Wanted(String text, String path, List<Integer> lines) {

        boolean isFor(FeatureFile file) {
            String key = "/" + file.key().replace(FeatureRepository.CLASSPATH, "");
            String where = path.endsWith("/") ? path : path + "/";
            return key.endsWith("/" + path)
                    || (key + "/").contains("/" + where)
                    || file.uri().getPath() != null && file.uri().getPath().equals(path);
        }

        boolean accepts(FeatureFile file, Element runnable) {
            if (!isFor(file)) {
                return false;
            }
            Element feature = file.document().orElseThrow().feature();
            return lines.isEmpty()
                    || lines.stream()
                            .anyMatch(line ->
                                    feature.at(line).filter(runnable::isWithin).isPresent());
        }
    }

    private final List<Wanted> wanted = new ArrayList<>();

    FeaturesFilter(List<String> values) {
        for (String value : values) {
            Matcher matcher = WITH_LINES.matcher(value);
            if (matcher.matches()) {
                String path = matcher.group(1).replace('\\', '/').replaceFirst("^(classpath:)?(\\./)*", "");
                List<Integer> lines = matcher.group(2).isEmpty()
                        ? List.of()
                        : Arrays.stream(matcher.group(2).substring(1).split(":"))
                                .map(FeaturesFilter::line)
                                .toList();
                wanted.add(new Wanted(value, path, lines));
            }
        }
    }

    private static int line(String digits) {
        // a number of any length is a line no file has
        return digits.length() > 9 ? Integer.MAX_VALUE : Integer.parseInt(digits);
    }

    @Override
    public boolean accepts(FeatureFile file, Element runnable, Variant variant, String longName) {
        return wanted.stream().anyMatch(w -> w.accepts(file, runnable));
    }

    /** Whether a file that cannot be parsed is among what is wanted. */
    boolean acceptsFile(FeatureFile file) {
        return wanted.stream().anyMatch(w -> w.isFor(file));
    }

    @Override
    public String description() {
        return Settings.FEATURES + "="
                + String.join(",", wanted.stream().map(Wanted::text).toList());
    }

    @Override
    public List<Problem> check(Collection<FeatureFile> features) {
        List<Problem> problems = new ArrayList<>();
        for (Wanted w : wanted) {
            List<FeatureFile> files = features.stream().filter(w::isFor).toList();
            if (files.isEmpty()) {
                problems.add(new Problem(
                        Settings.FEATURES + "=" + w.text(),
                        Settings.FEATURES + " names '" + w.text() + "', which matches no feature. "
                                + nearest(w, features)));
                continue;
            }
            for (int line : w.lines()) {
                boolean exists = files.stream()
                        .anyMatch(file -> file.document().isEmpty()
                                || file.document().get().feature().at(line).isPresent());
                if (!exists) {
                    problems.add(new Problem(
                            Settings.FEATURES + "=" + w.text(),
                            Settings.FEATURES + " names line "
                                    + line + " of " + files.get(0).key() + ", which has no such line. "
                                    + scenarios(files.get(0))));
                }
            }
        }
        return problems;
    }

    private static String nearest(Wanted w, Collection<FeatureFile> features) {
        boolean isDirectory = w.path().endsWith("/");
        String path = isDirectory ? w.path().substring(0, w.path().length() - 1) : w.path();
        return Nearest.hint(
                path.substring(path.lastIndexOf('/') + 1),
                features.stream()
                        .map(file -> isDirectory ? directory(file) : file.fileName())
                        .toList());
    }

    /** The name of the directory it is in, with a slash behind it. */
    private static String directory(FeatureFile file) {
        String key = file.key().replace(FeatureRepository.CLASSPATH, "");
        String path = key.substring(0, Math.max(0, key.lastIndexOf('/')));
        return path.substring(path.lastIndexOf('/') + 1) + "/";
    }

    private static String scenarios(FeatureFile file) {
        List<String> lines = file.document()
                .map(document -> document.runnables().stream()
                        .map(runnable -> runnable.line() + " '" + runnable.title() + "'")
                        .limit(12)
                        .toList())
                .orElse(List.of());
        return "Scenarios: " + String.join(", ", lines) + ".";
    }

    @Override
    public Optional<String> hint(Collection<FeatureFile> features) {
        return Optional.empty();
    }
}
