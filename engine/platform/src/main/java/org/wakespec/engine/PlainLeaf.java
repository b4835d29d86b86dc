// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.engine;

import java.util.Optional;
import java.util.Set;
import org.junit.platform.engine.TestDescriptor;
import org.junit.platform.engine.TestSource;
import org.junit.platform.engine.UniqueId;
import org.junit.platform.engine.support.hierarchical.Node;

/** A test: it has no children and is never pruned. */
abstract class PlainLeaf extends PlainDescriptor implements Node<RunContext> {

    PlainLeaf(UniqueId uniqueId, String displayName, TestSource source) {
        super(uniqueId, displayName, source);
    }

    @Override
    public final Type getType() {
        return Type.TEST;
    }

    @Override
    public final Set<? extends TestDescriptor> getChildren() {
        return Set.of();
    }

    @Override
    public final void addChild(TestDescriptor child) {
        throw new UnsupportedOperationException(getUniqueId() + " is a test and has no children");
    }

    @Override
    public final void removeChild(TestDescriptor child) {
        throw new UnsupportedOperationException(getUniqueId() + " is a test and has no children");
    }

    @Override
    public final Optional<? extends TestDescriptor> findByUniqueId(UniqueId wanted) {
        return getUniqueId().equals(wanted) ? Optional.of(this) : Optional.empty();
    }

    @Override
    public final void accept(Visitor visitor) {
        visitor.visit(this);
    }

    @Override
    public final void prune() {
        // a test is what its containers are kept for
    }

    @Override
    public final void nodeSkipped(RunContext context, TestDescriptor descriptor, SkipResult result) {
        context.notRun(descriptor, result.getReason().orElse("skipped"));
    }
}
