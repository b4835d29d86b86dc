// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.simulator.time;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class EventQueueTest {

    private record Pending(int slot, long time, long order) {}

    @Test
    void firesInOrderOfTimeThenOfScheduling() {
        EventQueue queue = new EventQueue(8);
        queue.schedule(3, 10);
        queue.schedule(1, 5);
        queue.schedule(2, 10);
        queue.schedule(0, 10);
        List<Integer> fired = new ArrayList<>();
        while (queue.size() > 0) {
            fired.add(queue.pop());
        }
        assertThat(fired).containsExactly(1, 3, 2, 0);
        assertThat(queue.pop()).isEqualTo(-1);
        assertThat(queue.peekTime()).isEqualTo(EventQueue.NEVER);
    }

    @Test
    void aMovedEventGoesBehindOthersOfItsNewTime() {
        EventQueue queue = new EventQueue(4);
        queue.schedule(0, 1);
        queue.schedule(1, 7);
        queue.schedule(0, 7);
        assertThat(queue.pop()).isEqualTo(1);
        assertThat(queue.pop()).isEqualTo(0);
    }

    @Test
    void growingKeepsWhatIsPending() {
        EventQueue queue = new EventQueue(2);
        queue.schedule(0, 4);
        queue.schedule(1, 3);
        queue.grow(100);
        queue.schedule(99, 1);
        assertThat(queue.pop()).isEqualTo(99);
        assertThat(queue.pop()).isEqualTo(1);
        assertThat(queue.pop()).isEqualTo(0);
    }

    @Test
    void theLastEventMayBeCancelledBeforeItWasLookedFor() {
        EventQueue queue = new EventQueue(3);
        queue.schedule(0, 10);
        queue.schedule(1, 1_000);
        queue.schedule(2, 5_000_000);
        assertThat(queue.pop()).isEqualTo(0);
        queue.cancel(1);
        assertThat(queue.pop()).isEqualTo(2);
        assertThat(queue.peekTime()).isEqualTo(EventQueue.NEVER);
    }

    @Test
    void aFrequentSlotsEventMayBeCenturiesAway() {
        EventQueue queue = new EventQueue(6, 4);
        queue.schedule(1, Long.MAX_VALUE - 1);
        queue.schedule(5, 1L << 60);
        queue.schedule(0, (1L << 51) - 1);
        queue.schedule(3, 7);
        queue.schedule(3, 1L << 55);
        assertThat(queue.size()).isEqualTo(4);
        assertThat(queue.popDue(1_000)).isEqualTo(-1);
        assertThat(queue.pop()).isEqualTo(0);
        assertThat(queue.pop()).isEqualTo(3);
        queue.schedule(1, 1L << 56);
        assertThat(queue.pop()).isEqualTo(1);
        assertThat(queue.pop()).isEqualTo(5);
        assertThat(queue.pop()).isEqualTo(-1);
    }

    @Test
    void knowsWhetherTheNextEventWouldBeOfTheSlotThatFiredLast() {
        EventQueue queue = new EventQueue(6, 4);
        queue.schedule(2, 10);
        queue.schedule(0, 50);
        queue.schedule(5, 40);
        assertThat(queue.pop()).isEqualTo(2);
        assertThat(queue.wouldBeNext(0, 11)).isFalse();
        assertThat(queue.wouldBeNext(2, 39)).isTrue();
        assertThat(queue.wouldBeNext(2, 40)).isFalse();
        queue.schedule(1, 30);
        assertThat(queue.wouldBeNext(2, 30)).isFalse();
        queue.schedule(4, 20);
        assertThat(queue.wouldBeNext(2, 20)).isFalse();
        assertThat(queue.wouldBeNext(2, 19)).isTrue();
        assertThat(queue.pop()).isEqualTo(4);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 20, 60})
    void behavesLikeASortedListUnderRandomUse(int frequent) {
        int slots = 60;
        RandomStream random = new RandomStreams(7).stream("test");
        EventQueue queue = new EventQueue(slots, frequent);
        List<Pending> model = new ArrayList<>();
        Comparator<Pending> order = Comparator.comparingLong(Pending::time).thenComparingLong(Pending::order);
        long now = 0;
        for (int i = 0; i < 100_000; i++) {
            int slot = random.nextInt(slots);
            switch (random.nextInt(4)) {
                case 0, 1 -> {
                    long time = now + random.nextInt(random.nextInt(8) == 0 ? 200_000 : 300);
                    queue.schedule(slot, time);
                    model.removeIf(p -> p.slot() == slot);
                    model.add(new Pending(slot, time, i));
                }
                case 2 -> {
                    queue.cancel(slot);
                    model.removeIf(p -> p.slot() == slot);
                }
                default -> {
                    Pending first = model.stream().min(order).orElse(null);
                    assertThat(queue.peekTime()).isEqualTo(first == null ? EventQueue.NEVER : first.time());
                    assertThat(queue.pop()).isEqualTo(first == null ? -1 : first.slot());
                    if (first != null) {
                        model.remove(first);
                        now = first.time();
                        long soon = now + random.nextInt(20);
                        boolean next = model.stream().allMatch(p -> p.time() > soon);
                        assertThat(queue.wouldBeNext(first.slot(), soon)).isIn(false, next);
                    }
                }
            }
            assertThat(queue.size()).isEqualTo(model.size());
            assertThat(queue.isPending(slot)).isEqualTo(model.stream().anyMatch(p -> p.slot() == slot));
        }
    }
}
