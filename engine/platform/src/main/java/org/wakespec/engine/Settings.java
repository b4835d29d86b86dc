// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.engine;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.junit.platform.engine.ConfigurationParameters;

/**
 * What can be configured, by JUnit configuration parameters and thereby also by system properties and
 * {@code junit-platform.properties}. The names are listed in the package documentation.
 */
final class Settings {

    static final String PREFIX = "wakespec.";
    static final String FEATURES = PREFIX + "features";
    static final String TAGS = PREFIX + "tags";
    static final String NAME = PREFIX + "name";
    static final String GLUE = PREFIX + "glue";
    static final String PLUGINS = PREFIX + "plugins";
    static final String SUMMARY = PREFIX + "summary";
    static final String DRY_RUN = PREFIX + "dry-run";
    static final String SOURCE = PREFIX + "source";
    static final String NAMING = PREFIX + "naming";
    static final String RESULTS = PREFIX + "results.file";
    static final String OBJECT_FACTORY = PREFIX + "object-factory";
    static final String VARIANT_SOURCE = PREFIX + "variant-source";
    static final String ATTACHMENT_FILES = PREFIX + "attachments.files";
    static final String PARALLEL = PREFIX + "execution.parallel.enabled";
    static final String PARALLEL_CONFIG = PREFIX + "execution.parallel.config.";
    static final String EXCLUSIVE = PREFIX + "execution.exclusive-resources.";
    static final String ORDER = PREFIX + "execution.order";
    static final String ORDER_SEED = PREFIX + "execution.order.seed";

    private final ConfigurationParameters parameters;

    Settings(ConfigurationParameters parameters) {
        this.parameters = parameters;
    }

    Optional<String> text(String key) {
        return parameters.get(key).map(String::strip).filter(text -> !text.isEmpty());
    }

    List<String> list(String key) {
        return text(key).map(Settings::split).orElse(List.of());
    }

    static List<String> split(String text) {
        return Arrays.stream(text.split(","))
                .map(String::strip)
                .filter(part -> !part.isEmpty())
                .toList();
    }

    boolean isSet(String key) {
        return parameters.getBoolean(key).orElse(false);
    }

    /**
     * Whether a switch is on.
     *
     * @throws IllegalArgumentException if it is neither on nor off: JUnit would take "yes" for false
     */
    boolean checkedSwitch(String key) {
        text(key).ifPresent(text -> {
            if (!text.equalsIgnoreCase("true") && !text.equalsIgnoreCase("false")) {
                throw new IllegalArgumentException(key + "=" + text + " is not known; expected true or false");
            }
        });
        return isSet(key);
    }

    Optional<Long> number(String key) {
        return text(key).map(text -> {
            try {
                return Long.valueOf(text);
            } catch (NumberFormatException e) {
                throw new IllegalArgumentException(key + "=" + text + " is not a whole number", e);
            }
        });
    }

    boolean longNames() {
        return text(NAMING)
                .map(naming -> switch (naming) {
                    case "short" -> false;
                    case "long" -> true;
                    default ->
                        throw new IllegalArgumentException(
                                NAMING + "=" + naming + " is not known; expected short or long");
                })
                .orElse(false);
    }

    /** The seed if scenarios are to run in random order. */
    Optional<Long> randomOrder() {
        return text(ORDER).flatMap(order -> switch (order) {
            case "lexical" -> Optional.empty();
            case "random" -> Optional.of(number(ORDER_SEED).orElse(0L));
            default ->
                throw new IllegalArgumentException(ORDER + "=" + order + " is not known; expected lexical or random");
        });
    }

    /** For which scenarios attachments become files. */
    AttachmentFiles attachmentFiles() {
        String wanted = text(ATTACHMENT_FILES).orElse("always");
        try {
            return AttachmentFiles.valueOf(wanted.toUpperCase(Locale.ROOT));
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(
                    ATTACHMENT_FILES + "=" + wanted + " is not known; expected always, failed or never", e);
        }
    }

    /** The values of {@code wakespec.attachments.files}. */
    enum AttachmentFiles {
        ALWAYS,
        FAILED,
        NEVER
    }

    /** The settings that choose what is run, for the record. */
    Map<String, String> selection(String variantsKey) {
        Map<String, String> selection = new LinkedHashMap<>();
        for (String key : List.of(FEATURES, TAGS, NAME, variantsKey)) {
            text(key).ifPresent(value -> selection.put(key, value));
        }
        return selection;
    }

    ConfigurationParameters parameters() {
        return parameters;
    }
}
