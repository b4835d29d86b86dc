// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.simulator.ipc;

/**
 * What a task executes: its operation and the present stretch of it. Read and written on every event, and therefore apart
 * from the rest of {@link SimTask}: a superclass's fields lie together, before those of the subclass.
 */
public abstract sealed class Activity permits SimTask {

    /** What the task's present stretch of execution is. */
    public static final int USER = 0;

    public static final int KERNEL = 1;
    /** In the kernel on its way into schedule(), its state set. */
    public static final int BLOCKING = 2;
    /** In the kernel on its way back to user mode. */
    public static final int RETURNING = 3;
    /** In the kernel on its way into schedule() of a yield. */
    public static final int YIELDING = 4;
    /** In the kernel on its last way. */
    public static final int EXITING = 5;

    /** Present stretch: kind and work left in ns at full speed. */
    public int segment = RETURNING;

    public long segmentLeft;

    public final Program program;
    public final TaskApi api;

    /** The operation under way; null in user mode between operations. */
    public Operation op;
    /** Where in the operation. */
    public int phase;

    public long a;
    public long b;
    public long c;
    public Object object;
    /** Result of the last operation. */
    public long result;
    /** Operations completed. */
    public long operations;

    Activity(Program program) {
        this.program = program;
        api = new TaskApi((SimTask) this);
    }
}
