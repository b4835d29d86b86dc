// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.results;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The first line of a result file: what was run.
 *
 * @param engine version of the engine
 * @param run identifies the plan of the run (the same scenarios and variants give the same value); no time in it
 * @param label what the variants are called, for example {@code policy}
 * @param variants the variants that have scenarios in this run, in order
 * @param selection the settings that chose what to run, by name
 * @param times when the run started; its duration is not known yet and 0
 */
public record RunHeader(
        String engine,
        String run,
        String label,
        List<VariantEntry> variants,
        Map<String, String> selection,
        Optional<Times> times) {

    /** The version of the file format this library writes and reads. */
    public static final int SCHEMA = 1;

    public RunHeader {
        variants = List.copyOf(variants);
        selection = Map.copyOf(selection);
    }

    /**
     * A variant that takes part in the run.
     *
     * @param name its name
     * @param title one line for lists
     * @param standing how exactly it is known; empty if the source says nothing
     */
    public record VariantEntry(String name, String title, String standing) {}
}
