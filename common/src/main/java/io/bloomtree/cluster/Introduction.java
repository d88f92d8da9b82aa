package io.bloomtree.cluster;

import static java.util.Objects.requireNonNull;
import static java.util.stream.Collectors.joining;

import io.bloomtree.filter.BloomShape;
import io.bloomtree.filter.SlicePlan;
import io.bloomtree.topology.ClusterSpec;
import io.bloomtree.topology.Network;
import io.bloomtree.tree.Identity;
import io.bloomtree.tree.Place;
import io.bloomtree.wire.NodeId;
import io.bloomtree.wire.Packet;
import io.bloomtree.wire.TreeIdentity;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * What a process says of itself when it joins, before any packet of a tree is sent. Immutable.
 *
 * @param wireVersion of its packets
 * @param shapes of the filters that others address by slice: where nodes keep no state, what must
 *     not differ between epochs
 * @param keeps whether its nodes keep their state, and so take over what they knew before a change
 * @param hasTls whether its event bus speaks TLS
 * @param isAgent whether it runs in a producer: if it does not fit, that is its own problem
 * @param nodes what it runs
 */
record Introduction(
    int wireVersion, Identity identity, Map<NodeId, String> shapes, boolean keeps, boolean hasTls,
    boolean isAgent, List<NodeId> nodes) {
  /*
   * It is carried by the attributes of a Hazelcast member, which every other member has as soon as
   * it knows of the member at all. So both sides can compare, and each tells its own operator. A
   * process that does not care is stopped later: its packets go to other addresses, or carry
   * another digest.
   */

  private static final String PREFIX = "bloomtree.";

  Introduction {
    requireNonNull(identity, "identity");
    shapes = Map.copyOf(shapes);
    nodes = List.copyOf(nodes);
  }

  static Introduction of(Network network, Joining joining) {
    var shapes = new HashMap<NodeId, String>();
    for (Place place : network.places()) {
      if (!place.children().isEmpty()) {
        shapes.put(place.self().id(), said(network.plan(place.self().id())));
      }
    }
    return new Introduction(
        Packet.VERSION, network.topology().identity(), shapes,
        network.topology().data().isPresent(),
        network.topology().cluster().flatMap(ClusterSpec::tls).isPresent(), joining.isAgent(),
        joining.nodes());
  }

  /** Two plans that are not equal are not said alike. */
  private static String said(SlicePlan plan) {
    String shape = plan.shape() instanceof BloomShape bloom
        ? bloom.layout() + "/" + bloom.bits() + "/" + bloom.probes()
        : plan.shape().toString().replaceAll("[^A-Za-z0-9.]+", "/");
    return (plan.scheme() + "/" + plan.count() + "/" + shape).toLowerCase(Locale.ROOT);
  }

  Map<String, String> attributes() {
    TreeIdentity tree = identity.tree();
    var attributes = new HashMap<>(Map.of(
        PREFIX + "wire", String.valueOf(wireVersion),
        PREFIX + "tree", tree.tree(),
        PREFIX + "hash", tree.hashName(),
        PREFIX + "seed", String.valueOf(tree.hashSeed()),
        PREFIX + "epoch", String.valueOf(identity.epoch()),
        PREFIX + "topology", Long.toHexString(identity.topologyDigest()),
        PREFIX + "shapes", shapes.entrySet().stream()
            .map(shape -> shape.getKey() + "=" + shape.getValue())
            .collect(joining(",")),
        PREFIX + "tls", String.valueOf(hasTls),
        PREFIX + "agent", String.valueOf(isAgent),
        PREFIX + "nodes", nodes.stream().map(NodeId::value).collect(joining(","))));
    attributes.put(PREFIX + "keeps", String.valueOf(keeps));
    return attributes;
  }

  /**
   * What a member says of itself; empty if it has nothing to do with any tree.
   *
   * @throws IllegalArgumentException if it says something that makes no sense
   */
  static Optional<Introduction> from(Map<String, String> attributes) {
    if (!attributes.containsKey(PREFIX + "tree")) {
      return Optional.empty();
    }
    var shapes = new HashMap<NodeId, String>();
    for (String shape : list(attributes, "shapes")) {
      int at = shape.indexOf('=');
      shapes.put(
          new NodeId(shape.substring(0, Math.max(0, at))),
          shape.substring(at + 1));
    }
    return Optional.of(new Introduction(
        Integer.parseInt(value(attributes, "wire")),
        new Identity(
            new TreeIdentity(
                value(attributes, "tree"),
                value(attributes, "hash"),
                Long.parseLong(value(attributes, "seed"))),
            Integer.parseInt(value(attributes, "epoch")),
            Long.parseUnsignedLong(value(attributes, "topology"), 16)),
        shapes,
        Boolean.parseBoolean(value(attributes, "keeps")),
        Boolean.parseBoolean(value(attributes, "tls")),
        Boolean.parseBoolean(value(attributes, "agent")),
        list(attributes, "nodes").stream().map(NodeId::new).toList()));
  }

  private static String value(Map<String, String> attributes, String name) {
    String value = attributes.get(PREFIX + name);
    if (value == null) {
      throw new IllegalArgumentException(
          "an introduction must say its " + name + ": " + attributes);
    }
    return value;
  }

  private static List<String> list(Map<String, String> attributes, String name) {
    String value = value(attributes, name);
    return value.isEmpty() ? List.of() : List.of(value.split(","));
  }

  /** Why the two must not talk, with both sides' values; empty if they may. */
  Optional<String> objectionTo(Introduction other) {
    if (wireVersion != other.wireVersion) {
      return differ("another wire version", other.wireVersion, wireVersion);
    }
    if (!identity.tree().equals(other.identity.tree())) {
      return differ(
          "another tree, hash or seed", said(other.identity.tree()), said(identity.tree()));
    }
    int epoch = identity.epoch();
    int otherEpoch = other.identity.epoch();
    if (Math.abs(epoch - otherEpoch) > 1) {
      return differ("epochs are not adjacent", otherEpoch, epoch);
    }
    if (epoch == otherEpoch
        && identity.topologyDigest() != other.identity.topologyDigest()) {
      return differ(
          "another topology of the same epoch " + epoch + " (who changes the file raises epoch)",
          Long.toHexString(other.identity.topologyDigest()),
          Long.toHexString(identity.topologyDigest()));
    }
    if (hasTls != other.hasTls) {
      return differ("one with cluster.tls and one without", said(other.hasTls), said(hasTls));
    }
    if (mayChangeShape() && other.mayChangeShape()) {
      return Optional.empty();
    }
    return shapes.entrySet().stream()
        .filter(shape -> !other.shapes.getOrDefault(shape.getKey(), shape.getValue())
            .equals(shape.getValue()))
        .findFirst()
        .flatMap(shape -> differ(
            "another filter or slicing of " + shape.getKey()
                + ", which nodes take over only with data",
            other.shapes.get(shape.getKey()),
            shape.getValue()));
  }

  /** Whoever decides must know what was decided before; agents decide nothing. */
  private boolean mayChangeShape() {
    return keeps || isAgent;
  }

  private static String said(boolean hasTls) {
    return hasTls ? "tls" : "no tls";
  }

  private static String said(TreeIdentity tree) {
    return "tree " + tree.tree() + ", hash " + tree.hashName() + ", seed " + tree.hashSeed();
  }

  private static Optional<String> differ(String what, Object theirs, Object ours) {
    return Optional.of(what + ": theirs=" + theirs + ", ours=" + ours);
  }
}
