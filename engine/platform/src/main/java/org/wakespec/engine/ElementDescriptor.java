// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.engine;

import org.junit.platform.engine.TestSource;
import org.junit.platform.engine.UniqueId;
import org.wakespec.engine.gherkin.Element;

/** A rule, a scenario, an Examples table or one of its rows. */
final class ElementDescriptor extends SpecificationContainer {

    private final String featureTitle;

    ElementDescriptor(UniqueId parent, Element element, TestSource source, String featureTitle) {
        super(parent.append(element.kind().segment(), element.key()), displayName(element), source);
        this.featureTitle = featureTitle;
    }

    private static String displayName(Element element) {
        return element.isTitleRepeated() ? element.title() + " (line " + element.line() + ")" : element.title();
    }

    /** Report writers use the name of the parent as the name of the class. */
    @Override
    public String getLegacyReportingName() {
        return featureTitle;
    }
}
