// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.engine.failing.pending;

import io.cucumber.java.Before;
import io.cucumber.java.PendingException;

public final class PendingHook {

    @Before("@ruled")
    public void later() {
        throw new PendingException("later");
    }
}
