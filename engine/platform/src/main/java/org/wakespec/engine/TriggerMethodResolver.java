// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.engine;

import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.Set;
import org.junit.platform.engine.DiscoverySelector;
import org.junit.platform.engine.TestDescriptor;
import org.junit.platform.engine.discovery.DiscoverySelectors;
import org.junit.platform.engine.discovery.MethodSelector;
import org.junit.platform.engine.support.discovery.SelectorResolver;

/** Resolves "methods" of trigger classes: leaves are reported as such where tools know nothing but methods. */
final class TriggerMethodResolver implements SelectorResolver {

    private final Discovery discovery;

    TriggerMethodResolver(Discovery discovery) {
        this.discovery = discovery;
    }

    @Override
    public Resolution resolve(MethodSelector selector, Context context) {
        Class<?> type = selector.getJavaClass();
        if (!TriggerDescriptor.isTrigger(type)) {
            return Resolution.unresolved();
        }
        Optional<TestDescriptor> trigger = context.resolve(DiscoverySelectors.selectClass(type));
        if (trigger.isEmpty()) {
            return Resolution.unresolved();
        }
        discovery.wantName(selector.getMethodName());
        Set<DiscoverySelector> selectors = new LinkedHashSet<>();
        ((TriggerDescriptor) trigger.get())
                .features()
                .forEach(file -> selectors.add(
                        new FeatureSelector(type, file, Selection.Choice.named(selector.getMethodName()))));
        return selectors.isEmpty() ? Resolution.match(Match.partial(trigger.get())) : Resolution.selectors(selectors);
    }
}
