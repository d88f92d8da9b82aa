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
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** One attempt to join. Owned by one thread. */
final class JoinAttempt {
  /** Where agents without a host of their own look for a free member port. */
  private static final int AGENT_PORT = 25_701;

  private final ClusterSpec cluster;
  private final Joining joining;
  private final ClusterLog log;
  private final Introduction introduction;
  private final Set<HostPort> known = new LinkedHashSet<>();
  private boolean isSeed;

  JoinAttempt(Network network, ClusterSpec cluster, Joining joining, ClusterLog log) {
    this.cluster = cluster;
    this.joining = joining;
    this.log = log;
    this.introduction = Introduction.of(network, joining);
    known.addAll(cluster.members());
    network.topology().hosts().forEach(host -> known.add(cluster.address(host)));
  }

  Future<TreeCluster> join() throws InterruptedException {
    Optional<InetAddress> own = joining.listen().map(JoinAttempt::resolve);
    own.ifPresent(address -> Exposure.of(address).requireAllowed(address, cluster));
    isSeed = cluster.members().stream().anyMatch(at -> isSelf(at, own));
    List<HostPort> others = known.stream().filter(at -> !isSelf(at, own)).toList();
    boolean mayFound = !joining.isAgent() && isSelf(cluster.members().get(0), own);
    Optional<Seeds.Answer> answer =
        new Seeds(others, mayFound, cluster.waitFor(), log).find();
    InetAddress address = own.orElseGet(() -> answer.orElseThrow().local());
    Exposure.of(address).requireAllowed(address, cluster);
    Optional<HostPort> target = answer.map(Seeds.Answer::seed);
    if (joining.listen().isPresent()) {
      HostPort listen = joining.listen().get();
      int bus = ClusterSpec.busAddress(listen).port();
      requireFree(address, listen.port());
      requireFree(address, bus);
      return start(address, listen.port(), bus, others, target);
    }
    return startOnFreePort(
        address, AGENT_PORT + ClusterSpec.BUS_PORT_OFFSET, others, target);
  }

  /** Somebody else may be faster to take a port that was free: then the next one. */
  private Future<TreeCluster> startOnFreePort(
      InetAddress address, int from, List<HostPort> others, Optional<HostPort> target) {
    int bus = freePort(address, from);
    return start(address, AGENT_PORT, bus, others, target).recover(failure ->
        rootCause(failure) instanceof BindException
            ? startOnFreePort(address, bus + 1, others, target)
            : Future.failedFuture(failure));
  }

  private Future<TreeCluster> start(
      InetAddress address, int port, int bus, List<HostPort> others,
      Optional<HostPort> target) {
    var options = new VertxOptions().setEventBusOptions(
        BusConfig.of(address, bus, joining.advertisedBus(), cluster.tls()));
    var members = new Directory(MemberConfig.of(
        introduction, isSeed && !joining.isAgent(), address, port, joining.listen().isEmpty(), others,
        target, cluster.waitFor()));
    return Vertx.builder().with(options).withClusterManager(members).buildClustered()
        .recover(e -> {
          Optional.ofNullable(members.getHazelcastInstance()).ifPresent(
              member -> member.getLifecycleService().terminate());
          return Future.failedFuture(new ClusterJoinException(
              "could not join the cluster: " + rootCause(e).getMessage(), e));
        })
        .compose(vertx -> {
          members.keepLooking(vertx);
          return joined(vertx, members.getHazelcastInstance(), target);
        });
  }

  private Future<TreeCluster> joined(
      Vertx vertx, HazelcastInstance member, Optional<HostPort> target) {
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
        return vertx.close().compose(left -> Future.failedFuture(new ClusterJoinException(
            "refused to join with " + MemberWatch.said(other) + ": " + objection.get())));
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
    return Future.succeededFuture(new TreeCluster(vertx, address));
  }

  private boolean isSelf(HostPort at, Optional<InetAddress> own) {
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
