// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.engine;

import java.util.List;
import org.wakespec.engine.spi.Variant;
import org.wakespec.engine.spi.VariantSource;

/** The variants of our own tests. */
public class Flavours implements VariantSource {

    @Override
    public String label() {
        return "flavour";
    }

    @Override
    public List<Variant> variants() {
        return List.of(
                new Variant("flavour", "plain", List.of("natural"), "nothing added", "exact"),
                new Variant("flavour", "sweet", List.of(), "with sugar", "exact"),
                new Variant("flavour", "bitter-70", List.of("dark"), "with cocoa", "reconstructed"));
    }

    @Override
    public List<String> defaults() {
        return List.of("plain");
    }

    @Override
    public List<String> gluePackages() {
        return List.of("org.wakespec.engine.steps");
    }
}
