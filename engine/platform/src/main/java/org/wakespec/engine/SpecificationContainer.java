// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.engine;

import org.junit.platform.engine.TestDescriptor;
import org.junit.platform.engine.TestSource;
import org.junit.platform.engine.UniqueId;
import org.junit.platform.engine.support.descriptor.AbstractTestDescriptor;
import org.junit.platform.engine.support.hierarchical.Node;

/** Anything that holds scenarios. Directly below the root it is also where hooks before and after all scenarios run. */
abstract class SpecificationContainer extends AbstractTestDescriptor implements Node<RunContext> {

    SpecificationContainer(UniqueId uniqueId, String displayName, TestSource source) {
        super(uniqueId, displayName, source);
    }

    @Override
    public final Type getType() {
        return Type.CONTAINER;
    }

    /** Only leaves take locks; see {@link WakespecDescriptor#isGlobalReadLockRequired()}. */
    @Override
    public final boolean isGlobalReadLockRequired() {
        return false;
    }

    @Override
    public final RunContext before(RunContext context) throws Exception {
        if (isTop()) {
            context.beforeContainer(this);
        }
        return context;
    }

    @Override
    public final void after(RunContext context) throws Exception {
        if (isTop()) {
            context.afterContainer(this);
        }
    }

    @Override
    public final void nodeSkipped(RunContext context, TestDescriptor descriptor, SkipResult result) {
        context.notRun(descriptor, result.getReason().orElse("skipped"));
    }

    private boolean isTop() {
        return getParent()
                .filter(parent -> parent instanceof WakespecDescriptor)
                .isPresent();
    }
}
