// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.topologies;

import java.util.List;

/** No machine of that name; the message names the nearest ones. */
public final class UnknownMachineException extends IllegalArgumentException {

    private static final long serialVersionUID = 1L;

    private final String name;
    private final transient List<String> nearest;

    UnknownMachineException(String name, List<String> nearest, String message) {
        super(message);
        this.name = name;
        this.nearest = nearest;
    }

    public String name() {
        return name;
    }

    /** At most three names that may have been meant, nearest first. */
    public List<String> nearest() {
        return nearest == null ? List.of() : nearest;
    }
}
