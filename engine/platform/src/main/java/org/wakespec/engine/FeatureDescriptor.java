// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.engine;

import java.util.List;
import java.util.Optional;
import org.junit.platform.engine.TestSource;
import org.junit.platform.engine.UniqueId;
import org.junit.platform.engine.support.descriptor.ClassSource;

/** A feature file. Its children are made when everything that was selected is known. */
final class FeatureDescriptor extends SpecificationContainer {

    private final FeatureFile file;
    private final TriggerDescriptor trigger;
    private final Selection selection = new Selection();
    private List<String> glue;

    FeatureDescriptor(UniqueId parent, FeatureFile file, TriggerDescriptor trigger, Discovery discovery) {
        super(parent.append("feature", file.key()), file.title(), source(file, trigger, discovery));
        this.file = file;
        this.trigger = trigger;
        this.glue = trigger != null ? trigger.glue() : discovery.glue(List.of());
    }

    private static TestSource source(FeatureFile file, TriggerDescriptor trigger, Discovery discovery) {
        if (trigger != null && discovery.host().wantsClassSources()) {
            return ClassSource.from(trigger.type());
        }
        return file.document()
                .map(document -> file.sourceOf(document.feature()))
                .orElseGet(() -> file.sourceAt(1, 1));
    }

    /** The package a feature lies in, for step classes that lie beside it. */
    static Optional<String> packageOf(FeatureFile file) {
        String path = file.key();
        for (String root : List.of(
                FeatureRepository.CLASSPATH,
                "src/test/resources/",
                "src/main/resources/",
                "src/test/java/",
                "target/test-classes/",
                "target/classes/")) {
            int at = path.lastIndexOf(root);
            if (at >= 0) {
                String relative = FeatureRepository.resourceName(path.substring(at + root.length()));
                int slash = relative.lastIndexOf('/');
                return slash < 0
                        ? Optional.empty()
                        : Optional.of(relative.substring(0, slash).replace('/', '.'))
                                .filter(name -> name.matches("[\\p{L}\\p{N}_$]+(\\.[\\p{L}\\p{N}_$]+)*"));
            }
        }
        return Optional.empty();
    }

    FeatureFile file() {
        return file;
    }

    Optional<TriggerDescriptor> trigger() {
        return Optional.ofNullable(trigger);
    }

    Selection selection() {
        return selection;
    }

    /** Features without a class share their step classes, so that the class path is scanned for all of them at once. */
    void useGlue(List<String> shared) {
        glue = shared;
    }

    List<String> glue() {
        return glue;
    }

    @Override
    public String getLegacyReportingName() {
        return file.title();
    }
}
