// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.engine.failing.duplicate;

import io.cucumber.java.en.Given;

public final class DuplicateStep {

    @Given("a cup")
    public void anotherCup() {
        throw new IllegalStateException("never reached");
    }
}
