package io.bloomtree.bus;

import static java.util.Objects.requireNonNull;

import io.bloomtree.topology.Network;
import io.bloomtree.tree.Machine;
import io.bloomtree.tree.Transport;
import io.bloomtree.wire.Endpoint;
import io.bloomtree.wire.MalformedPacketException;
import io.bloomtree.wire.Packet;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.VerticleBase;
import io.vertx.core.internal.VertxInternal;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** Puts a {@link Machine} on the event bus. All its state is touched on this verticle's context. */
public abstract class MachineVerticle<M extends Machine> extends VerticleBase {
  private static final long NO_TIMER = -1;
  private static final long JOURNAL_MILLIS = 200;
  private static final int MOST_ADDRESSES = 10_000;

  private final Network network;
  private final Endpoint endpoint;
  private final long incarnation;
  private final int maxBytes;
  private final Journal journal;
  private final Map<Endpoint, String> addresses = new HashMap<>();
  private final Promise<String> fenced = Promise.promise();
  private M machine;
  private Inbox inbox;
  private Presence presence;
  private long timer = NO_TIMER;
  private long timerDue = Long.MAX_VALUE;
  private long bytesSent;
  private volatile boolean stopped;

  /**
   * @param endpoint the slice whose packets it takes
   * @param incarnation larger than that of every machine that was this slice before
   */
  protected MachineVerticle(Network network, Endpoint endpoint, long incarnation) {
    this.network = requireNonNull(network, "network");
    this.endpoint = requireNonNull(endpoint, "endpoint");
    this.incarnation = incarnation;
    this.maxBytes = network.topology().limits().frame();
    this.journal = new Journal(
        network, endpoint, line -> vertx.setTimer(JOURNAL_MILLIS, go -> line.run()));
  }

  /** Makes the machine. Called once, on the verticle's context. */
  protected abstract M boot(Transport transport);

  /** Called on the verticle's context after every step of the machine. */
  protected void stepped() {}

  /** When {@link #stepped} wants to be called though the machine has nothing to do. */
  protected long nextStep() {
    return Long.MAX_VALUE;
  }

  /** Fails with an {@link AlreadyRunningException} if another process runs the slice. */
  @Override public Future<?> start() {
    machine = boot(this::send);
    machine.watch(journal);
    inbox = new Inbox(network, endpoint, context, this::receive);
    Context gate = ((VertxInternal) vertx).createEventLoopContext();
    presence = new Presence(
        vertx, Address.of(network.topology().tree(), endpoint), endpoint, incarnation, gate,
        message -> inbox.take(message.body()), journal::info, this::giveWay);
    long timeout = network.settings(endpoint.node()).timing().timeout().toMillis();
    return presence.begin(timeout).map(done -> {
      step(() -> machine.start(now()));
      return done;
    });
  }

  @Override public Future<?> stop() {
    stopped = true;
    cancelTimer();
    return presence.end();
  }

  /** Another process has a higher incarnation, and so the right to be this slice. */
  private void giveWay(String other) {
    if (fenced.tryComplete(other)) {
      journal.warn("stops, since another process has taken its place: " + other);
      vertx.undeploy(deploymentID());
    }
  }

  /**
   * Who has taken this slice's place; it stops by itself then. Completes on the verticle's context,
   * or never.
   */
  public final Future<String> fenced() {
    return fenced.future();
  }

  /** Whether it has left the event bus, whoever wanted it to. May be called from any thread. */
  public final boolean hasStopped() {
    return stopped;
  }

  /** What it has counted. May be called from any thread once the verticle is deployed. */
  public final Future<NodeReport> report() {
    Promise<NodeReport> report = Promise.promise();
    context.runOnContext(go -> report.complete(
        new NodeReport(endpoint, network.place(endpoint.node()).level(), machine.tally().counts(),
            machine.occupancy(), bytesSent, inbox.malformed(), inbox.flooded())));
    return report.future();
  }

  protected final Network network() {
    return network;
  }

  protected final Endpoint endpoint() {
    return endpoint;
  }

  protected final M machine() {
    return machine;
  }

  /** The time, as the machine is told it. */
  protected static long now() {
    return TimeUnit.NANOSECONDS.toMillis(System.nanoTime());
  }

  /** Lets the machine do something, on the verticle's context, and sees to its next tick. */
  protected final void step(Runnable action) {
    try {
      action.run();
      stepped();
    } finally {
      planTick(); // whatever went wrong with one packet, the others wait for their time
    }
  }

  protected final long incarnation() {
    return incarnation;
  }

  /** Remembered: a machine has few neighbours, and sends them many packets. */
  private String address(Endpoint to) {
    String known = addresses.get(to);
    if (known == null) {
      known = Address.of(network.topology().tree(), to).path();
      if (addresses.size() < MOST_ADDRESSES) { // strangers get refusals, and there may be many
        addresses.put(to, known);
      }
    }
    return known;
  }

  /*
   * Bodies are byte arrays, which the local bus copies once; a Buffer would be copied
   * three times between encoding and decoding. Nobody has asked for a reply: the bus
   * tells of no loss that a machine would not notice by itself.
   */
  private void send(Endpoint to, Packet packet) {
    for (byte[] bytes : packet.encodeWithin(maxBytes)) {
      bytesSent += bytes.length;
      try {
        vertx.eventBus().send(address(to), bytes);
      } catch (IllegalStateException e) {
        // so the bus says that it is just closing the connection: lost, as on the way, while
        // what the same step has for others must not be
        continue;
      }
    }
  }

  private void receive(List<byte[]> bodies) {
    if (stopped) {
      return;
    }
    List<Packet> packets = new ArrayList<>(bodies.size());
    for (byte[] bytes : bodies) {
      // whoever sent one that does not parse will repeat what it wants known
      decode(bytes).ifPresentOrElse(packets::add, inbox::countMalformed);
    }
    if (!packets.isEmpty()) {
      step(() -> machine.receive(packets, now()));
    }
  }

  private Optional<Packet> decode(byte[] bytes) {
    try {
      return Optional.of(Packet.decode(bytes, maxBytes));
    } catch (MalformedPacketException e) {
      return Optional.empty();
    }
  }

  /*
   * A timer of Vert.x is not moved when the machine wants to be called later than
   * planned: it fires, finds nothing due, and is set anew. That saves a timer for each
   * packet.
   */
  private void planTick() {
    if (stopped) {
      return; // a packet or a producer that came too late must not set it going again
    }
    long due = Math.min(machine.nextTick(), nextStep());
    if (due >= timerDue) {
      return;
    }
    cancelTimer();
    timerDue = due;
    timer = vertx.setTimer(Math.max(1, due - now()), id -> {
      timer = NO_TIMER;
      timerDue = Long.MAX_VALUE;
      step(() -> machine.tick(now()));
    });
  }

  private void cancelTimer() {
    if (timer != NO_TIMER) {
      vertx.cancelTimer(timer);
      timer = NO_TIMER;
      timerDue = Long.MAX_VALUE;
    }
  }
}
