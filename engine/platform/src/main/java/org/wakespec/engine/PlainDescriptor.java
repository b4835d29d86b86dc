// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.engine;

import java.util.Optional;
import java.util.Set;
import org.junit.platform.engine.TestDescriptor;
import org.junit.platform.engine.TestSource;
import org.junit.platform.engine.TestTag;
import org.junit.platform.engine.UniqueId;

/**
 * What all our descriptors have in common. JUnit's own base class is made for trees that grow while they run: every node
 * has a synchronized set, which is copied by everybody who looks at it. Our trees have thousands of nodes and are complete
 * before they run.
 */
abstract class PlainDescriptor implements TestDescriptor {

    private final UniqueId uniqueId;
    private final String displayName;
    private final TestSource source;
    private TestDescriptor parent;

    /** @param source null if it has none */
    PlainDescriptor(UniqueId uniqueId, String displayName, TestSource source) {
        this.uniqueId = uniqueId;
        this.displayName = printable(displayName);
        this.source = source;
    }

    /** As JUnit's own descriptors show them. */
    private static String printable(String name) {
        for (int i = 0; i < name.length(); i++) {
            if (Character.isISOControl(name.charAt(i))) {
                return name.replace("\r", "<CR>").replace("\n", "<LF>").replaceAll("\\p{Cntrl}", "\ufffd");
            }
        }
        return name;
    }

    @Override
    public final UniqueId getUniqueId() {
        return uniqueId;
    }

    @Override
    public final String getDisplayName() {
        return displayName;
    }

    @Override
    public final Optional<TestSource> getSource() {
        return Optional.ofNullable(source);
    }

    @Override
    public Set<TestTag> getTags() {
        return Set.of();
    }

    @Override
    public final Optional<TestDescriptor> getParent() {
        return Optional.ofNullable(parent);
    }

    @Override
    public final void setParent(TestDescriptor newParent) {
        parent = newParent;
    }

    @Override
    public void removeFromHierarchy() {
        if (parent == null) {
            throw new IllegalStateException(uniqueId + " is the root and cannot be removed");
        }
        parent.removeChild(this);
    }

    @Override
    public final boolean equals(Object other) {
        return other != null && other.getClass() == getClass() && uniqueId.equals(((PlainDescriptor) other).uniqueId);
    }

    @Override
    public final int hashCode() {
        return uniqueId.hashCode();
    }

    @Override
    public String toString() {
        return getClass().getSimpleName() + ": " + uniqueId;
    }
}
