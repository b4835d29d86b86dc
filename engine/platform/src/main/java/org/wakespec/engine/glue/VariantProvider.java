// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.engine.glue;

import io.cucumber.picocontainer.CucumberPicoProvider;
import java.lang.reflect.Type;
import org.picocontainer.PicoContainer;
import org.picocontainer.injectors.ProviderAdapter;
import org.wakespec.engine.spi.Variant;

/**
 * Lets step classes have the {@link Variant} of their scenario as a constructor parameter.
 *
 * <p>An adapter rather than a plain provider: those are called by reflection, for every scenario.
 */
@CucumberPicoProvider
public final class VariantProvider extends ProviderAdapter {

    /** The variant of the scenario that is about to run. */
    public Variant provide() {
        return Variant.current();
    }

    @Override
    public Object getComponentInstance(PicoContainer container, Type into) {
        return provide();
    }
}
