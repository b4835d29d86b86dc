// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.policies;

import java.util.List;

/** A policy was asked for by a name that nobody bears. The message names the nearest ones. */
public final class UnknownPolicyException extends IllegalArgumentException {

    private static final long serialVersionUID = 1L;

    UnknownPolicyException(String name, List<String> nearest, int known) {
        super("unknown policy '" + name + "'"
                + (nearest.isEmpty() ? "." : ", did you mean " + String.join(" or ", nearest) + "?")
                + " 'wakespec policies' lists all " + known);
    }
}
