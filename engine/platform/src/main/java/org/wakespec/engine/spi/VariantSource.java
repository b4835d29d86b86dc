// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.engine.spi;

import java.util.List;

/**
 * Tells the engine what scenarios are run against. Found through {@link java.util.ServiceLoader}; one per class path.
 *
 * <p>From the {@linkplain #label() label} the engine builds the tags {@code @label:NAME} and {@code @not-label:NAME}, the
 * property {@code wakespec.<plural>}, and the last segment of unique ids.
 */
public interface VariantSource {

    /** What the variants are, in the singular: {@code policy}. Letters, digits and hyphens. */
    String label();

    /** The plural, used in the name of the property that selects variants. */
    default String plural() {
        String label = label();
        return label.matches(".*[^aeiou]y") ? label.substring(0, label.length() - 1) + "ies" : label + "s";
    }

    /** All variants, in the order in which they are to be listed. Names and aliases are distinct. */
    List<Variant> variants();

    /** A sentence that says how to list all variants, for messages about unknown names; empty: the message lists them. */
    default String listing() {
        return "";
    }

    /** Names of the variants a scenario runs on if neither a tag nor a property nor the trigger class chooses. */
    List<String> defaults();

    /** Packages with step classes that every run uses, besides those of the trigger class. */
    default List<String> gluePackages() {
        return List.of();
    }
}
