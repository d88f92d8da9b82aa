package io.bloomtree.bench;

import io.bloomtree.bus.NodeReport;
import io.bloomtree.cluster.Joining;
import io.bloomtree.edge.EdgeAgent;
import io.bloomtree.topology.HostPort;
import io.bloomtree.topology.Network;
import io.bloomtree.topology.Topology;
import io.bloomtree.topology.TopologyNode;
import io.bloomtree.topology.TopologyNode.Role;
import io.bloomtree.wire.NodeId;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A process with the agents of all edges of a topology, and producers that offer them events. */
final class ProducerJvm {
  private final List<EdgeAgent> agents;

  private ProducerJvm(List<EdgeAgent> agents) {
    this.agents = agents;
  }

  /** The file of the topology, and the port where others reach it. */
  public static void main(String[] args) {
    LineService.run(service -> {
      Network network = Topology.read(Path.of(args[0])).network();
      var listen = new HostPort("127.0.0.1", Integer.parseInt(args[1]));
      var producers = new ProducerJvm(start(network, listen));
      service
          .on("report", words -> producers.report())
          .on("race", producers::race)
          .on("again", producers::again)
          .on("arrivals", producers::arrivals);
    });
  }

  private static List<EdgeAgent> start(Network network, HostPort listen)
      throws InterruptedException {
    List<NodeId> edges = network.topology().nodes().stream()
        .filter(node -> node.role() == Role.EDGE)
        .map(TopologyNode::id)
        .toList();
    Vertx vertx = Member.join(network, Joining.agents(edges, Optional.of(listen)));
    return Member.await(
        Future.all(edges.stream().map(edge -> EdgeAgent.start(vertx, network, edge)).toList())
            .map(all -> all.<EdgeAgent>list()));
  }

  private Map<String, Double> report() throws InterruptedException {
    return Member.figures(Member.await(
        Future.all(agents.stream().map(EdgeAgent::report).toList())
            .map(all -> all.<NodeReport>list())));
  }

  /** The load, how many events, the number of the round. */
  private Map<String, Double> race(List<String> words) {
    TreeRace race = raceOf(words);
    return figures(race, race.agents(agents));
  }

  /** What a race was given. */
  private Map<String, Double> again(List<String> words) {
    TreeRace race = raceOf(words);
    return figures(race, race.again(agents));
  }

  private static TreeRace raceOf(List<String> words) {
    return new TreeRace(
        TreeRace.Load.valueOf(words.get(0)), Long.parseLong(words.get(1)),
        Integer.parseInt(words.get(2)));
  }

  private static Map<String, Double> figures(TreeRace race, double perSecond) {
    return Map.of("perSecond", perSecond, "events", (double) race.events());
  }

  /** The first key, events a second, for how many milliseconds, at least how many at once. */
  private Map<String, Double> arrivals(List<String> words) {
    return new Arrivals(
            agents, Long.parseLong(words.get(0)), Double.parseDouble(words.get(1)),
            Integer.parseInt(words.get(3)))
        .run(Long.parseLong(words.get(2)));
  }
}
