package io.bloomtree.filter;

import static java.util.Objects.requireNonNull;

import java.util.Optional;

/**
 * How a filter grows ("One is enough", Section 5): when its newest part is full, it gets another
 * one. Immutable.
 *
 * @param first the filter that it would be if it did not grow: a Bloom filter, perhaps a sliding
 *     one, for the whole design load and rate
 * @param mostFilters how many parts it may have
 * @param mostBytes how much memory all parts together may take
 */
public record GrowingShape(FilterShape first, Trigger trigger, int mostFilters, long mostBytes)
    implements FilterShape {
  /*
   * The paper adds filters of the same size and rate, so that with each of them the rate of the
   * whole grows. Here each has a share of the rate, as scalable Bloom filters do (Almeida, Baquero,
   * Preguiça and Hutchison, "Scalable Bloom filters", 2007): the i-th TIGHTENING times that of the
   * one before, and all that there may be together the whole rate. With 0.8 and 16 parts the first
   * costs 3.3 bits an event more than one that has the whole rate, and each further one 0.5 more.
   *
   * With a window parts come and go. A new one gets the largest share that no living one has.
   */
  private static final double TIGHTENING = 0.8;

  /** The most parts that any limit allows. */
  public static final int MAX_FILTERS = 64;

  /** When a part is full. */
  public enum Trigger {
    /** When as many of its cells are set as the design load sets. */
    DENSITY,
    /** When it was fed the design load. */
    CARDINALITY
  }

  public GrowingShape {
    requireNonNull(trigger, "trigger");
    if (!(first instanceof BloomShape || first instanceof SlidingShape)) {
      throw new IllegalArgumentException("only Bloom and sliding filters grow: first=" + first);
    }
    if (mostFilters < 1 || mostFilters > MAX_FILTERS) {
      throw new IllegalArgumentException(
          "mostFilters must be 1 to " + MAX_FILTERS + ": mostFilters=" + mostFilters);
    }
    // the last part has the smallest share of the rate: if it can be, all others can
    part(first, mostFilters - 1, mostFilters);
    long least = leastBytes(first, mostFilters);
    if (mostBytes < least) {
      throw new IllegalArgumentException(
          "mostBytes must be at least " + least + ", the first part: mostBytes=" + mostBytes);
    }
  }

  /** The memory of the first part, of so many that there may be. */
  public static long leastBytes(FilterShape first, int mostFilters) {
    return part(first, 0, mostFilters).memoryBytes();
  }

  /** The rate of a part, as a share of the whole. */
  static double share(int index, int parts) {
    return StrictMath.pow(TIGHTENING, index) * (1 - TIGHTENING)
        / (1 - StrictMath.pow(TIGHTENING, parts));
  }

  /** The shape of a part. */
  FilterShape part(int index) {
    return part(first, index, mostFilters);
  }

  private static FilterShape part(FilterShape first, int index, int parts) {
    double share = share(index, parts);
    if (first instanceof SlidingShape sliding) {
      BloomShape cells = sliding.cells();
      return new SlidingShape(
          SlidingShape.plain(cells.expected(), cells.fpp() * share),
          sliding.window(), sliding.equalTimers());
    }
    var bloom = (BloomShape) first;
    double fpp = bloom.fpp() * share;
    return bloom.layout() == BloomShape.Layout.PLAIN
        ? BloomShape.sizedFor(BloomShape.Layout.PLAIN, bloom.expected(), fpp)
        : BloomShape.sizedFor(bloom.expected(), fpp);
  }

  /** How many parts it can have: as many as it may have, or as fit into its memory. */
  public int parts() {
    int parts = 1;
    long bytes = part(0).memoryBytes();
    while (parts < mostFilters && bytes + part(parts).memoryBytes() <= mostBytes) {
      bytes += part(parts).memoryBytes();
      parts++;
    }
    return parts;
  }

  /** The memory of all parts it can have. */
  public long grownBytes() {
    long bytes = 0;
    for (int i = parts() - 1; i >= 0; i--) {
      bytes += part(i).memoryBytes();
    }
    return bytes;
  }

  /** The bits of the filter it would be if it did not grow, or the cells of a sliding one. */
  BloomShape cells() {
    return cells(first);
  }

  static BloomShape cells(FilterShape shape) {
    return shape instanceof SlidingShape sliding ? sliding.cells() : (BloomShape) shape;
  }

  /** Of the first part, in which most events are found as long as nothing has grown. */
  @Override public int probes() {
    return part(0).probes();
  }

  @Override public Optional<Window> remembers() {
    return first.remembers();
  }

  @Override public long memoryBytes() {
    return part(0).memoryBytes();
  }

  /** When all parts it may have are full. */
  @Override public double falsePositiveRate() {
    double sum = 0;
    for (int i = 0; i < mostFilters; i++) {
      sum += part(i).falsePositiveRate();
    }
    return sum;
  }

  @Override public double falseNegativeRate(long gap) {
    return part(0).falseNegativeRate(gap);
  }

  @Override public GrowingShape share(int count) {
    return new GrowingShape(first.share(count), trigger, mostFilters, mostBytes);
  }

  @Override public FilterSlice newFilter(long seed) {
    return new GrowingFilter(this);
  }

  /** Nothing about it is random. */
  @Override public FilterSlice open(long seed, Storage storage) {
    return GrowingFilter.open(this, storage);
  }

  @Override public boolean unites() {
    return first.unites();
  }
}
