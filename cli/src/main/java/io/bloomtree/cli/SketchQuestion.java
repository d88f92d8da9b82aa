package io.bloomtree.cli;

import static java.util.Objects.requireNonNull;

import io.bloomtree.bus.SketchInquiry;
import io.bloomtree.bus.TreeInquiry;
import io.bloomtree.cluster.ClusterLog;
import io.bloomtree.cluster.Joining;
import io.bloomtree.cluster.TreeCluster;
import io.bloomtree.topology.Network;
import io.bloomtree.topology.SketchSpec;
import io.bloomtree.topology.Topology;
import io.bloomtree.topology.TopologyNode;
import io.bloomtree.wire.NodeId;
import io.vertx.core.Future;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionException;
import java.util.function.Consumer;
import java.util.function.Function;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/**
 * What all commands have that ask the sketches of a running tree: where it is described, how the
 * answer is printed, and how it is come by. Owned by one thread.
 */
final class SketchQuestion {
  /*
   * The process joins the cluster for the time of the question, as an agent without edges does: it
   * runs nothing, keeps nothing, and nobody waits for it.
   */

  /** For a tree that does not run, nobody wants to wait as long as a node does for its seeds. */
  private static final Duration LONGEST_WAIT = Duration.ofSeconds(20);
  private static final Duration PATIENCE = Duration.ofSeconds(5);
  private static final int NAMES = 8;

  @Mixin private final TopologyOption topologyOption;

  @Mixin private OutputOption output;

  @Spec(Spec.Target.MIXEE) private CommandSpec spec;

  SketchQuestion(TopologyOption topology) {
    this.topologyOption = requireNonNull(topology, "topology");
  }

  /** The network of a topology that counts how often events are offered. */
  Network counting() {
    return network("frequency", SketchSpec::frequency);
  }

  /** The network of a topology that compares what was delivered. */
  Network comparing() {
    return network("similarity", SketchSpec::similarity);
  }

  private Network network(String key, Function<SketchSpec, Optional<?>> kind) {
    Topology topology = topologyOption.readAny(spec.commandLine());
    if (topology.sketches().flatMap(kind::apply).isEmpty()) {
      throw new NoAnswerException("no sketches configured: " + topologyOption.name() + " has no "
          + "sketches." + key + ". Add for example sketches: { " + key + ": {} } and raise epoch");
    }
    if (topology.cluster().isEmpty()) {
      throw new ParameterException(spec.commandLine(), topologyOption.name()
          + " has no cluster, so its tree runs within one process, where nobody else can ask: add "
          + "for example cluster: { members: [127.0.0.1:5701] }, and run it with bloomtree up");
    }
    return topology.network();
  }

  /** A node by its id; {@code name}: of the option or parameter. */
  NodeId node(Network network, String name, String id) {
    try {
      return network.place(new NodeId(id)).self().id();
    } catch (IllegalArgumentException e) {
      List<NodeId> ids = network.topology().nodes().stream().map(TopologyNode::id).toList();
      throw new ParameterException(spec.commandLine(), name + ": " + e.getMessage()
          + (e.getMessage().endsWith("?") ? " There are " : ". There are ")
          + Figures.names(ids, NAMES), e);
    }
  }

  /** Refuses two nodes between which there are no pairs but those within one of them. */
  void requireApart(Network network, NodeId a, NodeId b) {
    try {
      SketchInquiry.requireApart(network, a, b);
    } catch (IllegalArgumentException e) {
      throw new ParameterException(spec.commandLine(), e.getMessage()
          + (a.equals(b) ? ". That is bloomtree similar " + a : ""), e);
    }
  }

  /** The answer of the running tree. */
  <A> A ask(Network network, Function<SketchInquiry, Future<A>> question) {
    TreeCluster cluster = await(
        TreeCluster.join(
            network, Joining.observer().within(patience(network)), ClusterLog.named("")));
    try {
      return await(question.apply(
          new SketchInquiry(new TreeInquiry(cluster.vertx(), network, PATIENCE))));
    } finally {
      await(cluster.leave());
    }
  }

  private static Duration patience(Network network) {
    Duration ofTree = network.topology().cluster().orElseThrow().waitFor();
    return ofTree.compareTo(LONGEST_WAIT) < 0 ? ofTree : LONGEST_WAIT;
  }

  /** Prints an answer for programs, or for people. */
  void print(Object answer, Consumer<SketchScreen> screen) {
    PrintWriter out = spec.commandLine().getOut();
    if (output.json()) {
      out.println(AnswerJson.of(answer));
    } else {
      screen.accept(new SketchScreen(out, spec.commandLine().getColorScheme()));
    }
    out.flush();
  }

  private static <T> T await(Future<T> future) {
    try {
      return future.toCompletionStage().toCompletableFuture().join();
    } catch (CompletionException e) {
      if (e.getCause() instanceof RuntimeException cause) {
        throw cause;
      }
      throw e;
    }
  }
}
