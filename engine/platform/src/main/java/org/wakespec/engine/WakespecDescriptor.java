// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.engine;

import java.util.ArrayList;
import java.util.List;
import org.junit.platform.engine.TestDescriptor;
import org.junit.platform.engine.UniqueId;
import org.junit.platform.engine.support.descriptor.EngineDescriptor;
import org.junit.platform.engine.support.hierarchical.Node;

/** The root of the tree. */
final class WakespecDescriptor extends EngineDescriptor implements Node<RunContext> {

    private final Discovery discovery;

    WakespecDescriptor(UniqueId uniqueId, Discovery discovery) {
        super(uniqueId, "Wakespec");
        this.discovery = discovery;
    }

    Discovery discovery() {
        return discovery;
    }

    List<TriggerDescriptor> triggers() {
        return childrenOf(TriggerDescriptor.class);
    }

    /** Features that were selected without a trigger class. */
    List<FeatureDescriptor> bareFeatures() {
        return childrenOf(FeatureDescriptor.class);
    }

    private <T extends TestDescriptor> List<T> childrenOf(Class<T> type) {
        List<T> found = new ArrayList<>();
        for (TestDescriptor child : getChildren()) {
            if (type.isInstance(child)) {
                found.add(type.cast(child));
            }
        }
        return found;
    }

    @Override
    public RunContext prepare(RunContext context) {
        if (!getChildren().isEmpty()) {
            context.start(this);
        }
        return context;
    }

    @Override
    public void cleanUp(RunContext context) throws Exception {
        context.finish();
    }

    /** A lock held by the root would make every leaf with a resource of its own wait for the end of the run. */
    @Override
    public boolean isGlobalReadLockRequired() {
        return false;
    }
}
