package io.bloomtree.bus;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.bloomtree.wire.Endpoint;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Handler;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.eventbus.DeliveryOptions;
import io.vertx.core.eventbus.Message;
import io.vertx.core.eventbus.MessageConsumer;
import io.vertx.core.internal.VertxInternal;
import io.vertx.core.spi.cluster.ClusterManager;
import io.vertx.core.spi.cluster.RegistrationInfo;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Sees to it that one process runs a slice, and that the others find it there. Owned by the
 * verticle's context.
 */
final class Presence {
  /*
   * Before a slice starts it asks whether another process runs it. One that answers is left alone;
   * one that does not, because it is dead, cut off or stopped, is replaced. Should it go on one
   * day, both are registered. Each then tells the other its incarnation, and the lower one stops.
   * Until it does, neighbours drop its packets for the same reason.
   *
   * After a split the bus may believe what is no longer true. So the slice looks, every few
   * seconds, at what the cluster knows of its address: it registers again if it is not there, and
   * removes what processes left behind that are no longer members.
   */

  private static final long PERIOD_MILLIS = Duration.ofSeconds(2).toMillis();
  private static final long NO_TIMER = -1;
  private static final int SHORTEST = Long.BYTES;
  private static final int LONGEST = 4096;

  private final Vertx vertx;
  private final Endpoint slice;
  private final long incarnation;
  private final Context gate;
  private final Registration packets;
  private final Registration probes;
  private final Registration questions;
  private final Optional<ClusterManager> members;
  private final Consumer<String> log;
  private final Consumer<String> onFenced;
  private long timer = NO_TIMER;
  private boolean ended;

  /**
   * @param gate the context on which the bus delivers packets
   * @param onFenced told who has taken this slice's place
   */
  Presence(
      Vertx vertx, Address address, Endpoint slice, long incarnation, Context gate,
      Handler<Message<Object>> onPacket, Handler<Message<Object>> onQuestion,
      Consumer<String> log, Consumer<String> onFenced) {
    this.vertx = vertx;
    this.slice = slice;
    this.incarnation = incarnation;
    this.gate = gate;
    this.log = log;
    this.onFenced = onFenced;
    this.packets = new Registration(address.path(), gate, onPacket);
    this.probes = new Registration(
        address.presence().path(), vertx.getOrCreateContext(), this::onPresence);
    this.questions = new Registration(
        address.questions().path(), vertx.getOrCreateContext(), onQuestion);
    this.members = Optional.ofNullable(((VertxInternal) vertx).clusterManager());
  }

  /** Registers the slice, unless another process answers for it within {@code patience}. */
  Future<Void> begin(long patience) {
    var options = new DeliveryOptions().setSendTimeout(patience);
    Future<Message<Object>> asking =
        vertx.eventBus().request(probes.address, saidOfSelf(), options);
    return asking.transform(asked ->
        asked.succeeded()
            ? Future.failedFuture(new AlreadyRunningException(slice, said(asked.result().body())))
            : Future.all(packets.clear(), probes.clear(), questions.clear())
                .transform(cleared -> register()));
  }

  private Future<Void> register() {
    return Future.all(packets.register(), probes.register(), questions.register()).map(done -> {
      if (members.isPresent()) {
        timer = vertx.setPeriodic(PERIOD_MILLIS, tick -> check());
      }
      return null;
    });
  }

  Future<Void> end() {
    ended = true;
    if (timer != NO_TIMER) {
      vertx.cancelTimer(timer);
    }
    return Future.join(packets.unregister(), probes.unregister(), questions.unregister())
        .mapEmpty();
  }

  private void check() {
    packets.check();
    probes.check();
    questions.check();
  }

  private void onPresence(Message<Object> message) {
    if (message.replyAddress() != null) {
      message.reply(saidOfSelf());
    } else if (incarnationIn(message.body()) > incarnation) {
      onFenced.accept(said(message.body()));
    }
  }

  /** In case the other one does not know of this one, and so tells it nothing. */
  private void askOther() {
    var options = new DeliveryOptions().setSendTimeout(PERIOD_MILLIS);
    vertx.eventBus().<Object>request(probes.address, saidOfSelf(), options).onSuccess(answer -> {
      if (incarnationIn(answer.body()) > incarnation) {
        onFenced.accept(said(answer.body()));
      }
    });
  }

  /** This process, in words. */
  String process() {
    return "process " + ProcessHandle.current().pid()
        + members.map(it -> " at " + it.getNodeInfo().host() + ":" + it.getNodeInfo().port())
            .orElse("");
  }

  private byte[] saidOfSelf() {
    byte[] process = process().getBytes(UTF_8);
    return ByteBuffer.allocate(Long.BYTES + process.length)
        .putLong(incarnation).put(process).array();
  }

  private static boolean isSense(Object body) {
    return body instanceof byte[] bytes && bytes.length >= SHORTEST && bytes.length <= LONGEST;
  }

  private static long incarnationIn(Object body) {
    return isSense(body) ? ByteBuffer.wrap((byte[]) body).getLong() : Long.MIN_VALUE;
  }

  private static String said(Object body) {
    if (!isSense(body)) {
      return "a process that says nothing of itself";
    }
    byte[] bytes = (byte[]) body;
    return new String(bytes, Long.BYTES, bytes.length - Long.BYTES, UTF_8) + ", incarnation "
        + incarnationIn(body);
  }

  /** One address of the slice, and whether the cluster knows of it. */
  private final class Registration {
    private final String address;
    private final Context context;
    private final Handler<Message<Object>> handler;
    /** Set on the registration's context, read on the verticle's. */
    private volatile Optional<MessageConsumer<Object>> consumer = Optional.empty();
    private boolean isChecking;

    Registration(String address, Context context, Handler<Message<Object>> handler) {
      this.address = address;
      this.context = context;
      this.handler = handler;
    }

    Future<Void> register() {
      Promise<Void> registered = Promise.promise();
      context.runOnContext(go -> {
        MessageConsumer<Object> made = vertx.eventBus().consumer(address, handler);
        consumer = Optional.of(made);
        made.completion().onComplete(registered);
      });
      return registered.future();
    }

    Future<Void> unregister() {
      return consumer.map(MessageConsumer::unregister).orElse(Future.succeededFuture());
    }

    /** Removes who is registered: it was asked, and did not answer. */
    Future<Void> clear() {
      if (members.isEmpty()) {
        return Future.succeededFuture();
      }
      Promise<List<RegistrationInfo>> found = Promise.promise();
      members.get().getRegistrations(address, found);
      return found.future().compose(registrations -> Future.all(registrations.stream()
          .map(silent -> {
            Promise<Void> removed = Promise.promise();
            members.get().removeRegistration(address, silent, removed);
            return removed.future();
          })
          .toList())).mapEmpty();
    }

    void check() {
      ClusterManager cluster = members.orElseThrow();
      if (isChecking || !cluster.isActive()) {
        return;
      }
      isChecking = true;
      Promise<List<RegistrationInfo>> found = Promise.promise();
      cluster.getRegistrations(address, found);
      found.future().onComplete(
          registrations -> {
            isChecking = false;
            compare(cluster, registrations);
          },
          unreachable -> isChecking = false); // the cluster is mending itself: next time
    }

    private void compare(ClusterManager cluster, List<RegistrationInfo> registrations) {
      if (ended) {
        return;
      }
      String self = cluster.getNodeId();
      if (registrations.stream().noneMatch(it -> it.nodeId().equals(self))) {
        if (this == packets) {
          log.accept("the cluster had forgotten it: registered again");
        }
        unregister().eventually(this::register);
      }
      List<String> nodes = cluster.getNodes();
      for (RegistrationInfo other : registrations) {
        if (other.nodeId().equals(self)) {
          continue;
        }
        if (nodes.contains(other.nodeId())) {
          vertx.eventBus().publish(probes.address, saidOfSelf());
          probes.context.runOnContext(go -> askOther());
        } else {
          cluster.removeRegistration(address, other, Promise.promise());
        }
      }
    }
  }
}
