// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.engine.failing.hook;

import io.cucumber.java.After;

public final class FailingHook {

    @After("@ruled")
    public void breakCup() {
        throw new IllegalStateException("the cup broke");
    }
}
