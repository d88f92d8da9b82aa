package io.bloomtree.bus;

import static java.util.Objects.requireNonNull;

import io.bloomtree.filter.FilterSlice;
import io.bloomtree.filter.StorageException;
import io.bloomtree.topology.Network;
import io.bloomtree.tree.Machine;
import io.bloomtree.tree.MachineStore;
import io.bloomtree.tree.Tally;
import io.bloomtree.tree.Transport;
import io.bloomtree.tree.Vitals;
import io.bloomtree.wire.Endpoint;
import io.bloomtree.wire.MalformedPacketException;
import io.bloomtree.wire.Packet;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.VerticleBase;
import io.vertx.core.WorkerExecutor;
import io.vertx.core.eventbus.Message;
import io.vertx.core.internal.VertxInternal;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * Puts a {@link Machine} on the event bus, on what was kept of its predecessors. All its state is
 * touched on this verticle's context.
 */
public abstract class MachineVerticle<M extends Machine, S extends MachineStore>
    extends VerticleBase implements Resident {
  private static final long NO_TIMER = -1;
  private static final long JOURNAL_MILLIS = 200;
  private static final int MOST_ADDRESSES = 10_000;
  /** Files are opened and closed here: a large one takes its time, and event loops have none. */
  private static final String DISK = "bloomtree-disk";
  private static final int DISK_THREADS = 4;
  private static final long DISK_HOURS = 24;

  private final Network network;
  private final Endpoint endpoint;
  private final int maxBytes;
  private final long startedAt = System.currentTimeMillis();
  private final Journal journal;
  private final Map<Endpoint, String> addresses = new HashMap<>();
  private final Promise<String> fenced = Promise.promise();
  private final Promise<String> failed = Promise.promise();
  /** Held on to: its threads are interrupted when it is garbage, whatever they do. */
  private WorkerExecutor disk;
  private OpenState<S> state;
  private M machine;
  private Inbox inbox;
  private Presence presence;
  private long timer = NO_TIMER;
  private long timerDue = Long.MAX_VALUE;
  private long bytesSent;
  private long bytesReceived;
  private long packetsReceived;
  private volatile boolean stopped;

  /** {@code endpoint}: the slice whose packets it takes. */
  protected MachineVerticle(Network network, Endpoint endpoint) {
    this.network = requireNonNull(network, "network");
    this.endpoint = requireNonNull(endpoint, "endpoint");
    this.maxBytes = network.topology().limits().frame();
    this.journal = new Journal(
        network, endpoint, line -> vertx.setTimer(JOURNAL_MILLIS, go -> line.run()), this::fail);
  }

  /** Finds what was kept, or begins anew. Called once, on a thread that may wait. */
  protected abstract OpenState<S> open();

  /** Makes the machine. Called once, on the verticle's context. */
  protected abstract M boot(S store, long incarnation, Transport transport);

  /** Called on the verticle's context after every step of the machine. */
  protected void stepped() {}

  /** When {@link #stepped} wants to be called though the machine has nothing to do. */
  protected long nextStep() {
    return Long.MAX_VALUE;
  }

  /**
   * Fails with an {@link AlreadyRunningException} if another process runs the slice, and with a
   * {@link StorageException} if what was kept cannot be used.
   */
  @Override public Future<?> start() {
    if (network.topology().data().isEmpty()) {
      return start(open());
    }
    disk = vertx.createSharedWorkerExecutor(DISK, DISK_THREADS, DISK_HOURS, TimeUnit.HOURS);
    return disk.executeBlocking(this::open, false).compose(this::start);
  }

  private Future<Void> start(OpenState<S> opened) {
    state = opened;
    opened.found().ifPresent(journal::info);
    return begin().recover(failure -> close().transform(closed -> Future.failedFuture(failure)));
  }

  private Future<Void> begin() {
    machine = boot(state.store(), state.incarnation(), this::send);
    machine.watch(journal);
    inbox = new Inbox(network, endpoint, context, this::receive);
    Context gate = ((VertxInternal) vertx).createEventLoopContext();
    presence = new Presence(
        vertx, Address.of(network.topology().tree(), endpoint), endpoint, state.incarnation(), gate,
        message -> inbox.take(message.body()), this::onQuestion, journal::info, this::giveWay);
    long timeout = network.settings(endpoint.node()).timing().timeout().toMillis();
    return presence.begin(timeout).compose(done -> {
      step(() -> machine.start(now()));
      return failed.future().isComplete()
          ? presence.end().transform(left ->
              Future.failedFuture(new StorageException(failed.future().result())))
          : Future.succeededFuture();
    });
  }

  /** Called on the verticle's context when the machine is about to be left alone for good. */
  protected void ending() {}

  @Override public final Future<?> stop() {
    stopped = true;
    cancelTimer();
    ending();
    return presence.end().eventually(this::close);
  }

  private Future<Void> close() {
    return network.topology().data().isPresent()
        ? disk.executeBlocking(() -> {
          state.close();
          return null;
        }, false)
        : Future.succeededFuture();
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

  /*
   * A machine that could not keep something has sent nothing of it, and cannot be trusted any
   * more. To everybody else this is a crash, after which it finds on the disk what is there.
   */
  private void fail(String reason) {
    stopped = true;
    cancelTimer();
    if (failed.tryComplete(reason)) {
      journal.warn("stops, since it cannot keep what it must not forget: " + reason);
      context.runOnContext(go -> vertx.undeploy(deploymentID())); // the machine is in a step
    }
  }

  /**
   * Why the slice can no longer keep what it must not forget; it stops by itself then. Completes on
   * the verticle's context, or never.
   */
  public final Future<String> failed() {
    return failed.future();
  }

  /** Whether it has left the event bus, whoever wanted it to. May be called from any thread. */
  public final boolean hasStopped() {
    return stopped;
  }

  @Override public final Optional<String> ended() {
    if (failed.future().isComplete()) {
      return Optional.of("it cannot keep what it must not forget: " + failed.future().result());
    }
    if (fenced.future().isComplete()) {
      return Optional.of("another process has taken its place: " + fenced.future().result());
    }
    return stopped ? Optional.of("it was stopped") : Optional.empty();
  }

  /** What it has counted. May be called from any thread once the verticle is deployed. */
  @Override public final Future<NodeReport> report() {
    Promise<NodeReport> report = Promise.promise();
    context.runOnContext(go -> report.complete(newReport()));
    return report.future();
  }

  private NodeReport newReport() {
    Vitals vitals = machine.vitals();
    return new NodeReport(
        endpoint,
        network.place(endpoint.node()).level(),
        state.incarnation(),
        startedAt,
        presence.process(),
        machine.tally().counts(),
        machine.occupancy(),
        FilterReport.of(network, endpoint.node(), machine.filter(), now()),
        new TrafficReport(
            bytesSent, bytesReceived, machine.tally().get(Tally.Count.PACKETS_SENT),
            packetsReceived, inbox.malformed(), inbox.flooded(), inbox.size(), vitals.inFlight(),
            vitals.queued(), vitals.batches()),
        HealthReport.of(vitals),
        agentReport().orElse(null));
  }

  /** How the offers of an agent ended; empty unless it is one. On the verticle's context. */
  protected Optional<AgentReport> agentReport() {
    return Optional.empty();
  }

  /** The verdicts that an agent told lately; none unless it is one. On the verticle's context. */
  protected RecentVerdicts recentVerdicts(long after) {
    return RecentVerdicts.none();
  }

  private void onQuestion(Message<Object> message) {
    try {
      message.reply(QuestionFormat.bytes(
          answer(QuestionFormat.read(message.body(), Question.class))));
    } catch (IOException e) {
      message.fail(0, "no question that this version knows, or can answer: " + e.getMessage());
    }
  }

  private Object answer(Question<?> question) throws IOException {
    if (question instanceof Question.Sight sight) {
      FilterSlice filter = machine.filter();
      long fingerprint = sight.fingerprint();
      return new Sighting(filter.probes(fingerprint), filter.setProbes(fingerprint),
          filter.holds(fingerprint));
    }
    if (question instanceof Question.Recent recent) {
      return recentVerdicts(recent.after());
    }
    if (question instanceof Question.OfSketches<?> asked) {
      return machine.sketches()
          .flatMap(sketches ->
              new SketchAnswers(endpoint.node(), sketches, now()).answer(asked))
          .orElseThrow(() -> new IOException("it keeps no such sketch"));
    }
    return newReport();
  }

  protected final Network network() {
    return network;
  }

  @Override public final Endpoint endpoint() {
    return endpoint;
  }

  protected final M machine() {
    return machine;
  }

  /** The time, as the machine is told it. */
  protected final long now() {
    return state.clock().now();
  }

  /** Lets the machine do something, on the verticle's context, and sees to its next tick. */
  protected final void step(Runnable action) {
    try {
      action.run();
      stepped();
    } catch (StorageException | InternalError e) {
      // the second is what a mapped page throws that the disk does not give back
      fail(e.getMessage());
    } finally {
      state.keepTime(now());
      planTick(); // whatever went wrong with one packet, the others wait for their time
    }
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
      bytesReceived += bytes.length;
      packetsReceived++;
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
