// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.engine.cucumber;

import io.cucumber.core.eventbus.EventBus;
import io.cucumber.plugin.event.EventHandler;
import java.time.Instant;
import java.util.UUID;
import java.util.function.Consumer;

/**
 * The event bus of one runner. It hands every event to whoever listens at the moment, and nothing is paid for handlers
 * nobody registered.
 */
final class SlotBus implements EventBus {

    private static final Consumer<Object> NOBODY = event -> {};

    private Consumer<Object> listener = NOBODY;
    private Ids ids = Ids.unreported();

    void listen(Consumer<Object> newListener, Ids newIds) {
        listener = newListener;
        ids = newIds;
    }

    void silence() {
        listener = NOBODY;
    }

    @Override
    public Instant getInstant() {
        return Instant.now();
    }

    @Override
    public UUID generateId() {
        return ids.next();
    }

    @Override
    public <T> void send(T event) {
        listener.accept(event);
    }

    @Override
    public <T> void sendAll(Iterable<T> events) {
        events.forEach(listener);
    }

    @Override
    public <T> void registerHandlerFor(Class<T> eventType, EventHandler<T> handler) {
        throw new UnsupportedOperationException("listen to the reports of the variant instead");
    }

    @Override
    public <T> void removeHandlerFor(Class<T> eventType, EventHandler<T> handler) {
        throw new UnsupportedOperationException("listen to the reports of the variant instead");
    }
}
