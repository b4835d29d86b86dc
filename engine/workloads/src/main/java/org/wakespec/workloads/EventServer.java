// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.workloads;

import org.wakespec.simulator.ipc.Epoll;
import org.wakespec.simulator.ipc.Program;
import org.wakespec.simulator.ipc.StreamSocket;
import org.wakespec.simulator.ipc.TaskApi;

/** A server around epoll: it receives each request that is reported, works on it and answers, one after the other. */
abstract class EventServer implements Program {

    private enum Step {
        WAIT,
        WAITED,
        RECEIVED,
        WORKED,
        ANSWERED
    }

    private final Epoll poll;
    private final StreamSocket[] sockets;
    private final int requestBytes;
    private final long serviceNs;
    private int events;
    private int next;
    private Step step = Step.WAIT;

    /**
     * A server.
     *
     * @param poll reports the sockets, by their index
     * @param sockets where requests arrive
     * @param requestBytes bytes of a request
     * @param serviceNs user time for a request in ns
     */
    EventServer(Epoll poll, StreamSocket[] sockets, int requestBytes, long serviceNs) {
        this.poll = poll;
        this.sockets = sockets;
        this.requestBytes = requestBytes;
        this.serviceNs = serviceNs;
    }

    /** Answers a connection; returns whether that is an operation of its own. */
    abstract boolean answer(TaskApi task, int connection);

    @Override
    public final void step(TaskApi task) {
        switch (step) {
            case WAIT -> {
                step = Step.WAITED;
                task.epollWait(poll);
            }
            case WAITED -> {
                events = (int) task.result();
                next = 0;
                receive(task);
            }
            case RECEIVED -> {
                step = Step.WORKED;
                task.compute(serviceNs);
            }
            case WORKED -> {
                step = Step.ANSWERED;
                if (!answer(task, poll.event(next))) {
                    advance(task);
                }
            }
            case ANSWERED -> advance(task);
        }
    }

    private void advance(TaskApi task) {
        if (++next == events) {
            step = Step.WAITED;
            task.epollWait(poll);
        } else {
            receive(task);
        }
    }

    private void receive(TaskApi task) {
        step = Step.RECEIVED;
        task.tryReceive(sockets[poll.event(next)], requestBytes);
    }
}
