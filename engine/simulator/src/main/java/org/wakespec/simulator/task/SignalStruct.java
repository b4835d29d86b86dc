// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.simulator.task;

/** What the threads of a process share beside memory, as far as scheduling asks (kernel: struct signal_struct). */
public final class SignalStruct {

    /** Threads of the process that have not ended (kernel: get_nr_threads()). */
    public int nrThreads = 1;

    public SignalStruct() {}
}
