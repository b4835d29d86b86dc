// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.engine.spi;

import org.opentest4j.TestAbortedException;

/** The question of a scenario could not be answered. */
public final class UndecidedException extends TestAbortedException {

    private static final long serialVersionUID = 1;

    /** @param reason one sentence for the report */
    public UndecidedException(String reason) {
        super(reason);
    }

    /**
     * @param reason one sentence for the report
     * @param cause what was found
     */
    public UndecidedException(String reason, Throwable cause) {
        super(reason, cause);
    }
}
