// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.engine;

import java.lang.annotation.Annotation;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.platform.engine.UniqueId;
import org.junit.platform.engine.support.descriptor.ClassSource;

/** A class with {@link SchedulerSpecifications}. */
final class TriggerDescriptor extends SpecificationContainer {

    private static final String DISABLED = "org.junit.jupiter.api.Disabled";

    private final Class<?> type;
    private final List<String> variants;
    private final List<String> glue;
    private final Set<FeatureFile> features = new LinkedHashSet<>();

    TriggerDescriptor(UniqueId parent, Class<?> type, Discovery discovery) {
        super(parent.append("class", type.getName()), type.getSimpleName(), ClassSource.from(type));
        this.type = type;
        SchedulerSpecifications annotation = type.getAnnotation(SchedulerSpecifications.class);
        this.variants = List.of(annotation.variants());
        List<String> ownGlue = new ArrayList<>(List.of(annotation.glue()));
        if (ownGlue.isEmpty() && !type.equals(AllSpecificationsTest.class)) {
            ownGlue.add(type.getPackageName());
        }
        String[] where = annotation.value().length == 0 ? new String[] {type.getPackageName()} : annotation.value();
        ClasspathFeatures classpath = discovery.classpath(type);
        for (String place : where) {
            List<FeatureFile> found = new ArrayList<>();
            classpath
                    .find(place)
                    .forEach((name, urls) -> found.addAll(discovery.repository().resources(name, urls)));
            if (found.isEmpty()) {
                discovery.problem(new Problem(
                        "no features in " + (place.isEmpty() ? "the class path" : place),
                        "@SchedulerSpecifications on " + type.getName() + ": no .feature file was found in '" + place
                                + "'; expected a package such as 'acme.features' or a resource such as"
                                + " 'acme/sync.feature'"));
            }
            features.addAll(found);
        }
        if (type.equals(AllSpecificationsTest.class)) {
            features.forEach(file -> FeatureDescriptor.packageOf(file).ifPresent(ownGlue::add));
        }
        this.glue = discovery.glue(ownGlue.stream().distinct().toList());
        List<String> unknown = new ArrayList<>();
        discovery.variants().resolve(variants, unknown);
        unknown.forEach(name -> discovery.problem(new Problem(
                "unknown " + discovery.variants().label() + " " + name,
                "@SchedulerSpecifications on " + type.getName() + " names an unknown "
                        + discovery.variants().label() + " '" + name + "'. "
                        + discovery.variants().hint(name))));
    }

    static boolean isTrigger(Class<?> type) {
        return type.isAnnotationPresent(SchedulerSpecifications.class);
    }

    Class<?> type() {
        return type;
    }

    List<String> variants() {
        return variants;
    }

    List<String> glue() {
        return glue;
    }

    /** All its features, whether or not they are selected. */
    Set<FeatureFile> features() {
        return features;
    }

    /** Whether the other class would run a feature in the very same way. */
    boolean runsLike(TriggerDescriptor other) {
        return glue.equals(other.glue) && variants.equals(other.variants);
    }

    @Override
    public String getLegacyReportingName() {
        return type.getName();
    }

    @Override
    public SkipResult shouldBeSkipped(RunContext context) {
        return disabledReason().map(SkipResult::skip).orElseGet(SkipResult::doNotSkip);
    }

    /** Jupiter need not be on the class path, so its annotation is looked for by name. */
    private Optional<String> disabledReason() {
        for (Annotation annotation : type.getAnnotations()) {
            if (annotation.annotationType().getName().equals(DISABLED)) {
                try {
                    Method value = annotation.annotationType().getMethod("value");
                    String reason = (String) value.invoke(annotation);
                    return Optional.of(reason.isBlank() ? type.getName() + " is @Disabled" : reason);
                } catch (ReflectiveOperationException e) {
                    return Optional.of(type.getName() + " is @Disabled");
                }
            }
        }
        return Optional.empty();
    }
}
