package io.bloomtree.filter;

import static java.util.Objects.requireNonNull;

import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * What a Bloom filter looks like: two filters of one shape, fed the same fingerprints, are equal
 * bit by bit. Immutable.
 *
 * @param layout how probes are spread over the bits
 * @param bits the number of bits, m
 * @param probes how many bits an event sets, k
 * @param expected the design load: how many distinct events it is sized for, n
 * @param fpp the rate of false positives that is not exceeded, on average, at the design load
 */
public record BloomShape(Layout layout, long bits, int probes, long expected, double fpp)
    implements FilterShape {
  /*
   * Sizing. For each number of probes the smallest size whose rate, computed without the usual
   * asymptotics (see Occupancy), stays within fpp; of these the fewest probes whose size is within
   * 2 % of the smallest. The optimum is flat: the last probe or two buy next to no memory and cost
   * a cache miss (plain) or a load (line) per event.
   *
   * The cache-line layout. An event picks a line of 512 bits, in each half of it (from 8 probes on:
   * in each quarter) one word, and probes the same number of bits in each of these words. Lines and
   * words fill unevenly, and the overfull ones err more than the others save (Putze, Sanders and
   * Singler, 2009), so this layout needs more memory for the same rate. How much is not guessed but
   * computed from the exact mixture over the load of lines, and sized for. Above the least memory
   * of any Bloom filter, log2(1/fpp) / ln 2 bits an event, need
   *
   *     fpp       free choice of bits     halves     quarters    k chosen here
   *     0.3              1 %                1 %        19 %            2
   *     0.1              1 %                2 %         2 %            4
   *     0.01             3 %                7 %         6 %            6
   *     0.001            8 %               19 %        10 %            8
   *     0.0001          14 %               36 %        18 %           12
   *     0.00001         23 %               60 %        30 %           12
   *
   * Free choice would touch k words; halves touch two, quarters four, with a mask of up to three
   * bits each. That is a third of the instructions of free choice with 6 probes, and since a
   * processor's window of pending instructions is limited, fewer instructions an event also means
   * that the cache misses of more events overlap. Four more per cent at 1 % are worth that.
   *
   * Past MAX_EXTRA the line layout is refused, whatever the size below MIN_LINE_FPP (where the sum
   * of Occupancy would be noise). Where it is offered it is the default, since it is faster at
   * equal memory: one cache miss an event instead of up to k. A filter so small that rounding to
   * whole lines alone passes MAX_EXTRA defaults to the plain layout.
   */

  /** How a filter's probes are spread over its bits. */
  public enum Layout {
    /** Any bit: the least memory, and bits that can be cut vertically. */
    PLAIN,
    /** All in one line of {@link #LINE_BITS}: one cache miss an event. */
    CACHE_LINE
  }

  /** The bits of a cache line. */
  public static final int LINE_BITS = 512;

  /** The most bits of one filter: 128 GiB. */
  public static final long MAX_BITS = 1L << 40;

  /** The lowest rate that can be asked for. */
  public static final double MIN_FPP = 1e-12;

  private static final int MAX_PLAIN_PROBES = 64;
  private static final List<Integer> LINE_PROBES = List.of(2, 4, 6, 8, 12);
  private static final double MAX_EXTRA = 1.30;
  private static final double MIN_LINE_FPP = 1e-7;
  private static final double WORTH_A_PROBE = 1.02;
  private static final double FINGERPRINTS = 0x1p64;

  public BloomShape {
    requireNonNull(layout, "layout");
    if (expected < 1) {
      throw new IllegalArgumentException("expected must be >= 1: expected=" + expected);
    }
    requireRate(fpp);
    if (bits < 1 || bits > MAX_BITS) {
      throw new IllegalArgumentException("bits must be 1 to " + MAX_BITS + ": bits=" + bits);
    }
    if (layout == Layout.CACHE_LINE && bits % LINE_BITS != 0) {
      throw new IllegalArgumentException(
          "bits must be whole lines of " + LINE_BITS + ": bits=" + bits);
    }
    if (layout == Layout.CACHE_LINE && !LINE_PROBES.contains(probes)) {
      throw new IllegalArgumentException(
          "probes in a line must be one of " + LINE_PROBES + ": probes=" + probes);
    }
    if (probes < 1 || probes > MAX_PLAIN_PROBES) {
      throw new IllegalArgumentException(
          "probes must be 1 to " + MAX_PLAIN_PROBES + ": probes=" + probes);
    }
    double rate = rate(layout, bits, probes, expected);
    if (rate > fpp * (1 + 1e-6)) {
      throw new IllegalArgumentException("fpp must be >= the rate at the design load, " + rate
          + ": fpp=" + fpp + ", bits=" + bits + ", probes=" + probes + ", expected=" + expected);
    }
  }

  /**
   * The shape for a design load and a rate, in the layout that is faster at equal memory.
   *
   * @throws IllegalArgumentException if no filter can be that good or that large
   */
  public static BloomShape sizedFor(long expected, double fpp) {
    requireSizes(expected, fpp);
    return inLines(expected, fpp)
        .filter(shape -> shape.extra(0) <= MAX_EXTRA)
        .orElseGet(() -> sizedFor(Layout.PLAIN, expected, fpp));
  }

  /**
   * The shape of a given layout for a design load and a rate.
   *
   * @throws IllegalArgumentException if no filter can be that good or that large, or if cache lines
   *     would need more than 30 % above the least memory, not counting the last line
   */
  public static BloomShape sizedFor(Layout layout, long expected, double fpp) {
    requireSizes(expected, fpp);
    Optional<BloomShape> shape = layout == Layout.CACHE_LINE
        ? inLines(expected, fpp).filter(lined -> lined.extra(1) <= MAX_EXTRA)
        : smallest(layout, expected, fpp, WORTH_A_PROBE);
    return shape.orElseThrow(() -> new IllegalArgumentException(layout == Layout.CACHE_LINE
        ? "cache lines need over 30 % more memory, use the plain layout: fpp=" + fpp
        : "filter would be too large: expected=" + expected + ", fpp=" + fpp));
  }

  /**
   * The plain shape for a design load and a rate.
   *
   * @param worthAProbe how much more memory may be taken to have fewer probes, as a factor
   */
  static BloomShape plainWith(double worthAProbe, long expected, double fpp) {
    requireSizes(expected, fpp);
    return smallest(Layout.PLAIN, expected, fpp, worthAProbe)
        .orElseThrow(() -> new IllegalArgumentException(
            "filter would be too large: expected=" + expected + ", fpp=" + fpp));
  }

  /** The shape of so many bits and probes, whatever rate follows for that design load. */
  public static BloomShape of(Layout layout, long bits, int probes, long expected) {
    double rate = bits < 1 || probes < 1 ? 0.5 : rate(layout, bits, probes, expected);
    return new BloomShape(
        layout, bits, probes, expected, Math.max(MIN_FPP, Math.min(rate, Math.nextDown(1.0))));
  }

  /** The least memory of any Bloom filter, log2(1/fpp) / ln 2, in bits per event. */
  public static double leastBitsPerEvent(double fpp) {
    double ln2 = StrictMath.log(2);
    return -StrictMath.log(fpp) / (ln2 * ln2);
  }

  /** The bits each expected event costs. */
  public double bitsPerEvent() {
    return (double) bits / expected;
  }

  /** The rate of false positives once that many distinct events were added. */
  public double falsePositiveRate(double events) {
    return rate(layout, bits, probes, events);
  }

  @Override public double falsePositiveRate() {
    return falsePositiveRate(expected);
  }

  @Override public double falseNegativeRate(long gap) {
    return 0;
  }

  @Override public long memoryBytes() {
    return words() * Long.BYTES;
  }

  @Override public BloomShape share(int count) {
    if (count < 1 || count > expected) {
      throw new IllegalArgumentException("slices must be 1 to " + expected + ": count=" + count);
    }
    long unit = layout == Layout.PLAIN ? Long.SIZE : LINE_BITS;
    long units = (bits + count * unit - 1) / (count * unit);
    long each = (expected + count - 1) / count;
    while (true) {
      BloomShape slice = BloomShape.of(layout, units * unit, probes, each);
      if (Occupancy.slicedRate(slice, count, expected) <= fpp) {
        return slice;
      }
      units += Math.max(1, units / 500);
    }
  }

  @Override public FilterSlice newFilter(long seed) {
    return new WholeSlice(new BloomFilter(this));
  }

  /** Nothing about it is random. */
  @Override public BloomSlice open(long seed, Storage storage) {
    return new WholeSlice(new BloomFilter(this, openBits(bits, storage)));
  }

  @Override public boolean unites() {
    return true;
  }

  /** Half of an event's bits do no harm: they are set again with the event. */
  static Cells openBits(long bits, Storage storage) {
    Cells words = storage.looseArea("words", (bits + 63) >>> 6);
    if (!words.hasOnlyBits(bits)) {
      throw new StorageException("bits past the last are set: bits=" + bits);
    }
    return words;
  }

  /** The share of bits that are set, on average, once that many distinct events were added. */
  double fillAt(double events) {
    return layout == Layout.PLAIN
        ? Occupancy.plainFill(bits, probes, events)
        : Occupancy.lineFill(lines(), lineWords(), probes / lineWords(), events);
  }

  /** How many distinct events were added, judged by the share of bits that are set. */
  public double eventsAt(double fill) {
    return layout == Layout.PLAIN
        ? Occupancy.plainEvents(bits, probes, fill)
        : Occupancy.lineEvents(lines(), lineWords(), probes / lineWords(), fill);
  }

  long words() {
    return (bits + 63) >>> 6;
  }

  long lines() {
    return bits / LINE_BITS;
  }

  /** How many words of its line an event has bits in. */
  int lineWords() {
    return lineWords(probes);
  }

  private static int lineWords(int probes) {
    return probes < 8 ? 2 : 4;
  }

  private static void requireRate(double fpp) {
    if (!(fpp >= MIN_FPP && fpp < 1)) {
      throw new IllegalArgumentException("fpp must be >= " + MIN_FPP + " and < 1: fpp=" + fpp);
    }
  }

  private static void requireSizes(long expected, double fpp) {
    requireRate(fpp);
    if (expected < 1) {
      throw new IllegalArgumentException("expected must be >= 1: expected=" + expected);
    }
    if (expected > MAX_BITS / leastBitsPerEvent(fpp) / MAX_EXTRA) {
      throw new IllegalArgumentException("filter would have more than " + MAX_BITS
          + " bits: expected=" + expected + ", fpp=" + fpp);
    }
    if (expected / FINGERPRINTS > fpp / 100) {
      throw new IllegalArgumentException("fingerprints of 64 bits collide too often for this fpp: "
          + "expected=" + expected + ", fpp=" + fpp);
    }
  }

  private static Optional<BloomShape> inLines(long expected, double fpp) {
    return fpp < MIN_LINE_FPP
        ? Optional.empty()
        : smallest(Layout.CACHE_LINE, expected, fpp, WORTH_A_PROBE);
  }

  /** The memory over the least possible, as a factor, not counting some lines. */
  private double extra(int uncountedLines) {
    return (bits - (double) uncountedLines * LINE_BITS) / (leastBitsPerEvent(fpp) * expected);
  }

  private static Optional<BloomShape> smallest(
      Layout layout, long expected, double fpp, double worthAProbe) {
    List<Integer> choices = layout == Layout.CACHE_LINE ? LINE_PROBES : plainProbes(fpp);
    long least = Long.MAX_VALUE;
    for (int probes : choices) {
      least = Math.min(least, smallestBits(layout, probes, expected, fpp));
    }
    if (least > MAX_BITS) {
      return Optional.empty();
    }
    for (int probes : choices) {
      long bits = smallestBits(layout, probes, expected, fpp);
      if (bits <= least * worthAProbe) {
        return Optional.of(new BloomShape(layout, bits, probes, expected, fpp));
      }
    }
    throw new AssertionError("one of the choices is the smallest: " + choices);
  }

  /** The numbers of probes around the best, log2(1/fpp). */
  private static List<Integer> plainProbes(double fpp) {
    int best = (int) Math.ceil(-StrictMath.log(fpp) / StrictMath.log(2));
    return IntStream.rangeClosed(Math.max(1, best / 2), best + 1).boxed().toList();
  }

  /**
   * The fewest whole words or lines with which so many probes stay within the rate. The search
   * starts from Eq. 2 of the paper, solved for m: never too many.
   */
  private static long smallestBits(Layout layout, int probes, long expected, double fpp) {
    long unit = layout == Layout.PLAIN ? Long.SIZE : LINE_BITS;
    double fill = StrictMath.pow(fpp, 1.0 / probes);
    double asymptotic = -probes * (double) expected / StrictMath.log1p(-fill);
    long tooFew = (long) (asymptotic / unit * 0.999);
    long step = 1;
    while (rate(layout, (tooFew + step) * unit, probes, expected) > fpp) {
      tooFew += step;
      step *= 2;
      if (tooFew > 2 * MAX_BITS / unit) {
        return Long.MAX_VALUE;
      }
    }
    long enough = tooFew + step;
    while (enough - tooFew > 1) {
      long middle = (enough + tooFew) >>> 1;
      if (rate(layout, middle * unit, probes, expected) > fpp) {
        tooFew = middle;
      } else {
        enough = middle;
      }
    }
    return enough * unit;
  }

  private static double rate(Layout layout, long bits, int probes, double events) {
    return layout == Layout.PLAIN
        ? Occupancy.plainRate(bits, probes, events)
        : Occupancy.lineRate(
            bits / LINE_BITS, lineWords(probes), probes / lineWords(probes), events);
  }
}
