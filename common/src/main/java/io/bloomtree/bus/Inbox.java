package io.bloomtree.bus;

import io.bloomtree.topology.Network;
import io.bloomtree.tree.NodeRef;
import io.bloomtree.tree.Place;
import io.bloomtree.wire.Endpoint;
import io.bloomtree.wire.Packet;
import io.vertx.core.Context;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * Packets on their way from the event bus to a machine that may have no time for them yet.
 * Thread-safe: {@link #take} is called where the bus delivers, the packets are handled on the
 * machine's context.
 */
final class Inbox {
  /*
   * The event bus has no back-pressure: what it delivers to a busy context waits there, however
   * much it is. So it delivers to a context of its own, which only counts. Each neighbour may have
   * so many packets waiting; an honest one never comes near, since it has a limit on what it has
   * in flight. Whoever floods the node loses packets, and nobody else does. Strangers share one
   * allowance. Bodies that are no packet, or too long, are not kept at all.
   *
   * The machine gets all that waits at once: what it then sends goes out in fewer packets, and the
   * busier it is the fewer they are.
   */
  private static final int MOST_AT_ONCE = 16;

  private final int limit;
  private final int maxBytes;
  private final Context machine;
  private final Consumer<List<byte[]>> handler;
  private final Map<Endpoint, AtomicInteger> waiting;
  private final Queue<Delivery> deliveries = new ConcurrentLinkedQueue<>();
  private final AtomicBoolean isAwaited = new AtomicBoolean();
  private final AtomicInteger ofStrangers = new AtomicInteger();
  private final LongAdder flooded = new LongAdder();
  private final LongAdder malformed = new LongAdder();

  /** A packet's bytes, and how many of its sender's wait. */
  private record Delivery(byte[] bytes, AtomicInteger ofSender) {}

  /** {@code handler}: takes the bytes of packets, in their order, on the machine's context. */
  Inbox(Network network, Endpoint endpoint, Context machine, Consumer<List<byte[]>> handler) {
    this.limit = network.topology().limits().inbox();
    this.maxBytes = network.topology().limits().frame();
    this.machine = machine;
    this.handler = handler;
    this.waiting = new HashMap<>(); // never changed after this
    Place place = network.place(endpoint.node());
    Stream.of(
            Stream.of(place.self()), place.parent().stream(), place.fallbacks().stream(),
            place.children().stream(), place.guests().stream())
        .flatMap(nodes -> nodes)
        .forEach(this::allow);
  }

  private void allow(NodeRef node) {
    for (int i = 0; i < node.plan().count(); i++) {
      waiting.put(node.slice(i), new AtomicInteger());
    }
  }

  void take(Object body) {
    if (!(body instanceof byte[] bytes) || bytes.length > maxBytes) {
      malformed.increment();
      return;
    }
    Optional<Endpoint> sender = Packet.sender(bytes);
    if (sender.isEmpty()) {
      malformed.increment();
      return;
    }
    AtomicInteger ofSender = waiting.getOrDefault(sender.get(), ofStrangers);
    if (ofSender.incrementAndGet() > limit) {
      ofSender.decrementAndGet();
      flooded.increment();
      return;
    }
    deliveries.add(new Delivery(bytes, ofSender));
    deliver();
  }

  private void deliver() {
    if (isAwaited.compareAndSet(false, true)) {
      machine.runOnContext(go -> {
        isAwaited.set(false);
        List<byte[]> some = takeSome();
        if (!deliveries.isEmpty()) {
          deliver(); // others want their turn on this context
        }
        handler.accept(some);
      });
    }
  }

  private List<byte[]> takeSome() {
    List<byte[]> some = new ArrayList<>();
    while (some.size() < MOST_AT_ONCE) {
      Delivery delivery = deliveries.poll();
      if (delivery == null) {
        break;
      }
      delivery.ofSender.decrementAndGet();
      some.add(delivery.bytes);
    }
    return some;
  }

  /** The packet did not parse. */
  void countMalformed() {
    malformed.increment();
  }

  /** How many packets wait for the machine. */
  long size() {
    return ofStrangers.get()
        + waiting.values().stream().mapToLong(AtomicInteger::get).sum();
  }

  long malformed() {
    return malformed.sum();
  }

  long flooded() {
    return flooded.sum();
  }
}
