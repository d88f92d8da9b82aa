package io.bloomtree.wire;

import static java.util.Objects.checkIndex;

import java.util.AbstractList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.RandomAccess;

/**
 * The origins of a frame's entries, in order. Immutable.
 *
 * <p>A list of {@link Origin}s to those who like objects; those in a hurry ask for {@link #source}
 * and {@link #sequence}. Entries of one source have the very same {@link Source}.
 */
public final class Origins extends AbstractList<Origin> implements RandomAccess {
  private static final Origins NONE = new Origins(new Source[0], new long[0], 0);

  private final Source[] sources;
  private final long[] sequences;
  private final int size;

  /** The first {@code size} entries of arrays that nobody changes any more. */
  Origins(Source[] sources, long[] sequences, int size) {
    this.sources = sources;
    this.sequences = sequences;
    this.size = size;
  }

  public static Origins none() {
    return NONE;
  }

  static Origins copyOf(List<Origin> origins) {
    if (origins instanceof Origins column) {
      return column;
    }
    var builder = new Builder(origins.size());
    var sources = new Sources();
    for (Origin origin : origins) {
      builder.add(sources.of(origin), origin.sequence());
    }
    return builder.build();
  }

  @Override public int size() {
    return size;
  }

  @Override public Origin get(int index) {
    Source source = source(index);
    return new Origin(source.agent(), source.incarnation(), sequences[index]);
  }

  public Source source(int index) {
    return sources[checkIndex(index, size)];
  }

  public long sequence(int index) {
    return sequences[checkIndex(index, size)];
  }

  Origins part(int from, int to) {
    return new Origins(
        Arrays.copyOfRange(sources, from, to), Arrays.copyOfRange(sequences, from, to), to - from);
  }

  /** Finds the one {@link Source} that all origins of a source share. Not thread-safe. */
  static final class Sources {
    private final Map<Source, Source> known = new HashMap<>();
    private Source last;

    Source of(Origin origin) {
      if (last == null || !last.isOf(origin)) {
        last = known.computeIfAbsent(Source.of(origin), source -> source);
      }
      return last;
    }
  }

  /** Gathers origins. Not thread-safe. */
  public static final class Builder {
    private Source[] sources;
    private long[] sequences;
    private int size;

    /** {@code capacity}: how many are expected. */
    public Builder(int capacity) {
      sources = new Source[Math.max(1, capacity)];
      sequences = new long[sources.length];
    }

    public int size() {
      return size;
    }

    /** Adds one more; the sequence is at least zero. */
    public void add(Source source, long sequence) {
      Checks.notNegative(sequence, "sequence");
      if (size == sources.length) {
        sources = Arrays.copyOf(sources, 2 * size);
        sequences = Arrays.copyOf(sequences, 2 * size);
      }
      sources[size] = source;
      sequences[size++] = sequence;
    }

    /** All that were added; nothing may be added afterwards. */
    public Origins build() {
      return new Origins(sources, sequences, size);
    }
  }
}
