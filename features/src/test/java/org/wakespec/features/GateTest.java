// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.features;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.wakespec.gate.BuildGate;

/** The gate inside the build: {@code mvn verify -Dwakespec.gate.candidate=NAME}. */
class GateTest {

    @Test
    @EnabledIfSystemProperty(named = BuildGate.CANDIDATE, matches = ".+")
    void theCandidateDoesWhatItClaims() {
        BuildGate.check(PlacementTest.class);
    }
}
