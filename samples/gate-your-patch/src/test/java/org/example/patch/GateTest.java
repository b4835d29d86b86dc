// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.example.patch;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.wakespec.gate.BuildGate;

/** Holds the patch against its claims: {@code mvn verify -Dwakespec.gate.candidate=my-patch}. */
class GateTest {

    @Test
    @EnabledIfSystemProperty(named = BuildGate.CANDIDATE, matches = ".+")
    void thePatchDoesWhatItClaims() {
        BuildGate.check(PatchTest.class, MainlineSuite.class);
    }
}
