// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.simulator.record;

import java.util.List;
import org.wakespec.simulator.task.Task;
import org.wakespec.simulator.wakeup.Decision;

/** Several observers of one simulation, told in the order given. */
public final class ObserverGroup implements SimObserver {

    private final SimObserver[] members;
    private final boolean wantsDecisions;

    public ObserverGroup(SimObserver... members) {
        this.members = List.of(members).toArray(new SimObserver[0]);
        boolean wants = false;
        for (SimObserver member : members) {
            wants |= member.wantsDecisions();
        }
        wantsDecisions = wants;
    }

    @Override
    public void onSwitch(long now, int cpu, Task prev, Task next) {
        for (SimObserver member : members) {
            member.onSwitch(now, cpu, prev, next);
        }
    }

    @Override
    public void onWaking(long now, int cpu, Task task) {
        for (SimObserver member : members) {
            member.onWaking(now, cpu, task);
        }
    }

    @Override
    public void onWakeup(long now, int cpu, Task task) {
        for (SimObserver member : members) {
            member.onWakeup(now, cpu, task);
        }
    }

    @Override
    public void onMigrate(long now, Task task, int from, int to) {
        for (SimObserver member : members) {
            member.onMigrate(now, task, from, to);
        }
    }

    @Override
    public void onIdle(long now, int cpu, int state) {
        for (SimObserver member : members) {
            member.onIdle(now, cpu, state);
        }
    }

    @Override
    public void onTick(long now, int cpu) {
        for (SimObserver member : members) {
            member.onTick(now, cpu);
        }
    }

    @Override
    public void onBalance(long now, int cpu, int moved) {
        for (SimObserver member : members) {
            member.onBalance(now, cpu, moved);
        }
    }

    @Override
    public void onAffinity(long now, Task task) {
        for (SimObserver member : members) {
            member.onAffinity(now, task);
        }
    }

    @Override
    public boolean wantsDecisions() {
        return wantsDecisions;
    }

    @Override
    public boolean wantsLadder(Task task) {
        for (SimObserver member : members) {
            if (member.wantsDecisions() && member.wantsLadder(task)) {
                return true;
            }
        }
        return false;
    }

    @Override
    public void onDecision(long now, Decision decision) {
        for (SimObserver member : members) {
            if (member.wantsDecisions()) {
                member.onDecision(now, decision);
            }
        }
    }
}
