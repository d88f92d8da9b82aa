package io.bloomtree.topology;

import static io.bloomtree.topology.ScalarRule.count;
import static io.bloomtree.topology.ScalarRule.duration;
import static io.bloomtree.topology.ScalarRule.flag;
import static io.bloomtree.topology.ScalarRule.fsync;
import static io.bloomtree.topology.ScalarRule.listener;
import static io.bloomtree.topology.ScalarRule.oneOf;
import static io.bloomtree.topology.ScalarRule.rate;
import static io.bloomtree.topology.ScalarRule.share;
import static io.bloomtree.topology.ScalarRule.shingle;
import static io.bloomtree.topology.ScalarRule.size;
import static io.bloomtree.topology.ScalarRule.text;
import static io.bloomtree.topology.ScalarRule.wholeNumber;
import static io.bloomtree.topology.ScalarRule.window;

import io.bloomtree.filter.BloomShape;
import io.bloomtree.filter.GrowingShape;
import io.bloomtree.filter.ImportanceShape;
import io.bloomtree.filter.ReservoirShape;
import io.bloomtree.filter.Window;
import io.bloomtree.hash.KeyHash;
import io.bloomtree.sketch.PairShape;
import io.bloomtree.sketch.SketchShape;
import io.bloomtree.wire.NodeId;
import io.bloomtree.wire.TreeIdentity;
import java.time.Duration;

/**
 * Every key of a topology, and what is allowed there. The same is said to editors by {@code
 * topology.schema.json} and to people by {@code docs/topology.md}; tests keep the three together.
 */
final class Grammar {
  private static final Duration INSTANT = Duration.ZERO;
  private static final Duration LEAST_TIME = Duration.ofMillis(1);
  private static final int MOST_PROBES = 64;
  private static final int MOST_ENTRIES = 1_000_000_000;
  private static final double LEAST_THRESHOLD = 1e-6;
  private static final Duration LEAST_REPORTING = Duration.ofMillis(10);
  /** Their texts and counts must fit into an answer. */
  private static final int MOST_HOT = 1_000;
  private static final double LEAST_SAMPLE = 0.001;

  private static final ScalarRule ID = text(
      "an id of letters, digits, '.', '_' and '-', a letter or digit first", NodeId::new);
  private static final ScalarRule HOST = text("the name of a host", Grammar::host);
  private static final ScalarRule ADDRESS = text(
      "a host:port, or [address]:port for IPv6, with a port from 1 to "
          + ClusterSpec.MAX_MEMBER_PORT,
      text -> ClusterSpec.busAddress(HostPort.parse(text)));

  private static final ObjectRule SLICES = new ObjectRule("slices")
      .key("count", wholeNumber(1, SliceSpec.MAX_COUNT))
      .key("scheme", oneOf("horizontal", "vertical"))
      .key("probing", oneOf("parallel", "pipelined"))
      .require("count");

  private static final ObjectRule FAILURE = new ObjectRule("failure")
      .key("slices", new WordOrObjectRule(
          oneOf("duplicate", "distinct"),
          new ObjectRule("slices").key("quorum", wholeNumber(1, MOST_PROBES)).require("quorum")))
      .key("parent", oneOf("fail", "deliver", "drop"))
      .key("timeout", duration(LEAST_TIME))
      .key("lease", duration(LEAST_TIME));

  private static final ObjectRule NODE_FILTER = filter("a node's filter")
      .belongsElsewhere("fpp", "the filter of the tree, since it is the rate of the whole tree");

  private static final ObjectRule ROOT = new ObjectRule("the root")
      .key("filter", NODE_FILTER)
      .key("failure", FAILURE)
      .key("slices", SLICES)
      .key("hosts", new ListRule("host", HOST))
      .key("http", listener());

  private static final ValueRule EDGES =
      new ListRule("edge", new WordOrObjectRule(ID, child("an edge")));

  private static final ObjectRule REGION = child("a region")
      .key("slices", SLICES)
      .laterKey("regions", Grammar::regions)
      .key("edges", EDGES)
      .requireOneOf("regions", "edges");

  private static final ObjectRule SKETCHES = new ObjectRule("sketches")
      .key("every", duration(LEAST_REPORTING))
      .key("bytes", size("2KiB", "1GiB"))
      .key("frequency", new ObjectRule("frequency")
          .key("memory", size("1KiB", "1GiB"))
          .key("depth", wholeNumber(1, SketchShape.MOST_ROWS))
          .key("hot", count(1, MOST_HOT))
          .key("keep-keys", flag()))
      .key("similarity", new ObjectRule("similarity")
          .key("memory", size("1KiB", "1GiB"))
          .key("fields", wholeNumber(1, PairShape.MOST_FIELDS))
          .key("alike", wholeNumber(1, PairShape.MOST_FIELDS))
          .key("shingle", shingle())
          .key("sample", share(LEAST_SAMPLE)))
      .requireOneOf("frequency", "similarity");

  static final ObjectRule TOPOLOGY = new ObjectRule("a topology")
      .key("tree", text("a name of at most " + TreeIdentity.MAX_NAME_BYTES + " bytes",
          name -> new TreeIdentity(name, KeyHash.names().get(0), 0)))
      .key("epoch", wholeNumber(0, 0xFFFF))
      .key("mode", oneOf("sparse", "dense"))
      .key("window", window())
      .key("verify", new ObjectRule("verify")
          .key("above", wholeNumber(1, YamlReader.DEEPEST)).require("above"))
      .key("filter", filter("the tree's filter").key("fpp", rate(BloomShape.MIN_FPP)))
      .key("failure", FAILURE)
      .key("batch", new ObjectRule("batch")
          .key("events", count(1, 8192))
          .key("linger", duration(INSTANT))
          .key("in-flight", count(1, 1_000_000)))
      .key("hash", new ObjectRule("hash")
          .key("name", oneOf(KeyHash.names()))
          .key("seed", wholeNumber(Long.MIN_VALUE, Long.MAX_VALUE)))
      .key("limits", new ObjectRule("limits")
          .key("key", size("1B", "1GiB"))
          .key("frame", size("8KiB", "1GiB"))
          .key("claims", count(1, MOST_ENTRIES))
          .key("offers", count(1, MOST_ENTRIES))
          .key("outstanding", count(1, MOST_ENTRIES))
          .key("relayed", count(1, MOST_ENTRIES))
          .key("agents", count(1, MOST_ENTRIES))
          .key("inbox", count(16, 1_000_000))
          .key("sub-filters", count(1, GrowingShape.MAX_FILTERS))
          .key("filter-memory", size("1KiB", "1024GiB"))
          .key("deadline", duration(LEAST_TIME)))
      .key("sketches", SKETCHES)
      .key("data",
          text("the path of a directory", path -> new DataSpec(path, DataSpec.USUAL_FSYNC)))
      .key("fsync", fsync())
      .key("cluster", new ObjectRule("cluster")
          .key("members", new ListRule("member", ADDRESS))
          .key("hosts", new NamesRule("host", HOST, ADDRESS))
          .key("wait", duration(ClusterSpec.LEAST_WAIT))
          .key("insecure", flag())
          .key("tls", new ObjectRule("tls")
              .key("cert", text("the path of a PEM file", String::strip))
              .key("key", text("the path of a PEM file", String::strip))
              .key("ca", text("the path of a PEM file", String::strip))
              .require("cert", "key", "ca"))
          .require("members"))
      .key("http", new ObjectRule("http")
          .key("tokens", text("the path of a file", String::strip))
          .key("tls", new ObjectRule("tls")
              .key("cert", text("the path of a PEM file", String::strip))
              .key("key", text("the path of a PEM file", String::strip))
              .require("cert", "key"))
          .key("insecure", flag())
          .key("body", size("1KiB", "64MiB"))
          .key("rate", count(1, 1_000_000))
          .key("streams", count(1, 10_000))
          .key("viewers", count(1, 10_000))
          .key("connections", count(1, 100_000))
          .key("idle", duration(HttpSpec.LEAST_TIME))
          .key("timeout", duration(HttpSpec.LEAST_TIME)))
      .key("root", ROOT)
      .laterKey("regions", Grammar::regions)
      .key("edges", EDGES)
      .require("tree")
      .requireOneOf("regions", "edges");

  private Grammar() {}

  private static ValueRule regions() {
    return new ListRule("region", REGION);
  }

  private static ObjectRule child(String what) {
    return new ObjectRule(what)
        .key("id", ID)
        .key("host", HOST)
        .key("http", listener())
        .key("fallback", new ListRule("region", ID))
        .key("window", window())
        .key("filter", NODE_FILTER)
        .key("failure", FAILURE)
        .require("id");
  }

  private static ObjectRule filter(String what) {
    return new ObjectRule(what)
        .key("kind", oneOf(Words.all(FilterKind.class)))
        .key("expected", count(1, BloomShape.MAX_BITS))
        .key("growth", oneOf(Words.all(Growth.class)))
        .key("equal-timers", wholeNumber(1, MOST_PROBES))
        .key("slots", count(1, Window.MAX_SLOTS))
        .key("memory", size("64B", "128GiB"))
        .key("gap", count(1, BloomShape.MAX_BITS))
        .key("profile", oneOf(Words.all(ReservoirShape.Profile.class)))
        .key("threshold", rate(LEAST_THRESHOLD))
        .key("reset", oneOf(Words.all(ReservoirShape.Reset.class)))
        .key("variant", oneOf(Words.all(ImportanceShape.Variant.class)));
  }

  /** A name under which an address can be looked up. */
  private static HostPort host(String name) {
    return new HostPort(name, ClusterSpec.DEFAULT_PORT);
  }
}
