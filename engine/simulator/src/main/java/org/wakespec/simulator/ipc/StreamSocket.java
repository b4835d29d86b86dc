// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.simulator.ipc;

/**
 * One direction of a stream socket: sent on one end, received on the other. AF_UNIX (kernel 7.2: unix_stream_sendmsg(),
 * unix_stream_read_generic(), unix_write_space()) or TCP over loopback, whose receive half runs in a softirq on the sender's
 * CPU inside the sender's system call.
 */
public final class StreamSocket {

    /** Kernel default of net.core.wmem_default, charged by true size. */
    private static final int UNIX_SNDBUF = 212_992;
    /** Memory of one small buffer besides its bytes: 100-byte messages block a sender at about 230. */
    private static final int UNIX_OVERHEAD = 796;

    private static final int TCP_SNDBUF = 2_626_560;
    private static final int TCP_OVERHEAD = 704;

    final WaitQueue receivers;
    final WaitQueue senders;
    final boolean tcp;

    private final String name;
    private int[] sizes = new int[256];
    private int first;
    private int count;
    /** Bytes of the first buffer that are gone. */
    private int taken;

    private long charged;
    private long available;
    int lastSender = -1;
    int lastCpu = -1;

    private StreamSocket(String name, boolean tcp) {
        this.name = name;
        this.tcp = tcp;
        receivers = new WaitQueue(name + " (receivers)");
        senders = new WaitQueue(name + " (senders)");
    }

    /** One direction of an AF_UNIX stream pair. */
    public static StreamSocket unix(String name) {
        return new StreamSocket(name, false);
    }

    /** One direction of a TCP connection over loopback. */
    public static StreamSocket tcp(String name) {
        return new StreamSocket(name, true);
    }

    /** Name in messages. */
    public String name() {
        return name;
    }

    /** Bytes that can be received. */
    public long available() {
        return available;
    }

    private int sndbuf() {
        return tcp ? TCP_SNDBUF : UNIX_SNDBUF;
    }

    /** Kernel: sock_alloc_send_pskb() would not wait. */
    boolean writable() {
        return charged < sndbuf();
    }

    /** Kernel: unix_write_space(), sk_stream_write_space(): blocked senders may go on. */
    boolean roomForSenders() {
        return tcp ? charged * 3 <= sndbuf() * 2L : charged * 4 <= sndbuf();
    }

    void queue(int bytes) {
        if (count == sizes.length) {
            int[] larger = new int[count * 2];
            for (int i = 0; i < count; i++) {
                larger[i] = sizes[(first + i) & (count - 1)];
            }
            sizes = larger;
            first = 0;
        }
        sizes[(first + count++) & (sizes.length - 1)] = bytes;
        charged += trueSize(bytes);
        available += bytes;
    }

    private int trueSize(int bytes) {
        return bytes + (tcp ? TCP_OVERHEAD : UNIX_OVERHEAD);
    }

    /** Takes at most {@code bytes} off; returns how many. A buffer's memory is given back when it is used up. */
    int take(int bytes) {
        int left = bytes;
        while (left > 0 && count > 0) {
            int size = sizes[first];
            int part = Math.min(left, size - taken);
            left -= part;
            taken += part;
            if (taken == size) {
                taken = 0;
                first = (first + 1) & (sizes.length - 1);
                count--;
                charged -= trueSize(size);
            }
        }
        available -= bytes - left;
        return bytes - left;
    }

    @Override
    public String toString() {
        return name;
    }
}
