// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.engine.spi;

import org.opentest4j.TestAbortedException;

/** A scenario asks for something the model is stated not to do. */
public final class KnownGapException extends TestAbortedException {

    private static final long serialVersionUID = 1;

    /** @param reason one sentence for the report */
    public KnownGapException(String reason) {
        super(reason);
    }

    /**
     * @param reason one sentence for the report
     * @param cause what was found
     */
    public KnownGapException(String reason, Throwable cause) {
        super(reason, cause);
    }
}
