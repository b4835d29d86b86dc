// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.engine.meeting;

import io.cucumber.java.en.Then;
import io.cucumber.java.en.When;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** Steps that notice whether scenarios run at the same time. */
public final class MeetingSteps {

    private static final AtomicInteger IN_ROOM = new AtomicInteger();
    private static final AtomicInteger MOST = new AtomicInteger();
    private static final CyclicBarrier MEETING = new CyclicBarrier(2);

    private boolean met;

    /** How many were in the room at once, at most; counts from zero again afterwards. */
    public static int most() {
        return MOST.getAndSet(0);
    }

    @When("{word} enters the room")
    public void enter(String who) throws InterruptedException {
        int now = IN_ROOM.incrementAndGet();
        MOST.accumulateAndGet(now, Math::max);
        // long enough for another one to come in if nothing keeps it out
        Thread.sleep(20);
        IN_ROOM.decrementAndGet();
    }

    @Then("nobody else is in the room")
    public void alone() {
        if (IN_ROOM.get() < 0) {
            throw new AssertionError("left more often than entered");
        }
    }

    @When("{word} waits for another one")
    public void waitFor(String who) throws Exception {
        MEETING.await(30, TimeUnit.SECONDS);
        met = true;
    }

    @Then("they have met")
    public void met() {
        if (!met) {
            throw new AssertionError("nobody came");
        }
    }
}
