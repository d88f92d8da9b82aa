package io.bloomtree.cluster;

import com.hazelcast.cluster.Member;
import com.hazelcast.core.HazelcastInstance;
import com.hazelcast.core.LifecycleEvent.LifecycleState;
import io.bloomtree.topology.ClusterSpec;
import io.bloomtree.topology.HostPort;
import io.bloomtree.topology.Network;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Joins a cluster, as often as it takes. Owned by one thread. */
final class JoinAttempt {
  /** Where agents without a host of their own look for a free member port. */
  private static final int AGENT_PORT = 25_701;
  /** Somebody who hangs keeps others from joining for twenty seconds. */
  private static final Duration LONGEST_TRY = Duration.ofSeconds(30);
  /**
   * Who has joined may lose sight of the seeds at once, while somebody hangs. Then it can look
   * nothing up, and would notice after minutes only.
   */
  private static final Duration LONGEST_START = LONGEST_TRY.plusSeconds(10);

  private final ClusterSpec cluster;
  private final Joining joining;
  private final ClusterLog log;
  private final Introduction introduction;
  private final Duration patience;
  /** Where this process listens, if it says so. */
  private final Optional<InetAddress> own;
  private final boolean isSeed;
  /** Where other members may be, seeds first. */
  private final List<HostPort> others;

  private record Started(Vertx vertx, HazelcastInstance member) {}

  /** It did not work, but may in a moment: members that hang or leave get in a joiner's way. */
  private static final class NotNowException extends Exception {
    private static final long serialVersionUID = 1L;

    NotNowException(Throwable cause) {
      super(cause.getMessage(), cause);
    }
  }

  JoinAttempt(Network network, ClusterSpec cluster, Joining joining, ClusterLog log) {
    this.cluster = cluster;
    this.joining = joining;
    this.log = log;
    this.introduction = Introduction.of(network, joining);
    this.patience = joining.patience().orElse(cluster.waitFor());
    this.own = joining.listen().map(JoinAttempt::resolve);
    own.ifPresent(address -> Exposure.of(address).requireAllowed(address, cluster));
    this.isSeed = cluster.members().stream().anyMatch(this::isSelf);
    Set<HostPort> known = new LinkedHashSet<>(cluster.members());
    network.topology().hosts().forEach(host -> known.add(cluster.address(host)));
    this.others = known.stream().filter(at -> !isSelf(at)).toList();
  }

  TreeCluster join() throws InterruptedException {
    long start = System.nanoTime();
    long end = start + patience.toNanos();
    Set<HostPort> silent = new LinkedHashSet<>();
    while (true) {
      Optional<Seeds.Answer> answer = find(silent, start);
      InetAddress address = own.orElseGet(() -> answer.orElseThrow().local());
      Exposure.of(address).requireAllowed(address, cluster);
      Optional<HostPort> target = answer.map(Seeds.Answer::seed);
      try {
        return joined(start(address, target), target);
      } catch (NotNowException e) {
        long left = end - System.nanoTime();
        if (left <= 0 || target.isEmpty()) {
          throw new ClusterJoinException("could not join the cluster: " + e.getMessage(), e);
        }
        log.warn("could not join through " + target.get() + ", trying again for "
            + Duration.ofNanos(left).toSeconds() + " s more: " + e.getMessage());
        silent.add(target.get());
      }
    }
  }

  /** Last of all those through whom it did not work: a process that hangs is still connected to. */
  private Optional<Seeds.Answer> find(Set<HostPort> silent, long start)
      throws InterruptedException {
    List<HostPort> order = new ArrayList<>(others);
    order.removeAll(silent);
    order.addAll(silent);
    boolean mayFound = !joining.isAgent() && isSelf(cluster.members().get(0));
    return new Seeds(order, mayFound, start, patience, log).find();
  }

  /** A member that has joined, or founded the cluster. */
  private Started start(InetAddress address, Optional<HostPort> target)
      throws InterruptedException, NotNowException {
    if (joining.listen().isPresent()) {
      HostPort listen = joining.listen().get();
      int bus = ClusterSpec.busAddress(listen).port();
      requireFree(address, listen.port());
      requireFree(address, bus);
      return start(address, listen.port(), bus, target);
    }
    int bus = AGENT_PORT + ClusterSpec.BUS_PORT_OFFSET;
    while (true) {
      bus = freePort(address, bus);
      try {
        return start(address, AGENT_PORT, bus, target);
      } catch (NotNowException e) {
        if (!(e.getCause() instanceof BindException)) {
          throw e;
        }
        // somebody else was faster to take a port that was free: then the next one
        bus++;
      }
    }
  }

  private Started start(InetAddress address, int port, int bus, Optional<HostPort> target)
      throws InterruptedException, NotNowException {
    var options = new VertxOptions()
        .setEventLoopPoolSize(eventLoops())
        .setEventBusOptions(BusConfig.of(address, bus, joining.advertisedBus(), cluster.tls()));
    var members = new Directory(MemberConfig.of(
        introduction, isSeed && !joining.isAgent(), address, port, joining.listen().isEmpty(),
        others, target, shorter(patience, LONGEST_TRY)));
    Future<Vertx> starting =
        Vertx.builder().with(options).withClusterManager(members).buildClustered();
    try {
      Vertx vertx = starting.toCompletionStage().toCompletableFuture()
          .get(LONGEST_START.toMillis(), TimeUnit.MILLISECONDS);
      members.keepLooking(vertx);
      return new Started(vertx, members.getHazelcastInstance());
    } catch (ExecutionException e) {
      terminate(members);
      throw new NotNowException(rootCause(e));
    } catch (TimeoutException e) {
      starting.onSuccess(Vertx::close);
      terminate(members);
      throw new NotNowException(new TimeoutException(
          "nothing could be looked up within " + LONGEST_START.toSeconds() + " s"));
    }
  }

  private static void terminate(Directory members) {
    Optional.ofNullable(members.getHazelcastInstance())
        .ifPresent(member -> member.getLifecycleService().terminate());
  }

  /** A process runs few machines, and each packet that changes loops has to wake one up. */
  private static int eventLoops() {
    return Math.max(1, Runtime.getRuntime().availableProcessors() / 2);
  }

  private static Duration shorter(Duration one, Duration other) {
    return one.compareTo(other) < 0 ? one : other;
  }

  private static <T> T done(Future<T> future) throws InterruptedException, ExecutionException {
    return future.toCompletionStage().toCompletableFuture().get();
  }

  private TreeCluster joined(Started started, Optional<HostPort> target)
      throws InterruptedException {
    Vertx vertx = started.vertx();
    HazelcastInstance member = started.member();
    // nobody's objects are taken from the bus, only bytes
    vertx.eventBus().serializableChecker(name -> false);
    vertx.eventBus().clusterSerializableChecker(name -> false);
    var watch = new MemberWatch(introduction, log);
    for (Member other : member.getCluster().getMembers()) {
      Optional<String> objection = other.localMember() ? Optional.empty() : watch.objection(other);
      if (objection.isPresent() && MemberWatch.isAgent(other)) {
        // one producer with an old topology must not keep nodes from starting
        log.warn("refused " + MemberWatch.said(other) + ": " + objection.get());
      } else if (objection.isPresent()) {
        leave(vertx);
        throw new ClusterJoinException(
            "refused to join with " + MemberWatch.said(other) + ": " + objection.get());
      }
    }
    member.getCluster().addMembershipListener(watch);
    member.getLifecycleService().addLifecycleListener(event -> {
      if (event.getState() == LifecycleState.MERGED) {
        log.warn("was cut off from the cluster, and is back");
      }
    });
    var at = member.getCluster().getLocalMember().getAddress();
    var address = new HostPort(at.getHost(), at.getPort());
    log.info(target.isPresent()
        ? "joined through " + target.get() + " as " + address + ", members="
            + member.getCluster().getMembers().size()
        : "founded the cluster as " + address);
    return new TreeCluster(vertx, address);
  }

  private static void leave(Vertx vertx) throws InterruptedException {
    try {
      done(vertx.close());
    } catch (ExecutionException e) {
      throw new ClusterJoinException("could not leave the cluster: " + e.getMessage(), e);
    }
  }

  private boolean isSelf(HostPort at) {
    return joining.listen().isPresent() && joining.listen().get().port() == at.port()
        && (joining.listen().get().equals(at) || own.equals(tryResolve(at)));
  }

  private static InetAddress resolve(HostPort at) {
    return tryResolve(at).orElseThrow(() -> new ClusterJoinException(
        "no address of this name is known: " + at.host()
            + "; give it in cluster.hosts, or with --listen"));
  }

  private static Optional<InetAddress> tryResolve(HostPort at) {
    try {
      return Optional.of(InetAddress.getByName(at.host()));
    } catch (UnknownHostException e) {
      return Optional.empty();
    }
  }

  private static void requireFree(InetAddress address, int port) {
    try (ServerSocket probe = bound(address, port)) {
      probe.getLocalPort();
    } catch (IOException e) {
      throw new ClusterJoinException(
          "cannot listen on " + new HostPort(address.getHostAddress(), port) + ": "
              + e.getMessage(), e);
    }
  }

  private static int freePort(InetAddress address, int from) {
    int first = AGENT_PORT + ClusterSpec.BUS_PORT_OFFSET;
    for (int port = from; port < first + MemberConfig.AGENT_PORTS; port++) {
      try (ServerSocket probe = bound(address, port)) {
        return probe.getLocalPort();
      } catch (IOException taken) {
        continue;
      }
    }
    throw new ClusterJoinException(
        "no free port for the event bus on " + address.getHostAddress() + ": from=" + first
            + ", tried=" + MemberConfig.AGENT_PORTS);
  }

  private static ServerSocket bound(InetAddress address, int port) throws IOException {
    return new ServerSocket(port, 1, address);
  }

  private static Throwable rootCause(Throwable e) {
    Throwable cause = e;
    while (cause.getCause() != null) {
      cause = cause.getCause();
    }
    return cause;
  }
}
