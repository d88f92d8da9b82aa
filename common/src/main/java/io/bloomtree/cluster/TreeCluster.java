package io.bloomtree.cluster;

import static java.util.Objects.requireNonNull;

import com.hazelcast.cluster.InitialMembershipEvent;
import com.hazelcast.cluster.InitialMembershipListener;
import com.hazelcast.cluster.Member;
import com.hazelcast.cluster.MembershipEvent;
import com.hazelcast.core.HazelcastInstance;
import com.hazelcast.core.LifecycleEvent.LifecycleState;
import io.bloomtree.topology.ClusterSpec;
import io.bloomtree.topology.HostPort;
import io.bloomtree.topology.Network;
import io.vertx.core.Future;
import io.vertx.core.Promise;
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

/** This process's place in the cluster of its tree: an event bus that reaches all others. Thread-safe. */
public final class TreeCluster {
  /** Where agents without a host of their own look for a free member port. */
  private static final int AGENT_PORT = 25_701;

  private final Vertx vertx;
  private final HostPort address;

  private TreeCluster(Vertx vertx, HostPort address) {
    this.vertx = vertx;
    this.address = address;
  }

  /**
   * Joins the cluster of a topology, or founds it.
   *
   * @param log takes a line for each thing that an operator wants to know
   * @throws IllegalArgumentException if the topology has no cluster
   */
  public static Future<TreeCluster> join(Network network, Joining joining, ClusterLog log) {
    requireNonNull(joining, "joining");
    requireNonNull(log, "log");
    ClusterSpec cluster = network.topology().cluster().orElseThrow(() ->
        new IllegalArgumentException(
            "the topology has no cluster to join: tree=" + network.topology().tree()));
    Promise<TreeCluster> joined = Promise.promise();
    // a thread of its own: looking for seeds blocks
    Thread thread = new Thread(() -> {
      try {
        new Attempt(network, cluster, joining, log).join().onComplete(joined);
      } catch (InterruptedException | RuntimeException e) {
        joined.fail(e);
      }
    }, "bloomtree-join");
    thread.setDaemon(true);
    thread.start();
    return joined.future();
  }

  /** The event bus, and what else Vert.x offers. */
  public Vertx vertx() {
    return vertx;
  }

  /** Where the process listens for members. */
  public HostPort address() {
    return address;
  }

  /** Leaves the cluster. */
  public Future<Void> leave() {
    return vertx.close();
  }

  /** One attempt to join. Owned by one thread. */
  private static final class Attempt {
    private final ClusterSpec cluster;
    private final Joining joining;
    private final ClusterLog log;
    private final Introduction introduction;
    private final Set<HostPort> known = new LinkedHashSet<>();

    Attempt(Network network, ClusterSpec cluster, Joining joining, ClusterLog log) {
      this.cluster = cluster;
      this.joining = joining;
      this.log = log;
      this.introduction = Introduction.of(network, joining.nodes());
      known.addAll(cluster.members());
      network.topology().hosts().forEach(host -> known.add(cluster.address(host)));
    }

    Future<TreeCluster> join() throws InterruptedException {
      Optional<InetAddress> own = joining.listen().map(at -> resolve(at));
      own.ifPresent(address -> Exposure.of(address).requireAllowed(address, cluster));
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
          introduction, joining.isAgent(), address, port, joining.listen().isEmpty(), others,
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
        if (objection.isPresent()) {
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

  /** Compares each newcomer with this process, and tells the operator. Thread-safe. */
  private static final class MemberWatch implements InitialMembershipListener {
    private final Introduction own;
    private final ClusterLog log;

    MemberWatch(Introduction own, ClusterLog log) {
      this.own = own;
      this.log = log;
    }

    static String said(Member member) {
      return member.getAddress().getHost() + ":" + member.getAddress().getPort();
    }

    Optional<String> objection(Member member) {
      try {
        return Introduction.from(member.getAttributes()).flatMap(own::objectionTo);
      } catch (IllegalArgumentException e) {
        return Optional.of(String.valueOf(e.getMessage()));
      }
    }

    @Override public void init(InitialMembershipEvent event) {}

    @Override public void memberAdded(MembershipEvent event) {
      objection(event.getMember()).ifPresent(reason ->
          log.warn("refused " + said(event.getMember()) + ": " + reason));
    }

    @Override public void memberRemoved(MembershipEvent event) {}
  }
}
