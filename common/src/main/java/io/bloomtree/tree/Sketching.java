package io.bloomtree.tree;

import static java.util.Objects.requireNonNull;

import io.bloomtree.sketch.CountMinShape;
import io.bloomtree.sketch.PairSketchShape;
import io.bloomtree.sketch.Shingles;
import io.bloomtree.sketch.SketchReport;
import io.bloomtree.wire.SketchFrame;
import java.time.Duration;
import java.util.Optional;

/**
 * What a tree keeps in sketches, and how much of its links that may take. Immutable. All nodes of a
 * tree have the same shapes: a sketch of another one is not added up.
 *
 * @param every how often a node tells its parent what changed
 * @param maxBytes what it tells at a time, at most, all in all
 */
public record Sketching(
    Duration every, int maxBytes, Optional<Frequency> frequency, Optional<Similarity> similarity) {
  /**
   * Of the half that each sketch may have, candidates take half, and their texts half of the rest:
   * what is left has room for a line.
   */
  public static final int LEAST_BYTES =
      2 * 4 * (SketchReport.LEAST_BYTES + SketchFrame.OVERHEAD);

  /** What a packet has beside what is told. */
  private static final int PACKET_OVERHEAD = 512;

  /** The fingerprints of all candidates travel along, in not more than half of the bytes. */
  private static final int BYTES_PER_HOT = 2 * Long.BYTES * 2;

  public Sketching {
    requireNonNull(frequency, "frequency");
    requireNonNull(similarity, "similarity");
    if (every.toMillis() < 1) {
      throw new IllegalArgumentException("every must be at least 1 ms: every=" + every);
    }
    if (maxBytes < LEAST_BYTES) {
      throw new IllegalArgumentException(
          "maxBytes must be >= " + LEAST_BYTES + ": maxBytes=" + maxBytes);
    }
    if (frequency.isEmpty() && similarity.isEmpty()) {
      throw new IllegalArgumentException("there must be a sketch of something");
    }
    int mostHot = mostHot(maxBytes);
    frequency.ifPresent(it -> {
      if (it.hot() > mostHot) {
        throw new IllegalArgumentException("hot must be at most " + mostHot
            + ", so that all of them fit into a report: hot=" + it.hot() + ", maxBytes="
            + maxBytes);
      }
    });
  }

  /** The most candidates that nodes can tell of in so many bytes. */
  public static int mostHot(int maxBytes) {
    return maxBytes / BYTES_PER_HOT;
  }

  /** The most that can be told at a time in packets of at most so many bytes. */
  public static int mostBytes(int packetBytes) {
    return packetBytes - PACKET_OVERHEAD;
  }

  /** The bytes that each of the sketches may take at a time. */
  int bytesForEach() {
    return maxBytes / (frequency.isPresent() && similarity.isPresent() ? 2 : 1);
  }

  /** Of which events agents want to see the key too. */
  public KeySample wantedKeys() {
    return frequency.filter(Frequency::keepKeys).isPresent()
        ? KeySample.ALL
        : similarity.map(Similarity::picked).orElse(KeySample.NONE);
  }

  /**
   * How often was which event offered?
   *
   * @param hot how many of the most frequent events are looked out for
   * @param keepKeys whether agents may keep the text of those
   */
  public record Frequency(CountMinShape shape, int hot, boolean keepKeys) {
    public Frequency {
      requireNonNull(shape, "shape");
      if (hot < 1) {
        throw new IllegalArgumentException("hot must be >= 1: hot=" + hot);
      }
    }
  }

  /**
   * How many pairs of events that were delivered have nearly the same key?
   *
   * @param unit of what shingles are runs
   * @param shingle how many of them make one
   * @param sample which share of all events is looked at: cost grows with it, and the error of the
   *     counts of pairs grows with its inverse
   */
  public record Similarity(
      PairSketchShape shape, Shingles.Unit unit, int shingle, double sample) {
    public Similarity {
      requireNonNull(shape, "shape");
      requireNonNull(unit, "unit");
      if (shingle < 1) {
        throw new IllegalArgumentException("shingle must be >= 1: shingle=" + shingle);
      }
      if (!(sample > 0 && sample <= 1)) {
        throw new IllegalArgumentException("sample must be in (0, 1]: sample=" + sample);
      }
    }

    /** Which events are looked at. */
    KeySample picked() {
      return KeySample.of(sample);
    }

    /** What a count of pairs of events that were looked at is to be multiplied by. */
    public double scale() {
      return 1 / (sample * sample);
    }
  }
}
