// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.report.trace;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.wakespec.simulator.wakeup.Decision;

/** Recorded events in columns, in the order they happened, and the names of the tasks they are about. */
public final class Trace {

    /** Priority of a nice-0 task as the kernel's events tell it. */
    static final int NICE_0_PRIO = 120;
    /** States of a task that is switched away from, as the kernel's event tells them. */
    static final int RUNNING = 0;

    static final int SLEEPING = 1;
    static final int DEAD = 0x10;

    /** Length of a task's name in the kernel, the end mark included. */
    private static final int COMM_LENGTH = 16;

    private final int nrCpus;
    private final int most;
    private long dropped;

    private int size;
    private byte[] kind = new byte[1024];
    private long[] time = new long[1024];
    private int[] cpu = new int[1024];
    private int[] pid = new int[1024];
    private int[] a = new int[1024];
    private int[] b = new int[1024];
    private int[] c = new int[1024];
    private int[] d = new int[1024];
    private final List<Decision> decisions = new ArrayList<>();
    private String[] names = new String[64];

    Trace(int nrCpus, int most) {
        this.nrCpus = nrCpus;
        this.most = most;
    }

    // ---- recording ----

    void name(int ofPid, String comm) {
        if (ofPid >= names.length) {
            names = Arrays.copyOf(names, Math.max(ofPid + 1, 2 * names.length));
        }
        if (names[ofPid] == null) {
            names[ofPid] = comm(comm);
        }
    }

    /** A name as the kernel keeps it: at most 15 bytes, here of printable ASCII. */
    static String comm(String name) {
        byte[] bytes = name.getBytes(StandardCharsets.US_ASCII);
        int length = Math.min(bytes.length, COMM_LENGTH - 1);
        for (int i = 0; i < length; i++) {
            if (bytes[i] < '!' || bytes[i] > '~') {
                bytes[i] = '_';
            }
        }
        return new String(bytes, 0, length, StandardCharsets.US_ASCII);
    }

    void add(EventKind what, long now, int on, int currPid, int va, int vb, int vc, int vd) {
        if (size == most) {
            dropped++;
            return;
        }
        if (size == kind.length) {
            int length = size + (size >> 1);
            kind = Arrays.copyOf(kind, length);
            time = Arrays.copyOf(time, length);
            cpu = Arrays.copyOf(cpu, length);
            pid = Arrays.copyOf(pid, length);
            a = Arrays.copyOf(a, length);
            b = Arrays.copyOf(b, length);
            c = Arrays.copyOf(c, length);
            d = Arrays.copyOf(d, length);
        }
        kind[size] = (byte) what.ordinal();
        time[size] = now;
        cpu[size] = on;
        pid[size] = currPid;
        a[size] = va;
        b[size] = vb;
        c[size] = vc;
        d[size] = vd;
        size++;
    }

    void add(long now, int on, int currPid, int ofPid, Decision decision) {
        if (size < most) {
            decisions.add(decision);
        }
        add(EventKind.SELECT_TASK_RQ, now, on, currPid, ofPid, decisions.size() - 1, 0, 0);
    }

    // ---- reading ----

    /** CPUs of the machine. */
    public int nrCpus() {
        return nrCpus;
    }

    /** Events kept. */
    public int size() {
        return size;
    }

    /** Events that came when the trace was full. */
    public long dropped() {
        return dropped;
    }

    EventKind kind(int i) {
        return EventKind.ALL[kind[i]];
    }

    /** Virtual time in ns. */
    long time(int i) {
        return time[i];
    }

    /** The CPU that executes the event. */
    int cpu(int i) {
        return cpu[i];
    }

    /** The task that runs there; 0: the idle task. */
    int currPid(int i) {
        return pid[i];
    }

    /** The task the event is about; of a switch the one that leaves. */
    int pid(int i) {
        return a[i];
    }

    int prevPrio(int i) {
        return d[i] >> 16;
    }

    int nextPid(int i) {
        return b[i];
    }

    int nextPrio(int i) {
        return d[i] & 0xffff;
    }

    int prevState(int i) {
        return c[i];
    }

    /** Of a wakeup. */
    int targetCpu(int i) {
        return b[i];
    }

    /** Of a wakeup. */
    int prio(int i) {
        return c[i];
    }

    int origCpu(int i) {
        return b[i];
    }

    int destCpu(int i) {
        return c[i];
    }

    int migratedPrio(int i) {
        return d[i];
    }

    /** Index of the idle state; -1: left. */
    int idleState(int i) {
        return a[i];
    }

    /** Tasks that a pass of the load balancer moved. */
    int moved(int i) {
        return b[i];
    }

    Decision decision(int i) {
        return decisions.get(b[i]);
    }

    /** A task's name; that of the idle task depends on the CPU. */
    String comm(int ofPid, int onCpu) {
        if (ofPid == 0) {
            return "swapper/" + onCpu;
        }
        String name = ofPid < names.length ? names[ofPid] : null;
        return name == null ? "<...>" : name;
    }

    /** Pids that have a name, ascending. */
    int[] pids() {
        int[] pids = new int[names.length];
        int n = 0;
        for (int p = 1; p < names.length; p++) {
            if (names[p] != null) {
                pids[n++] = p;
            }
        }
        return Arrays.copyOf(pids, n);
    }

    /**
     * Events as tools list them that merge one buffer for each CPU: by time, then by CPU, then as they happened. Only events of
     * different CPUs in the same nanosecond change places.
     */
    int[] merged() {
        int[] order = new int[size];
        int start = 0;
        for (int i = 0; i < size; i++) {
            if (time[i] != time[start]) {
                start = i;
            }
            int at = i;
            while (at > start && cpu[order[at - 1]] > cpu[i]) {
                order[at] = order[at - 1];
                at--;
            }
            order[at] = i;
        }
        return order;
    }

    /** Events of each CPU, as they happened. */
    int[][] byCpu() {
        int[] count = new int[nrCpus];
        for (int i = 0; i < size; i++) {
            count[cpu[i]]++;
        }
        int[][] lists = new int[nrCpus][];
        for (int n = 0; n < nrCpus; n++) {
            lists[n] = new int[count[n]];
            count[n] = 0;
        }
        for (int i = 0; i < size; i++) {
            lists[cpu[i]][count[cpu[i]]++] = i;
        }
        return lists;
    }
}
