// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.engine.gherkin;

import java.net.URI;
import java.util.List;

/** A parsed feature file. Immutable, and shared between discoveries. */
public interface FeatureDocument {

    /** Where it was read from. */
    URI uri();

    /** The text it was parsed from. */
    String source();

    /** The feature itself. */
    Element feature();

    /** Every element that is run: scenarios and example rows, in the order of the file. */
    List<Element> runnables();
}
