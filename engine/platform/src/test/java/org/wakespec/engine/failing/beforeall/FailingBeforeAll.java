// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.engine.failing.beforeall;

import io.cucumber.java.BeforeAll;

public final class FailingBeforeAll {

    private FailingBeforeAll() {}

    @BeforeAll
    public static void boom() {
        throw new IllegalStateException("no kettle");
    }
}
