// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.eclipse.view;

import java.util.Optional;
import org.eclipse.jdt.junit.model.ITestElement;

/** The unique id of what is selected in JDT's JUnit view. Its model has it, but its interface does not show it. */
final class JUnitSelection {

    private JUnitSelection() {}

    static Optional<String> uniqueId(Object element) {
        if (!(element instanceof ITestElement)) {
            return Optional.empty();
        }
        try {
            Object id = element.getClass().getMethod("getUniqueId").invoke(element);
            return Optional.ofNullable(id).map(Object::toString);
        } catch (ReflectiveOperationException e) {
            // another JDT: then this selection says nothing to us
            return Optional.empty();
        }
    }
}
