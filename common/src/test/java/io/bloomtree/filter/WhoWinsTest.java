package io.bloomtree.filter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.bloomtree.filter.ReservoirShape.Reset;
import io.bloomtree.stream.BModelStream;
import io.bloomtree.stream.EventStream;
import io.bloomtree.stream.PoissonStream;
import io.bloomtree.stream.Recency;
import io.bloomtree.stream.RecencyStream;
import io.bloomtree.stream.Truth;
import io.bloomtree.stream.UniformStream;
import java.util.Map;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The comparisons of two papers, on streams like theirs: [3] is the stable filter's, [4] the
 * reservoir filter's, as docs/papers.md numbers them. Rates here are shares; a rate of false
 * negatives is one of copies, a rate of false positives one of events that are none.
 */
class WhoWinsTest {
  /** Section 5.2 of [3], for a rate of 10 %. */
  private static final int PAPERS_PROBES = 2;
  private static final int PAPERS_DECREMENTS = 4;

  /** A stream, and what is true of it. */
  private record Case(long[] events, Truth truth) {

    static Case of(EventStream stream) {
      long[] events = stream.toArray();
      return new Case(events, Truth.of(events));
    }

    Errors of(Filter filter) {
      return Errors.of(filter, events, truth);
    }

    Errors stable(long bits) {
      return of(new StableFilter(
          new StableShape(bits, 1, PAPERS_PROBES, PAPERS_DECREMENTS), 1));
    }

    /** As the paper compares: at the rate of false positives that the other one had. */
    Errors fpBuffering(long capacity, Errors other) {
      var buffer = new BufferShape(Math.toIntExact(capacity));
      return of(new FpBufferFilter(new FpBufferShape(buffer, other.falsePositiveRate()), 2));
    }

    Errors reservoir(int filters, long bits) {
      return of(new ReservoirFilter(
          new ReservoirShape(filters, bits / filters, 0.03, Reset.RANDOM), 1));
    }
  }

  /**
   * The first table of Figure 4 in [3]: 100,000 URLs, 75.66 % distinct. The URLs are not to be had,
   * but the table says how often buffers of five sizes fail, and so how many different URLs there
   * were between copies. From that column the stream is made; all others follow, and are the
   * paper's: its printed digits plus what chance allows.
   */
  @ParameterizedTest(name = "{0} bits")
  @CsvSource({
      // bits, false negatives of FPBuffering, stable and Buffering, false positives
      "  16384, 0.46,  0.35, 0.50,  0.084",
      "  65536, 0.35,  0.23, 0.37,  0.067",
      " 262144, 0.24,  0.11, 0.25,  0.030",
      "1048576, 0.09,  0.04, 0.09,  0.004",
      "4194304, 0.001, 0.01, 0.001, 0.001"})
  void stableForgetsLessThanFpBufferingUnlessMemoryIsPlenty(
      long bits, double fpBuffering, double stable, double buffering, double falsePositives) {
    var recency = Recency.of(Map.of(
        256L, 0.50, 1_024L, 0.37, 4_096L, 0.25, 16_384L, 0.09, 65_536L, 0.001, 75_660L, 0.0));
    var urls = Case.of(new RecencyStream(100_000, 0.7566, recency, 1));
    Errors ofStable = urls.stable(bits);
    Errors ofFpBuffering = urls.fpBuffering(bits / 64, ofStable);
    Errors ofBuffering = urls.of(new BufferFilter(new BufferShape((int) bits / 64)));

    assertPrinted(ofFpBuffering.falseNegatives(), ofFpBuffering.copies(), fpBuffering, 0.005);
    assertPrinted(ofStable.falseNegatives(), ofStable.copies(), stable, 0.005);
    assertPrinted(ofBuffering.falseNegatives(), ofBuffering.copies(), buffering, 0.005);
    assertPrinted(ofStable.falsePositives(), ofStable.distinct(), falsePositives, 0.0005);
    assertPrinted(ofFpBuffering.falsePositives(), ofStable.distinct(), falsePositives, 0.0005);
    assertThat(ofStable.falseNegatives() < ofFpBuffering.falseNegatives())
        .isEqualTo(stable < fpBuffering);
  }

  private static void assertPrinted(long count, long trials, double printed, double rounding) {
    double chance = 3.9 * Math.sqrt(printed * (1 - printed) / trials);
    assertThat((double) count / trials).isEqualTo(printed, within(rounding + chance));
  }

  /**
   * Figure 6 of [3], whose captions are lost: 2^24 events of 32 bits, b of 0.5 and 0.7, 6 levels, u
   * of 10^3 and 10^6. A volume of 0.1 is the largest for which 6 levels are possible; the rate of
   * the Poisson process is a guess. Streams have a sixteenth of the length here, and where u is
   * 10^6 a sixteenth of that too, which leaves the rates the same at a sixteenth of the memory.
   *
   * <p>The printed bound of false positives, 10 %, is not kept: with P = 4, to which the paper
   * rounds, the bound is 11.1 % (Eq. 8), and 11.1 % are seen.
   */
  @ParameterizedTest(name = "{0}")
  @CsvSource({
      // false negatives seen, of FPBuffering and stable, from 2^14 bits to 2^22
      "A, 14, 22", //   0.866 0.809, 0.803 0.645, 0.599 0.389, 0.234 0.169, then 0.043 0.056
      "B, 14, 22", //   0.837 0.746, 0.706 0.561, 0.463 0.337, 0.218 0.153, then 0.047 0.051
      "C, 14, 24", //   0.886 0.876, 0.878 0.854, 0.854 0.785, 0.797 0.616, 0.622 0.326
      "POISSON, 14, 24"}) // 0.887 0.879, 0.883 0.852, 0.865 0.755, 0.773 0.523, 0.420 0.239
  void stableForgetsLessOnSyntheticStreams(Synthetic stream, int fromLog, int belowLog) {
    var events = Case.of(stream.events);
    for (int log = fromLog; log < belowLog; log += 2) {
      long bits = 1L << log;
      Errors stable = events.stable(bits);
      Errors fpBuffering = events.fpBuffering(bits / 32, stable);

      assertThat(stable.falseNegativeRate()).as("2^%d bits", log)
          .isLessThan(fpBuffering.falseNegativeRate());
      Confidence.assertAtMost(
          new StableShape(bits, 1, PAPERS_PROBES, PAPERS_DECREMENTS).falsePositiveBound(),
          stable.falsePositives(), stable.distinct());
    }
  }

  /** The streams of Figure 6 in [3]. */
  private enum Synthetic {
    A(new BModelStream(1 << 20, 0.1, 0.5, 6, 1_000, 1)),
    B(new BModelStream(1 << 20, 0.1, 0.7, 6, 1_000, 1)),
    C(new BModelStream(1 << 20, 0.1, 0.7, 6, 1e6 / 16, 1)),
    POISSON(new PoissonStream(1 << 20, 0.5, 1e6 / 16, 1));

    private final EventStream events;

    Synthetic(EventStream events) {
      this.events = events;
    }
  }

  /** "SBF can beat FPBuffering up to 30%": seen are 0.622 and 0.326. */
  @Test void theLeadIsUpToThirtyPercent() {
    var events = Case.of(Synthetic.C.events);
    Errors stable = events.stable(1 << 22);
    Errors fpBuffering = events.fpBuffering((1 << 22) / 32, stable);

    assertThat(fpBuffering.falseNegativeRate() - stable.falseNegativeRate())
        .isEqualTo(0.30, within(0.02));
  }

  /** "There are more duplicates; both methods need less space": 0.420 and 0.239. */
  @Test void withMoreCopiesBothForgetLess() {
    var few = Case.of(Synthetic.C.events);
    var many = Case.of(Synthetic.POISSON.events);
    Errors ofFew = few.stable(1 << 22);
    Errors ofMany = many.stable(1 << 22);

    assertThat(ofMany.falseNegativeRate()).isLessThan(ofFew.falseNegativeRate());
    assertThat(many.fpBuffering((1 << 22) / 32, ofMany).falseNegativeRate())
        .isLessThan(few.fpBuffering((1 << 22) / 32, ofFew).falseNegativeRate());
  }

  /** "When the allocated space is large FPBuffering may be more accurate": 0.002 and 0.016. */
  @Test void withPlentyOfMemoryFpBufferingForgetsLess() {
    var events = Case.of(Synthetic.A.events);
    Errors stable = events.stable(1 << 24);

    assertThat(events.fpBuffering((1 << 24) / 32, stable).falseNegativeRate())
        .isLessThan(stable.falseNegativeRate() / 2);
  }

  /** "The difference becomes smaller when the data set has the bursty property": 0.21 and 0.15. */
  @Test void burstsMakeTheLeadSmaller() {
    assertThat(largestLead(Case.of(Synthetic.B.events)))
        .isLessThan(largestLead(Case.of(Synthetic.A.events)));
  }

  private static double largestLead(Case events) {
    return LongStream.of(1 << 14, 1 << 16, 1 << 18, 1 << 20)
        .mapToDouble(bits -> {
          Errors stable = events.stable(bits);
          return events.fpBuffering(bits / 32, stable).falseNegativeRate()
              - stable.falseNegativeRate();
        })
        .max()
        .orElseThrow();
  }

  /**
   * Tables 4 and 5 of [4], with a thousandth of the events and of the memory: 695,000 events of
   * which 15 % are distinct, and a million of which 10 % are. Three filters, since by Section 5.4
   * it is 3.01 of them for a rate of 0.1. False negatives, then false positives:
   *
   * <pre>
   *              bits         stable            reservoir
   *   Table 4     67,109    0.825 0.083       0.583 0.084  printed
   *                         0.824 0.083       0.816 0.107  seen
   *            1,073,742    0.378 0.0074      0.231 0.0089 printed
   *                         0.375 0.0074      0.200 0.0041 seen
   *            4,294,967    0.129 0.0007      0.074 0.0007 printed
   *                         0.136 0.0006      0     0.0001 seen
   *   Table 5     67,109    0.826 0.083       0.677 0.103  printed
   *                         0.826 0.081       0.806 0.106  seen
   *            1,073,742    0.382 0.0070      0.235 0.0083 printed
   *                         0.381 0.0064      0.274 0.0038 seen
   *            4,294,967    0.132 0.0006      0.075 0.0007 printed
   *                         0.140 0.0007      0     0.0001 seen
   * </pre>
   *
   * The stable column is reproduced, the order of the two in every row too. The reservoir's numbers
   * are not: with much memory the stream ends before the reservoir is full, which by the paper's
   * own rule leaves no false negatives where it prints 7 %; with little, its lead is a seventh of
   * the printed one or less, and is bought, see below.
   */
  @ParameterizedTest(name = "{0} events, {2} bits")
  @CsvSource({
      " 695000, 104250,   67109, 0.825", " 695000, 104250, 1073742, 0.378",
      " 695000, 104250, 4294967, 0.129", "1000000, 100000,   67109, 0.826",
      "1000000, 100000, 1073742, 0.382", "1000000, 100000, 4294967, 0.132"})
  void reservoirForgetsLessThanStableWhereMostEventsAreCopies(
      int length, long universe, long bits, double printedStable) {
    var events = Case.of(new UniformStream(length, universe, 1));
    Errors stable = events.stable(bits);
    Errors reservoir = events.reservoir(3, bits);

    assertThat(stable.falseNegativeRate()).isEqualTo(printedStable, within(0.01));
    assertThat(reservoir.falseNegatives()).isLessThan(stable.falseNegatives());
    if (bits > 1_000_000) {
      assertThat(reservoir.falsePositives()).isLessThan(stable.falsePositives());
    }
  }

  /**
   * Against [4]: where memory is less than a bit for each distinct event, a stable filter that may
   * claim as much forgets less. Seen are 0.806 at 0.106 of the reservoir's, and the stable filter's
   * 0.771 at 0.112 with P = 3, 0.826 at 0.081 with P = 4: on the line between them 0.781.
   */
  @Test void withLittleMemoryTheReservoirsLeadIsBoughtWithFalsePositives() {
    var events = Case.of(new UniformStream(1_000_000, 100_000, 1));
    Errors reservoir = events.reservoir(3, 67_109);
    Errors claimsMore = events.of(new StableFilter(new StableShape(67_109, 1, 2, 3), 1));
    Errors claimsLess = events.stable(67_109);
    double way = (reservoir.falsePositiveRate() - claimsLess.falsePositiveRate())
        / (claimsMore.falsePositiveRate() - claimsLess.falsePositiveRate());

    assertThat(way).isBetween(0.0, 1.0);
    assertThat(reservoir.falseNegativeRate()).isGreaterThan(claimsLess.falseNegativeRate()
        + way * (claimsMore.falseNegativeRate() - claimsLess.falseNegativeRate()));
  }
}
