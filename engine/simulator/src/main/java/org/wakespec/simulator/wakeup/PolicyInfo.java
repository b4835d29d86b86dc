// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.simulator.wakeup;

import java.util.List;

/**
 * Who a policy is: its name, where the rule comes from and how far it may be trusted.
 *
 * @param id lower-case name by which tags, properties and the command line refer to it
 * @param aliases other names for the same policy
 * @param title one line for lists
 * @param rule what differs from the parent policy, in words
 * @param source Message-ID, commit or version the rule was taken from
 * @param standing how exactly the rule is known
 * @param scope what the policy may be asked about
 */
public record PolicyInfo(
        String id, List<String> aliases, String title, String rule, String source, Standing standing, Scope scope) {

    /** How exactly a policy's rule is known. */
    public enum Standing {
        /** Checked against the real function's results. */
        EXACT,
        /** Moved by hand from the kernel it was written for to 7.2. */
        REBASED,
        /** Written from a description; the original text was not available. */
        RECONSTRUCTED
    }

    /** What a policy may be asked about. */
    public enum Scope {
        /** Only CPU selection of that kernel is known: scenarios in which time passes refuse it. */
        PLACEMENT,
        /** May run in scenarios in which time passes. */
        FULL
    }

    public PolicyInfo {
        aliases = List.copyOf(aliases);
    }
}
