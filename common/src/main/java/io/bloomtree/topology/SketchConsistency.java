package io.bloomtree.topology;

import io.bloomtree.topology.SketchSpec.Frequency;
import io.bloomtree.topology.SketchSpec.Similarity;
import io.bloomtree.tree.Sketching;

/** What must fit together about sketches. Used once. */
final class SketchConsistency {
  /** Each is a few counters for an event. With so few, any memory is enough for their rows. */
  private static final int MOST_COMBINATIONS = 1_000;

  private final Topology topology;
  private final Findings findings;

  SketchConsistency(Topology topology, Findings findings) {
    this.topology = topology;
    this.findings = findings;
  }

  void check() {
    topology.sketches().ifPresent(sketches -> {
      if (!findings.anyBroken("bytes", "frame", "limits")) {
        checkReports(sketches.bytes());
      }
      if (!findings.anyBroken("bytes", "hot")) {
        sketches.frequency().ifPresent(it -> checkHot(it.hot(), sketches.bytes()));
      }
      if (!findings.anyBroken("memory", "depth", "hot", "keep-keys")) {
        sketches.frequency().ifPresent(this::checkFrequency);
      }
      if (!findings.anyBroken("memory", "fields", "alike", "shingle", "sample")) {
        sketches.similarity().ifPresent(this::checkSimilarity);
      }
    });
  }

  private void checkReports(int bytes) {
    int most = Sketching.mostBytes(topology.limits().frame());
    if (bytes > most) {
      problem("bytes", "bytes is " + bytes + ", must be at most " + most
          + ": a report is a packet, and limits.frame is " + topology.limits().frame());
    }
  }

  private void checkHot(int hot, int bytes) {
    int most = Sketching.mostHot(bytes);
    if (hot > most) {
      problem("frequency/hot", "hot is " + hot + ", must be at most " + most
          + ": so many fit into half of a report of " + bytes + " bytes");
    }
  }

  private void checkFrequency(Frequency frequency) {
    try {
      frequency.shape(0);
    } catch (IllegalArgumentException e) {
      problem("frequency/memory", "memory is " + frequency.memory()
          + " bytes, must be enough for rows of two counters, of which depth says there are "
          + frequency.depth());
    }
  }

  private void checkSimilarity(Similarity similarity) {
    if (similarity.alike() > similarity.fields()) {
      problem("similarity/alike", "alike is " + similarity.alike() + ", must be at most "
          + similarity.fields() + ", the fields: so many of them are to be equal");
      return;
    }
    int combinations = similarity.pairs().superValues();
    if (combinations > MOST_COMBINATIONS) {
      problem("similarity/fields", "fields is " + similarity.fields()
          + ", must be fewer, or alike more than " + similarity.alike()
          + ": every event would have " + combinations
          + " combinations of fields to count, more than " + MOST_COMBINATIONS);
    }
  }

  /** At the value, or at what encloses it if it is a default. */
  private void problem(String path, String message) {
    String pointer = "/sketches/" + path;
    while (!findings.isWritten(pointer)) {
      pointer = pointer.substring(0, pointer.lastIndexOf('/'));
    }
    findings.problem(findings.position(pointer), message);
  }
}
