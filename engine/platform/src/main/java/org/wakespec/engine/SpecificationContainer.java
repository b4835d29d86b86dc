// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.engine;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.junit.platform.engine.TestDescriptor;
import org.junit.platform.engine.TestSource;
import org.junit.platform.engine.UniqueId;
import org.junit.platform.engine.support.hierarchical.Node;

/** Anything that holds scenarios. Directly below the root it is also where hooks before and after all scenarios run. */
abstract class SpecificationContainer extends PlainDescriptor implements Node<RunContext> {

    private final Set<TestDescriptor> children = new LinkedHashSet<>();

    SpecificationContainer(UniqueId uniqueId, String displayName, TestSource source) {
        super(uniqueId, displayName, source);
    }

    @Override
    public final Type getType() {
        return Type.CONTAINER;
    }

    /** A view: whoever removes while looking uses {@link #accept}. */
    @Override
    public final Set<? extends TestDescriptor> getChildren() {
        return Collections.unmodifiableSet(children);
    }

    @Override
    public final void addChild(TestDescriptor child) {
        child.setParent(this);
        children.add(child);
    }

    @Override
    public final void removeChild(TestDescriptor child) {
        if (children.remove(child)) {
            child.setParent(null);
        }
    }

    @Override
    public final void removeFromHierarchy() {
        super.removeFromHierarchy();
        for (TestDescriptor child : children) {
            child.setParent(null);
        }
        children.clear();
    }

    @Override
    public final void orderChildren(UnaryOperator<List<TestDescriptor>> orderer) {
        List<TestDescriptor> ordered = orderer.apply(new ArrayList<>(children));
        if (ordered.size() != children.size() || !children.equals(new LinkedHashSet<>(ordered))) {
            throw new IllegalArgumentException("ordering " + getUniqueId() + " must not add or remove anything");
        }
        children.clear();
        children.addAll(ordered);
    }

    @Override
    public final Optional<? extends TestDescriptor> findByUniqueId(UniqueId wanted) {
        if (getUniqueId().equals(wanted)) {
            return Optional.of(this);
        }
        for (TestDescriptor child : children) {
            Optional<? extends TestDescriptor> found = child.findByUniqueId(wanted);
            if (found.isPresent()) {
                return found;
            }
        }
        return Optional.empty();
    }

    /** The visitor may remove what it is shown. */
    @Override
    public final void accept(Visitor visitor) {
        visitor.visit(this);
        for (TestDescriptor child : children.toArray(new TestDescriptor[0])) {
            child.accept(visitor);
        }
    }

    @Override
    public final void prune() {
        if (!isRoot() && !holdsTest(this)) {
            removeFromHierarchy();
        }
    }

    /** Whether there is a test at or below this. */
    static boolean holdsTest(TestDescriptor descriptor) {
        if (descriptor.isTest()) {
            return true;
        }
        for (TestDescriptor child : descriptor.getChildren()) {
            if (holdsTest(child)) {
                return true;
            }
        }
        return false;
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
