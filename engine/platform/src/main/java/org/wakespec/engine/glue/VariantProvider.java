// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.engine.glue;

import io.cucumber.picocontainer.CucumberPicoProvider;
import org.picocontainer.injectors.Provider;
import org.wakespec.engine.spi.Variant;

/** Lets step classes have the {@link Variant} of their scenario as a constructor parameter. */
@CucumberPicoProvider
public final class VariantProvider implements Provider {

    /** The variant of the scenario that is about to run. */
    public Variant provide() {
        return Variant.current();
    }
}
