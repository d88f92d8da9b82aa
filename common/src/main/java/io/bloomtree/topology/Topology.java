package io.bloomtree.topology;

import static java.util.Objects.requireNonNull;

import io.bloomtree.hash.KeyHash;
import io.bloomtree.state.Fsync;
import io.bloomtree.topology.TopologyNode.Role;
import io.bloomtree.tree.Identity;
import io.bloomtree.tree.Mode;
import io.bloomtree.tree.Settings;
import io.bloomtree.wire.TreeIdentity;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * The network that one file describes, every default and every inherited value filled in.
 * Immutable.
 *
 * <p>Obtained by {@link #read(Path)}: what makes no sense as a whole is refused there, where it can
 * be said in which line it is.
 *
 * @param epoch number of the topology, raised by whoever changes it
 * @param verifyAbove hits on levels above (nearer to the root than) this one are verified; 0: none
 * @param fpp the rate of false positives of the whole tree at design load (P4)
 * @param sketches which questions about the stream are answered; empty: none
 * @param data where state is kept; empty: none is
 * @param cluster empty: the whole tree runs in one process
 * @param http how processes of the tree that speak HTTP do it
 * @param digest of all of it, spelling and order of keys aside, but for what may differ between
 *     the hosts of a cluster: {@code data}, {@code fsync}, {@code http}, and of the cluster {@code
 *     tls}, {@code wait} and {@code insecure}
 * @param text what was read
 */
public record Topology(
    String tree,
    int epoch,
    Mode mode,
    int verifyAbove,
    double fpp,
    Settings.Batching batch,
    HashSpec hash,
    LimitSpec limits,
    Optional<SketchSpec> sketches,
    Optional<DataSpec> data,
    Optional<ClusterSpec> cluster,
    HttpSpec http,
    long digest,
    TopologyNode root,
    String text) {
  public Topology {
    requireNonNull(tree, "tree");
    requireNonNull(mode, "mode");
    requireNonNull(batch, "batch");
    requireNonNull(hash, "hash");
    requireNonNull(limits, "limits");
    requireNonNull(sketches, "sketches");
    requireNonNull(data, "data");
    requireNonNull(cluster, "cluster");
    requireNonNull(http, "http");
    requireNonNull(root, "root");
    requireNonNull(text, "text");
  }

  /**
   * The topology in a file.
   *
   * @throws InvalidTopologyException if the file cannot be read, or holds anything but a topology
   *     that makes sense and that this version can run
   */
  public static Topology read(Path file) {
    return TopologyReader.read(file);
  }

  /**
   * The topology in a stream, which is read up to its end or the limit and left open.
   *
   * @param name what messages call the stream in place of a file's name
   * @throws InvalidTopologyException as {@link #read(Path)} does
   */
  public static Topology read(String name, InputStream in) {
    return TopologyReader.read(name, in);
  }

  /**
   * The topology in a text.
   *
   * @param name what messages call the text in place of a file's name
   * @throws InvalidTopologyException as {@link #read(Path)} does
   */
  public static Topology parse(String name, String text) {
    return TopologyReader.parse(name, text);
  }

  /** The same tree, of which a host keeps its part in a directory of its own. */
  public Topology keptIn(Path directory) {
    Fsync fsync = data.map(DataSpec::fsync).orElse(DataSpec.USUAL_FSYNC);
    return keptIn(Optional.of(new DataSpec(directory.toString(), fsync)));
  }

  /** The same tree, of which nothing is kept. */
  public Topology keptNowhere() {
    return keptIn(Optional.empty());
  }

  private Topology keptIn(Optional<DataSpec> elsewhere) {
    return new Topology(
        tree, epoch, mode, verifyAbove, fpp, batch, hash, limits, sketches, elsewhere, cluster,
        http, digest, root, text);
  }

  /** All nodes, each before its children; the root first. */
  public List<TopologyNode> nodes() {
    return root.nodes().toList();
  }

  /** The hosts that run the root and the regions, each once, in the order of their nodes. */
  public List<String> hosts() {
    return root.nodes()
        .filter(node -> node.role() != Role.EDGE)
        .flatMap(node -> node.hosts().stream())
        .distinct()
        .toList();
  }

  /** What makes fingerprints of keys, and refuses keys that are too long. */
  public KeyHash keyHash() {
    return KeyHash.of(hash.name(), hash.seed(), limits.key());
  }

  /** What the nodes of this tree say about it. */
  public Identity identity() {
    return new Identity(new TreeIdentity(tree, hash.name(), hash.seed()), epoch, digest);
  }

  /** What the nodes need to run: computed, so call it once. */
  public Network network() {
    return new Network(this);
  }

  /** What the tree will cost, and how often it will err. */
  public Plan plan() {
    return new Planner(this).plan();
  }
}
