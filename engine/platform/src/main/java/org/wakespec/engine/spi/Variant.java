// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.engine.spi;

import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * One of the things every scenario is run against.
 *
 * <p>Step classes get the variant of the scenario they run in by constructor injection, or from {@link #current()}.
 *
 * @param label what kind of thing it is, for example {@code policy}; the same for all variants of a source
 * @param name its name in tags, properties, display names and result files
 * @param aliases other names that are understood wherever a name is
 * @param title one line for lists; may be empty
 * @param standing how exactly it is known; may be empty
 */
public record Variant(String label, String name, List<String> aliases, String title, String standing) {

    private static final ThreadLocal<Variant> CURRENT = new ThreadLocal<>();

    public Variant {
        requireWord(label, "label");
        requireWord(name, "name");
        aliases = List.copyOf(aliases);
        for (String alias : aliases) {
            requireWord(alias, "alias");
        }
        Objects.requireNonNull(title, "title");
        Objects.requireNonNull(standing, "standing");
    }

    /** A variant that has nothing but a name. */
    public static Variant of(String label, String name) {
        return new Variant(label, name, List.of(), "", "");
    }

    /**
     * The variant of the scenario that runs on this thread.
     *
     * @throws IllegalStateException if no scenario runs on this thread
     */
    public static Variant current() {
        return ifCurrent()
                .orElseThrow(() -> new IllegalStateException(
                        "no scenario is running on this thread; outside the engine use Variant.standIn(...)"));
    }

    /** The variant of the scenario that runs on this thread, if one does. */
    public static Optional<Variant> ifCurrent() {
        return Optional.ofNullable(CURRENT.get());
    }

    /**
     * Makes this the current variant of the thread until the returned scope is closed: for code that calls steps
     * outside the engine.
     */
    public static Scope standIn(Variant variant) {
        Variant before = CURRENT.get();
        CURRENT.set(Objects.requireNonNull(variant, "variant"));
        return () -> {
            if (before == null) {
                CURRENT.remove();
            } else {
                CURRENT.set(before);
            }
        };
    }

    /** The tag that stands for this variant, for example {@code @policy:linux-7.2}. */
    public String tag() {
        return "@" + label + ":" + name;
    }

    /** Whether this is the variant's name or one of its aliases. */
    public boolean isCalled(String nameOrAlias) {
        return name.equals(nameOrAlias) || aliases.contains(nameOrAlias);
    }

    private static void requireWord(String word, String what) {
        Objects.requireNonNull(word, what);
        // names appear in tags, comma separated properties, file names and JUnit tags
        boolean isWord = !word.isEmpty() && isLetterOrDigit(word.charAt(0));
        for (int i = 1; i < word.length(); i++) {
            isWord &= isLetterOrDigit(word.charAt(i)) || "._+-".indexOf(word.charAt(i)) >= 0;
        }
        if (!isWord) {
            throw new IllegalArgumentException("a variant's " + what
                    + " consists of letters, digits and . _ + - and begins with a letter or digit: '" + word + "'");
        }
    }

    private static boolean isLetterOrDigit(char c) {
        return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9';
    }

    /** Written out because a record's own costs a discovery more than the reading of a feature. */
    @Override
    public boolean equals(Object other) {
        return other instanceof Variant variant
                && name.equals(variant.name)
                && label.equals(variant.label)
                && aliases.equals(variant.aliases)
                && title.equals(variant.title)
                && standing.equals(variant.standing);
    }

    @Override
    public int hashCode() {
        return 31 * label.hashCode() + name.hashCode();
    }

    /** Ends a stand-in. */
    @FunctionalInterface
    public interface Scope extends AutoCloseable {
        @Override
        void close();
    }
}
