// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.engine;

import java.util.List;
import org.wakespec.engine.spi.Variant;
import org.wakespec.engine.spi.VariantSource;

/** Stands in when the class path names no variants: every scenario runs once. */
final class NoVariants implements VariantSource {

    @Override
    public String label() {
        return "variant";
    }

    @Override
    public List<Variant> variants() {
        return List.of(Variant.of(label(), "default"));
    }

    @Override
    public List<String> defaults() {
        return List.of("default");
    }
}
