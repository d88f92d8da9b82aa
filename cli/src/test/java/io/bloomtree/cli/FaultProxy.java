package io.bloomtree.cli;

import static java.util.Objects.requireNonNull;

import io.bloomtree.topology.HostPort;
import io.netty.channel.ChannelOption;
import io.vertx.core.Handler;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.internal.net.NetSocketInternal;
import io.vertx.core.net.NetServer;
import io.vertx.core.net.NetSocket;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/**
 * Stands before a port and does to connections what networks do to them. Its methods may be called
 * from any thread; all state is touched on one event loop.
 */
final class FaultProxy implements AutoCloseable {
  /*
   * A connection of which bytes were swallowed stays silent whatever comes later: no network leaves
   * out a part of a stream and delivers the rest.
   */

  /** What happens to the bytes of connections. */
  enum Mode {
    /** Nothing. */
    PASS,
    /** They are under way for half of {@link #ROUND_TRIP_MILLIS}, in each direction. */
    DELAY,
    /** They never arrive, and nobody is told. */
    DROP,
    /** The same, and the far end never hears of new connections, which are accepted. */
    HALF_OPEN,
    /** Connections are reset, old and new ones. */
    RESET,
    /** So many bytes arrive in a second: {@link #SLOW_BYTES}. */
    SLOW,
    /** The first half of the next bytes arrives, then the connection is closed. */
    CUT
  }

  static final long ROUND_TRIP_MILLIS = 150;
  static final long SLOW_BYTES = 16 << 10;

  private final Vertx vertx = Vertx.vertx(new VertxOptions().setEventLoopPoolSize(1));
  private final HostPort target;
  private final NetServer server;
  private final Set<NetSocket> near = new HashSet<>();
  private volatile Mode mode = Mode.PASS;

  FaultProxy(HostPort target) {
    this.target = requireNonNull(target, "target");
    server = vertx.createNetServer().connectHandler(this::accept);
    server.listen(0, "127.0.0.1").await();
  }

  /** Where to connect instead of the target. */
  HostPort address() {
    return new HostPort("127.0.0.1", server.actualPort());
  }

  void set(Mode next) {
    mode = next;
    if (next == Mode.RESET) {
      vertx.runOnContext(go -> Set.copyOf(near).forEach(FaultProxy::reset));
    }
  }

  private void accept(NetSocket socket) {
    near.add(socket);
    socket.exceptionHandler(broken -> { });
    if (mode == Mode.RESET) {
      reset(socket);
      return;
    }
    if (mode == Mode.HALF_OPEN) {
      socket.handler(swallowed -> { });
      socket.closeHandler(closed -> near.remove(socket));
      return;
    }
    socket.pause();
    socket.closeHandler(closed -> near.remove(socket));
    vertx.createNetClient().connect(target.port(), target.host())
        .onFailure(refused -> socket.close())
        .onSuccess(far -> join(socket, far));
  }

  private void join(NetSocket socket, NetSocket far) {
    far.exceptionHandler(broken -> { });
    far.closeHandler(closed -> socket.close());
    socket.closeHandler(closed -> {
      near.remove(socket);
      far.close();
    });
    far.handler(new Pump(far, socket));
    socket.handler(new Pump(socket, far));
    socket.resume();
  }

  /** To close a socket that does not linger is to reset its connection. */
  private static void reset(NetSocket socket) {
    ((NetSocketInternal) socket).channelHandlerContext().channel().config()
        .setOption(ChannelOption.SO_LINGER, 0);
    socket.close();
  }

  @Override public void close() {
    vertx.close().await();
  }

  /** One direction of a connection. */
  private final class Pump implements Handler<Buffer> {
    private final NetSocket from;
    private final NetSocket to;
    private final Deque<Buffer> underWay = new ArrayDeque<>();
    private long lastDue;
    private boolean isSilent;

    Pump(NetSocket from, NetSocket to) {
      this.from = from;
      this.to = to;
    }

    @Override public void handle(Buffer bytes) {
      if (isSilent) {
        return;
      }
      long now = TimeUnit.NANOSECONDS.toMillis(System.nanoTime());
      switch (mode) {
        case PASS, RESET -> send(bytes, now, now);
        case DELAY -> send(bytes, now, now + ROUND_TRIP_MILLIS / 2);
        case SLOW -> {
          from.pause(); // or it would not be the sender that has to wait
          long takes = 1 + bytes.length() * 1000L / SLOW_BYTES;
          send(bytes, now, Math.max(lastDue, now) + takes);
        }
        case DROP, HALF_OPEN -> isSilent = true;
        case CUT -> {
          isSilent = true;
          to.write(bytes.slice(0, bytes.length() / 2)).onComplete(done -> {
            from.close();
            to.close();
          });
        }
      }
    }

    private void send(Buffer bytes, long now, long due) {
      lastDue = Math.max(lastDue, due);
      if (underWay.isEmpty() && lastDue <= now) {
        to.write(bytes);
        return;
      }
      underWay.add(bytes);
      // whichever timer is first: what was sent first arrives first
      vertx.setTimer(Math.max(1, lastDue - now), arrived -> {
        to.write(underWay.poll());
        from.resume();
      });
    }
  }
}
