// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.steps.runtime;

import java.util.ArrayList;
import java.util.List;

/** What a step calls by one name: a task, or several copies of one. */
final class Group {

    final String name;
    final List<Member> members = new ArrayList<>(1);
    int nice;
    /** The members are threads of one process. */
    boolean oneProcess;
    /** Custom slice in ns; 0: the default. */
    long sliceNs;
    /** Timer slack in ns; -1: the default. */
    long slackNs = -1;
    /** How long after its definition it starts, in ns. */
    long startAfter;
    /** When it starts, in virtual time; -1: not decided. */
    long startAt = -1;

    boolean started;

    Group(String name) {
        this.name = name;
    }
}
