// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.engine;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.Set;
import org.wakespec.engine.spi.Variant;
import org.wakespec.engine.spi.VariantSource;

/** Knows the variants and decides which of them a scenario runs on. */
final class VariantCatalogue {

    private static final String ALL = "all";
    private static final String FOLLOW = ".follow";
    private static final VariantCatalogue NONE = new VariantCatalogue(new NoVariants(), List.of());

    private final VariantSource source;
    private final List<Variant> variants;
    private final Map<String, Variant> byName = new HashMap<>();
    private final Optional<Set<Variant>> chosenByProperty;
    private final List<Problem> problems = new ArrayList<>();
    private Variant follower;
    private Variant leader;
    private final Map<List<Object>, Choice> choices = new HashMap<>();

    VariantCatalogue(Settings settings) {
        this(find(settings), settings);
    }

    private VariantCatalogue(VariantSource source, Settings settings) {
        this(source, settings.list(Settings.PREFIX + source.plural()));
        settings.text(propertyName() + FOLLOW).ifPresent(this::follow);
    }

    /** {@code FOLLOWER=LEADER}: a tag that names the leader names the follower, too. */
    void follow(String text) {
        String[] names = text.split("=", -1);
        if (names.length != 2) {
            throw new IllegalArgumentException(
                    propertyName() + FOLLOW + "=" + text + ": expected FOLLOWER=LEADER, two names");
        }
        List<String> unknown = new ArrayList<>();
        List<Variant> both = List.copyOf(resolve(List.of(names[0].strip(), names[1].strip()), unknown));
        unknown.forEach(name -> problems.add(new Problem(
                propertyName() + FOLLOW + "=" + name,
                propertyName() + FOLLOW + " names an unknown " + label() + " '" + name + "'. " + hint(name))));
        if (both.size() == 2) {
            follower = both.get(0);
            leader = both.get(1);
        }
    }

    /** @param wanted what the property names; empty if it is not set */
    VariantCatalogue(VariantSource source, List<String> wanted) {
        this.source = source;
        this.variants = List.copyOf(source.variants());
        for (Variant variant : variants) {
            register(variant.name(), variant);
            for (String alias : variant.aliases()) {
                register(alias, variant);
            }
        }
        if (wanted.isEmpty()) {
            chosenByProperty = Optional.empty();
        } else {
            List<String> unknown = new ArrayList<>();
            chosenByProperty = Optional.of(resolve(wanted, unknown));
            unknown.forEach(name -> problems.add(new Problem(
                    propertyName() + "=" + name,
                    propertyName() + " names an unknown " + label() + " '" + name + "'. " + hint(name))));
        }
    }

    /** Stands in where the real one cannot be had; nothing is run on it. */
    static VariantCatalogue none() {
        return NONE;
    }

    private static VariantSource find(Settings settings) {
        List<VariantSource> found = new ArrayList<>();
        for (VariantSource source :
                ServiceLoader.load(VariantSource.class, Thread.currentThread().getContextClassLoader())) {
            found.add(source);
        }
        Optional<String> wanted = settings.text(Settings.VARIANT_SOURCE);
        if (wanted.isPresent()) {
            return found.stream()
                    .filter(s -> s.label().equals(wanted.get())
                            || s.getClass().getName().equals(wanted.get()))
                    .findFirst()
                    .orElseThrow(() -> new IllegalArgumentException(Settings.VARIANT_SOURCE + "=" + wanted.get()
                            + " names no variant source. " + Nearest.hint(wanted.get(), names(found))));
        }
        if (found.size() > 1) {
            throw new IllegalArgumentException("several variant sources are on the class path: " + names(found)
                    + "; choose one with " + Settings.VARIANT_SOURCE + "=LABEL");
        }
        return found.isEmpty() ? new NoVariants() : found.get(0);
    }

    private static List<String> names(List<VariantSource> sources) {
        return sources.stream().map(VariantSource::label).toList();
    }

    private void register(String name, Variant variant) {
        Variant other = byName.putIfAbsent(name, variant);
        if (other != null && !other.equals(variant)) {
            throw new IllegalArgumentException("the " + label() + " name '" + name + "' means both '" + other.name()
                    + "' and '" + variant.name() + "'");
        }
    }

    String label() {
        return source.label();
    }

    /** The property that selects variants, for example {@code wakespec.policies}. */
    String propertyName() {
        return Settings.PREFIX + source.plural();
    }

    List<String> gluePackages() {
        return source.gluePackages();
    }

    /** What is wrong with the property that selects variants. */
    List<Problem> problems() {
        return List.copyOf(problems);
    }

    Optional<Variant> byName(String name) {
        return Optional.ofNullable(byName.get(name));
    }

    /** Where a variant stands in the list of all. */
    int position(Variant variant) {
        return variants.indexOf(variant);
    }

    /** A sentence that helps somebody who wrote an unknown name. */
    String hint(String name) {
        String listing = source.listing();
        String all = listing.isEmpty()
                ? "Known: "
                        + String.join(", ", variants.stream().map(Variant::name).toList()) + "."
                : listing;
        return Nearest.hint(name, byName.keySet()) + " " + all;
    }

    /**
     * Which variants a scenario runs on.
     *
     * @param tags all tags in force
     * @param preferred what the trigger class prefers to the source's defaults; may be empty
     */
    Choice choose(List<String> tags, List<String> preferred) {
        return choices.computeIfAbsent(List.of(tags, preferred), key -> decide(tags, preferred));
    }

    private Choice decide(List<String> tags, List<String> preferred) {
        List<Unknown> unknown = new ArrayList<>();
        Set<Variant> named = named(tags, "@" + label() + ":", unknown);
        if (follower != null && named.contains(leader)) {
            named.add(follower);
        }
        Set<Variant> excluded = named(tags, "@not-" + label() + ":", unknown);
        Set<Variant> chosen = new LinkedHashSet<>();
        boolean isTagged = tags.stream().anyMatch(tag -> tag.startsWith("@" + label() + ":"));
        if (isTagged) {
            chosen.addAll(named);
            chosenByProperty.ifPresent(chosen::retainAll);
        } else {
            chosen.addAll(chosenByProperty.orElseGet(() -> defaults(preferred)));
        }
        chosen.removeAll(excluded);
        return new Choice(List.copyOf(chosen), unknown);
    }

    private Set<Variant> defaults(List<String> preferred) {
        return resolve(preferred.isEmpty() ? source.defaults() : preferred, new ArrayList<>());
    }

    private Set<Variant> named(List<String> tags, String prefix, List<Unknown> unknown) {
        Set<Variant> named = new LinkedHashSet<>();
        for (String tag : tags) {
            if (tag.startsWith(prefix)) {
                List<String> missing = new ArrayList<>();
                named.addAll(resolve(List.of(tag.substring(prefix.length())), missing));
                missing.forEach(name -> unknown.add(new Unknown(tag, name)));
            }
        }
        return named;
    }

    /** The variants with these names in this order; names nobody has go to {@code unknown}. */
    Set<Variant> resolve(Collection<String> names, List<String> unknown) {
        Set<Variant> resolved = new LinkedHashSet<>();
        for (String name : names) {
            if (name.equals(ALL)) {
                resolved.addAll(variants);
            } else if (byName.containsKey(name)) {
                resolved.add(byName.get(name));
            } else {
                unknown.add(name);
            }
        }
        return resolved;
    }

    /**
     * The decision for a scenario.
     *
     * @param variants what it runs on
     * @param unknown tags that name a variant nobody knows
     */
    record Choice(List<Variant> variants, List<Unknown> unknown) {}

    /** A tag that names an unknown variant. */
    record Unknown(String tag, String name) {}
}
