package io.bloomtree.cluster;

import com.hazelcast.config.Config;
import com.hazelcast.config.JavaSerializationFilterConfig;
import com.hazelcast.config.JoinConfig;
import com.hazelcast.config.MapConfig;
import com.hazelcast.config.MultiMapConfig;
import com.hazelcast.config.NetworkConfig;
import io.bloomtree.topology.HostPort;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What Hazelcast is told. It keeps who is there and who listens where, nothing else. */
final class MemberConfig {
  /*
   * Everything that looks for members by itself is off: a cluster has the members that its
   * topology names, and whoever joins through them. One that was cut off looks every five seconds
   * for the others, where its topology says that they are: not where agents were once, by default
   * for hours, since the agent of another tree may have that port now, and the two clusters would
   * become one.
   *
   * A member that is silent is out after twenty seconds, not before: one that hangs keeps others
   * waiting for ten, who must not be taken for silent themselves. Whether a peer answers, nodes
   * find out by themselves, and much sooner.
   *
   * Only seeds keep a part of the directory. Whenever a member that does falls silent, comes or
   * goes, its part must be moved, and until that is done or given up (by default after five
   * minutes) nobody can look anything up; it may even keep the master from sending heartbeats.
   *
   * Whatever one member asks of another is answered within milliseconds, or its message was lost:
   * connections are closed and opened anew while members come and fall silent. Then it is better
   * asked again soon than waited for: by default two minutes, in which nobody finds anybody. Nor
   * does a joiner wait long for a connection to every member: to one that hangs there is none.
   *
   * A process that hangs still accepts connections, but never says which protocol it speaks. Until
   * it does, the thread that would send to it never rests (Hazelcast 5.6: the pipeline of such a
   * connection plans itself again and again), and never looks at the selector either, through
   * which by default it is told that others have something to send: their heartbeats stay where
   * they are, and one member after the other is given up. Told through the queue of its tasks, it
   * serves them in turn. Hazelcast takes that from the system's properties only.
   */
  private static final String WAKE_UP_BY_SELECTOR = "hazelcast.io.selectionKeyWakeupEnabled";

  static {
    if (System.getProperty(WAKE_UP_BY_SELECTOR) == null) {
      System.setProperty(WAKE_UP_BY_SELECTOR, "false");
    }
  }

  private static final Map<String, String> PROPERTIES = Map.ofEntries(
      Map.entry("hazelcast.logging.type", "jdk"),
      Map.entry("hazelcast.phone.home.enabled", "false"),
      Map.entry("hazelcast.socket.bind.any", "false"),
      Map.entry("hazelcast.heartbeat.interval.seconds", "1"),
      Map.entry("hazelcast.max.no.heartbeat.seconds", "20"),
      Map.entry("hazelcast.connect.all.wait.seconds", "1"),
      Map.entry("hazelcast.operation.call.timeout.millis", "10000"),
      Map.entry("hazelcast.invocation.max.retry.count", "20"),
      Map.entry("hazelcast.partition.migration.timeout", "5"),
      Map.entry("hazelcast.merge.first.run.delay.seconds", "5"),
      Map.entry("hazelcast.merge.next.run.delay.seconds", "5"),
      Map.entry("hazelcast.tcp.join.previously.joined.member.address.retention.seconds", "0"),
      Map.entry("hazelcast.wait.seconds.before.join", "0"),
      Map.entry("hazelcast.graceful.shutdown.max.wait", "10"),
      Map.entry("hazelcast.partition.count", "31"),
      // what it measures of itself every few seconds, nobody looks at
      Map.entry("hazelcast.metrics.enabled", "false"),
      Map.entry("hazelcast.slow.operation.detector.enabled", "false"),
      Map.entry("hazelcast.health.monitoring.level", "OFF"));

  /** How many free ports an agent tries. */
  static final int AGENT_PORTS = 1000;

  private MemberConfig() {}

  /**
   * @param keepsDirectory whether it holds a part of what the cluster knows
   * @param port of the member; an agent takes the first free one from there
   * @param candidates where other members may be
   * @param target through whom it joins; empty: it founds the cluster
   */
  static Config of(
      Introduction introduction, boolean keepsDirectory, InetAddress address, int port,
      boolean takesNextPort, List<HostPort> candidates, Optional<HostPort> target,
      Duration patience) {
    var config = new Config();
    config.setClusterName("bloomtree");
    config.setLiteMember(!keepsDirectory);
    PROPERTIES.forEach(config::setProperty);
    config.setProperty("hazelcast.max.join.seconds", String.valueOf(patience.toSeconds()));
    config.setProperty(
        "hazelcast.prefer.ipv4.stack", String.valueOf(!(address instanceof Inet6Address)));
    introduction.attributes().forEach(config.getMemberAttributeConfig()::setAttribute);
    setNetwork(config.getNetworkConfig(), address, port, takesNextPort);
    setJoin(config.getNetworkConfig().getJoin(), candidates, target);
    // the tables that Vert.x keeps, as it wants them
    config.addMultiMapConfig(new MultiMapConfig("__vertx.subs")
        .setBackupCount(1)
        .setValueCollectionType(MultiMapConfig.ValueCollectionType.SET));
    config.addMapConfig(new MapConfig("__vertx.haInfo").setBackupCount(1));
    config.addMapConfig(new MapConfig("__vertx.nodeInfo").setBackupCount(1));
    // objects of its own and of Java's classes, which errors between members need, and no others
    config.getSerializationConfig()
        .setJavaSerializationFilterConfig(new JavaSerializationFilterConfig());
    return config;
  }

  private static void setNetwork(
      NetworkConfig network, InetAddress address, int port, boolean takesNextPort) {
    network.setPort(port);
    network.setPortAutoIncrement(takesNextPort);
    network.setPortCount(AGENT_PORTS);
    network.getInterfaces().setEnabled(true).addInterface(address.getHostAddress());
  }

  private static void setJoin(
      JoinConfig join, List<HostPort> candidates, Optional<HostPort> target) {
    join.getAutoDetectionConfig().setEnabled(false);
    join.getMulticastConfig().setEnabled(false);
    join.getTcpIpConfig()
        .setEnabled(true)
        .setMembers(candidates.stream().map(HostPort::toString).toList());
    target.ifPresent(member -> join.getTcpIpConfig().setRequiredMember(member.toString()));
  }
}
