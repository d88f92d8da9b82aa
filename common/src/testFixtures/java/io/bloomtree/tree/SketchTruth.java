package io.bloomtree.tree;

import io.bloomtree.hash.KeyHash;
import io.bloomtree.sketch.CountMin;
import io.bloomtree.sketch.LinearSketch;
import io.bloomtree.sketch.MinHash;
import io.bloomtree.sketch.PairSketch;
import io.bloomtree.sketch.Shingles;
import io.bloomtree.wire.Endpoint;
import io.bloomtree.wire.Packet;
import io.bloomtree.wire.SketchFrame;
import io.bloomtree.wire.SketchKind;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.stream.Stream;

/**
 * What agents were really offered and delivered, and whether the sketches say so: never more at any
 * node, at no time; and once all is quiet each copy is what it is a copy of, each sum is that of
 * its copies, and each agent's is the truth. What ended agents had told stays, as long as whom they
 * told it lives; the rest may be missing.
 */
final class SketchTruth {
  private final World world;
  private final SketchTraffic traffic;
  private final Optional<Sketching> sketching;
  private final Map<SimAgent, Known> agents = new HashMap<>();
  private boolean hasAnyEnded;

  SketchTruth(World world) {
    this.world = world;
    this.sketching = Optional.of(world.scenario.sketches).filter(Sketched::areKept)
        .map(kept -> kept.sketching(world.scenario));
    this.traffic = new SketchTraffic(world, this);
  }

  /** What is known of an agent. */
  private static final class Known {
    /** By event, in its present incarnation. */
    final Map<Long, Long> living = new HashMap<>();
    /** By event, in all of them. */
    final Map<Long, Long> ever = new HashMap<>();
    /** Whether the last offer of an event had a text. */
    final Map<Long, Boolean> hadText = new HashMap<>();
    /** Of what was delivered in the present incarnation. */
    PairSketch pairs;
    long everDelivered;
    /** What its parent had heard when it last ended, and which parent that was. */
    CountMin told;
    long toldTo;
  }

  Optional<Sketching> sketching() {
    return sketching;
  }

  /** The text of an event, if the producer of an offer knows it. */
  Optional<String> textOf(SimOffer offer) {
    return offer.id % 3 == 0 ? Optional.empty() : Optional.of(textOf(offer.fingerprint));
  }

  /** Some are longer than a text may be, and all are of some bytes more than characters. */
  String textOf(long fingerprint) {
    String name = "event – " + Long.toHexString(fingerprint);
    return fingerprint % 4 == 0 ? name.repeat(14) : name;
  }

  void offered(SimAgent agent, SimOffer offer) {
    Known known = known(agent);
    known.living.merge(offer.fingerprint, 1L, Long::sum);
    known.ever.merge(offer.fingerprint, 1L, Long::sum);
    known.hadText.put(offer.fingerprint, textOf(offer).isPresent());
  }

  void delivered(SimAgent agent, SimOffer offer) {
    sketching.flatMap(Sketching::similarity)
        .filter(similarity -> similarity.picked().isPicked(offer.fingerprint))
        .flatMap(similarity -> textOf(offer).map(text -> record(similarity, text)))
        .ifPresent(record -> {
          known(agent).pairs.add(record, new SplittableRandom(0)); // draws nothing
          known(agent).everDelivered++;
        });
  }

  private long[] record(Sketching.Similarity similarity, String text) {
    var hash =
        KeyHash.of(world.identity.tree().hashName(), world.identity.tree().hashSeed());
    return new MinHash(similarity.shape().pairs().fields(), similarity.shape().rows().seed())
        .record(new Shingles(hash, similarity.unit(), similarity.shingle()).of(text));
  }

  private Known known(SimAgent agent) {
    return agents.computeIfAbsent(agent, first -> begin(new Known()));
  }

  private Known begin(Known known) {
    known.living.clear();
    known.hadText.clear();
    known.pairs = sketching.flatMap(Sketching::similarity)
        .map(similarity -> new PairSketch(similarity.shape())).orElse(null);
    return known;
  }

  void ended(SimAgent agent) {
    hasAnyEnded = true;
    Known known = begin(known(agent));
    known.told = null;
    if (world.scenario.sketches.counts()) {
      Optional<SimNode> parent = parentOf(agent).filter(SimNode::isUp);
      known.told = parent.map(it -> sum(copies(it, agent, SketchKind.FREQUENCY))).orElse(null);
      known.toldTo = parent.map(it -> it.incarnation).orElse(0L);
    }
  }

  Optional<SimNode> parentOf(SimNode node) {
    return node.place.parent().map(parent -> world.nodes.get(parent.slice(0)));
  }

  private boolean isBelow(SimNode node, SimNode above) {
    return parentOf(node).filter(it -> it == above || isBelow(it, above)).isPresent();
  }

  private Stream<Known> knownBelow(SimNode node) {
    return agents.entrySet().stream()
        .filter(it -> it.getKey() == node || isBelow(it.getKey(), node)).map(Map.Entry::getValue);
  }

  /** A packet is sent. */
  void sent(SimNode from, Endpoint to, Packet packet) {
    traffic.sent(from, to, packet);
  }

  /** A node was sent a packet. */
  void took(SimNode node, Packet packet) {
    if (node.isUp() && packet.frames().stream().anyMatch(SketchFrame.class::isInstance)) {
      checkNothingIsTwice(node);
      traffic.checkWhatWasAcknowledged(node);
    }
  }

  /** Whatever was lost, doubled, late or started over: nobody counts what was not. */
  private void checkNothingIsTwice(SimNode node) {
    sketches(node).flatMap(NodeSketches::frequency).ifPresent(hot -> {
      CountMin most = counted(hot.counts(), knownBelow(node).map(known -> known.ever));
      if (hot.counts().total() > most.total()) {
        violation(node, "counts " + hot.counts().total() + " offers, there were " + most.total());
      }
      for (long key : world.keys) {
        if (hot.counts().atMost(key) > most.atMost(key)) {
          violation(node, "counts " + hot.counts().atMost(key) + " of " + world.nameOf(key)
              + ", there were at most " + most.atMost(key));
        }
      }
    });
    sketches(node).flatMap(NodeSketches::similarity).ifPresent(pairs -> {
      long most = knownBelow(node).mapToLong(known -> known.everDelivered).sum();
      if (pairs.total() > most) {
        violation(node, "has " + pairs.total() + " records, delivered were " + most);
      }
    });
  }

  private static CountMin counted(CountMin like, Stream<Map<Long, Long>> events) {
    var counts = new CountMin(like.shape());
    events.forEach(some -> some.forEach(counts::add));
    return counts;
  }

  /** All that is to be told was told: from now on nobody tells anything. */
  void settled() {
    traffic.settled();
  }

  void judge() {
    for (SimNode node : world.nodes.values()) {
      if (node.endpoint.slice() == 0) {
        checkNothingIsTwice(node);
        sketches(node).flatMap(NodeSketches::frequency).ifPresent(hot -> judge(node, hot));
        checkSums(node);
      }
    }
    world.agents.forEach(this::judgeAgent);
    world.model.count(hasAnyEnded ? "sketches, agents ended" : "sketches, exact");
    world.model.count("sketches of " + world.scenario.sketches);
  }

  private void judgeAgent(SimAgent agent) {
    Known known = known(agent);
    NodeSketches kept = sketches(agent).orElseThrow();
    kept.frequency().ifPresent(hot -> {
      checkEqual(agent, "offered", hot.counts(), counted(hot.counts(), Stream.of(known.living)));
      for (long key : world.keys) {
        if (world.scenario.sketches.keepsTexts() && hot.isCandidate(key)
            && known.hadText.getOrDefault(key, false) && hot.text(key).isEmpty()) {
          violation(agent, "has no text of " + world.nameOf(key));
        }
      }
      checkWhatEndedHadTold(agent, hot.counts());
    });
    kept.similarity().ifPresent(pairs -> checkEqual(agent, "delivered", pairs, known.pairs));
  }

  private void checkWhatEndedHadTold(SimAgent agent, CountMin living) {
    Known known = known(agent);
    SimNode parent = parentOf(agent).orElseThrow();
    if (known.told != null && parent.incarnation == known.toldTo) {
      CountMin all = sum(copies(parent, agent, SketchKind.FREQUENCY));
      for (long key : world.keys) {
        if (all.atMost(key) < known.told.atMost(key) + living.atMost(key)) {
          violation(parent, "has forgotten of " + world.nameOf(key) + " what it was told of "
              + agent.endpoint + " before that ended");
        }
      }
    }
  }

  /** What is hot, and which texts are known. */
  private void judge(SimNode node, HotSketch hot) {
    for (long key : world.keys) {
      long least = knownBelow(node).mapToLong(known -> known.living.getOrDefault(key, 0L)).sum();
      if (least > hot.guaranteedAbove() && !hot.isCandidate(key)) {
        violation(node, "does not take " + world.nameOf(key) + " for hot: offered " + least
            + " times, guaranteed above " + hot.guaranteedAbove());
      }
      hot.text(key).ifPresent(text -> {
        checkText(node, key, text);
        if (!(node instanceof SimAgent)) {
          world.model.count("sketches, texts above agents");
        }
      });
    }
  }

  void checkText(SimNode node, long key, String text) {
    if (!world.scenario.sketches.keepsTexts()) {
      violation(node, "has a text, which is not allowed: " + text);
    } else if (!text.equals(KeptTexts.cut(textOf(key)))) {
      violation(node, "has a wrong text of " + world.nameOf(key) + ": " + text);
    }
  }

  /** A node's sketches are the sums of copies, and each copy is what its child has. */
  private void checkSums(SimNode node) {
    for (SketchKind kind : SketchKind.values()) {
      Optional<LinearSketch> own = own(node, kind);
      if (own.isEmpty() || node instanceof SimAgent) {
        continue;
      }
      Stream<LinearSketch> all = node.place.children().stream()
          .map(child -> world.nodes.get(child.slice(0)))
          .flatMap(child -> {
            List<LinearSketch> copies = copies(node, child, kind);
            LinearSketch theirs = own(child, kind).orElseThrow();
            if (theirs.total() > 0) { // else it has nothing to tell, and its predecessor's stays
              checkEqual(node, "told by " + child.endpoint,
                  copies.isEmpty() ? null : copies.get(copies.size() - 1), theirs);
            }
            return copies.stream();
          });
      checkEqual(node, "the sum", own.get(), sum(all.toList(), own.get()));
    }
  }

  private void checkEqual(SimNode node, String what, LinearSketch found, LinearSketch expected) {
    if (!expected.equals(found)) {
      violation(node, what + ": has " + found + ", should have " + expected);
    }
  }

  /** What a parent knows of a child, in parts that add up; the last is of the one that lives. */
  List<LinearSketch> copies(SimNode parent, SimNode child, SketchKind kind) {
    return sketches(parent).orElseThrow().children().stream()
        .filter(it -> it.id().equals(child.endpoint.node()))
        .flatMap(it -> ((ChildSketches) it).part(kind).copies().stream())
        .map(LinearSketch.class::cast).toList();
  }

  private CountMin sum(List<LinearSketch> parts) {
    var shape = sketching.flatMap(Sketching::frequency).orElseThrow().shape();
    return (CountMin) sum(parts, new CountMin(shape));
  }

  private static LinearSketch sum(List<LinearSketch> parts, LinearSketch like) {
    if (like instanceof CountMin counts) {
      var sum = new CountMin(counts.shape());
      parts.forEach(part -> sum.merge((CountMin) part));
      return sum;
    }
    var sum = new PairSketch(((PairSketch) like).shape());
    parts.forEach(part -> sum.merge((PairSketch) part));
    return sum;
  }

  private Optional<LinearSketch> own(SimNode node, SketchKind kind) {
    return kind == SketchKind.FREQUENCY
        ? sketches(node).flatMap(NodeSketches::frequency).map(HotSketch::counts)
        : sketches(node).flatMap(NodeSketches::similarity).map(LinearSketch.class::cast);
  }

  private static Optional<NodeSketches> sketches(SimNode node) {
    return node.machine().sketches();
  }

  void violation(SimNode node, String what) {
    world.model.violation("sketches: " + node.endpoint + " " + what);
  }
}
