// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.engine;

import java.util.List;
import java.util.stream.IntStream;
import org.wakespec.engine.spi.Variant;
import org.wakespec.engine.spi.VariantSource;

/** Eight variants, for measurements; tests that want it ask for it by its label. */
public final class Octaves implements VariantSource {

    @Override
    public String label() {
        return "octave";
    }

    @Override
    public List<Variant> variants() {
        return IntStream.rangeClosed(1, 8)
                .mapToObj(i -> Variant.of(label(), "octave-" + i))
                .toList();
    }

    @Override
    public List<String> defaults() {
        return List.of("octave-4");
    }
}
