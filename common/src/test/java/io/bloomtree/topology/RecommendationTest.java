package io.bloomtree.topology;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.bloomtree.filter.BloomShape;
import io.bloomtree.filter.BufferShape;
import io.bloomtree.filter.FilterShape;
import io.bloomtree.filter.FilterSlice;
import io.bloomtree.filter.ImportanceShape;
import io.bloomtree.filter.ReservoirShape;
import io.bloomtree.filter.SlidingShape;
import io.bloomtree.filter.StableShape;
import io.bloomtree.filter.Window;
import io.bloomtree.filter.Window.Unit;
import io.bloomtree.topology.Recommendation.Fitting;
import io.bloomtree.topology.Recommendation.Lacking;
import io.bloomtree.topology.Recommendation.Unsuited;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RecommendationTest {
  private static final long KIB = 1 << 10;
  private static final long MIB = 1 << 20;
  private static final WindowSpec TEN_MINUTES = WindowSpec.read("10m").orElseThrow();

  private static Recommendation forEver(long memory, double fpp, long expected) {
    return Recommendation.of(
        new Demand(memory, fpp, Optional.of(expected), Optional.empty(), Optional.empty()));
  }

  private static Recommendation within(long memory, double fpp, long gap) {
    return Recommendation.of(
        new Demand(memory, fpp, Optional.empty(), Optional.empty(), Optional.of(gap)));
  }

  private static Recommendation tenMinutes(long memory, double fpp, long expected) {
    return Recommendation.of(new Demand(
        memory, fpp, Optional.of(expected), Optional.of(TEN_MINUTES), Optional.empty()));
  }

  private static List<FilterKind> kinds(Recommendation recommendation) {
    return recommendation.fitting().stream().map(Fitting::kind).toList();
  }

  private static FilterShape shape(Recommendation recommendation, FilterKind kind) {
    return recommendation.fitting().stream()
        .filter(it -> it.kind() == kind).findFirst().orElseThrow().shape();
  }

  @Test void everyKindIsListedOnce() {
    var recommendation = within(64 * KIB, 0.01, 10_000);

    assertThat(recommendation.fitting().size() + recommendation.lacking().size()
        + recommendation.unsuited().size()).isEqualTo(FilterKind.values().length);
  }

  @Test void withAmpleMemoryAndNoWindowABloomFilterIsCheapest() {
    var recommendation = forEver(1024 * MIB, 0.001, 1_000_000);

    assertThat(kinds(recommendation)).startsWith(FilterKind.BLOOM, FilterKind.BUFFER);
    assertThat(recommendation.best().orElseThrow().falseNegatives()).isZero();
    assertThat(recommendation.unsuited()).extracting(Unsuited::kind)
        .containsExactly(FilterKind.SLIDING);
  }

  @Test void withAmpleMemoryAndAWindowASlidingFilterIsCheapest() {
    assertThat(kinds(tenMinutes(1024 * MIB, 0.001, 1_000_000)))
        .containsExactly(FilterKind.SLIDING, FilterKind.BUFFER);
  }

  @Test void wherePositivesMustBeRareABufferIsCheaperThanTimers() {
    var recommendation = tenMinutes(1024 * MIB, 1e-12, 100_000);

    assertThat(kinds(recommendation)).containsExactly(FilterKind.BUFFER, FilterKind.SLIDING);
    assertThat(recommendation.fitting()).allMatch(it -> it.falseNegatives() == 0);
  }

  @Test void whereNothingHoldsTheGapAStableFilterForgetsLeast() {
    var recommendation = within(8 * KIB, 0.001, 1_000);

    assertThat(recommendation.lacking()).extracting(Lacking::kind)
        .containsExactly(FilterKind.SLIDING);
    assertThat(kinds(recommendation).get(0)).isEqualTo(FilterKind.STABLE);
    assertThat(recommendation.fitting()).extracting(Fitting::falseNegatives)
        .allMatch(missed -> missed > 0.5);
  }

  @Test void aBufferThatHoldsTheGapIsBetterThanAStableFilterOfTheSameMemory() {
    long bytes = new BufferShape(1_001).memoryBytes();

    assertThat(kinds(within(bytes, 1e-9, 1_000)).get(0)).isEqualTo(FilterKind.BUFFER);
    assertThat(kinds(within(bytes - 1, 1e-9, 1_000)).get(0)).isEqualTo(FilterKind.STABLE);
  }

  @Test void aBloomFilterThatFitsForgetsNothingOfWhateverGap() {
    var both = Recommendation.of(new Demand(
        64 * MIB, 0.001, Optional.of(10_000_000L), Optional.empty(), Optional.of(100_000L)));

    assertThat(kinds(both)).startsWith(FilterKind.SLIDING, FilterKind.BUFFER)
        .containsSubsequence(FilterKind.BLOOM, FilterKind.STABLE);
    assertThat(within(64 * MIB, 0.001, 100_000).unsuited()).extracting(Unsuited::kind)
        .as("a stream without an end").containsExactly(FilterKind.BLOOM);
  }

  @Test void whatDoesNotFitSaysWhatItWouldNeed() {
    var recommendation = forEver(MIB, 0.001, 10_000_000);
    long needed = recommendation.lacking().get(0).neededBytes();

    assertThat(recommendation.lacking()).extracting(Lacking::kind)
        .containsExactly(FilterKind.BLOOM);
    assertThat(needed).isEqualTo(BloomShape.sizedFor(10_000_000, 0.001).memoryBytes());
    assertThat(forEver(needed, 0.001, 10_000_000).best().orElseThrow().kind())
        .isEqualTo(FilterKind.BLOOM);
    assertThat(forEver(needed - 1, 0.001, 10_000_000).lacking()).isNotEmpty();
  }

  @Test void kindsThatCannotBeBuiltInSoLittleSayThatToo() {
    assertThat(within(64, 1e-12, 1).lacking())
        .extracting(Lacking::kind)
        .containsExactly(FilterKind.STABLE, FilterKind.IMPORTANCE);
    assertThat(within(64, 1e-12, 1).lacking()).allSatisfy(it ->
        assertThat(kinds(within(it.neededBytes(), 1e-12, 1))).contains(it.kind()));
  }

  @Test void claimingByChanceIsNoMerit() {
    for (double fpp : new double[] {1e-12, 0.001, 0.3, 0.9}) {
      assertThat(kinds(forEver(64 * KIB, fpp, 1_000_000_000)))
          .as("fpp %s", fpp)
          .containsSubsequence(FilterKind.BUFFER, FilterKind.FP_BUFFER);
    }
  }

  @Test void kindsThatKeepNoTimeAreNotForWindows() {
    assertThat(tenMinutes(MIB, 0.001, 1_000).unsuited()).extracting(Unsuited::kind)
        .containsExactly(FilterKind.BLOOM, FilterKind.STABLE, FilterKind.RESERVOIR,
            FilterKind.IMPORTANCE, FilterKind.FP_BUFFER);
    assertThat(Recommendation.of(new Demand(MIB, 0.001, Optional.empty(),
        WindowSpec.read("10k events"), Optional.empty())).fitting())
        .singleElement().satisfies(it -> assertThat(it.kind()).isEqualTo(FilterKind.SLIDING));
  }

  @Test void numbersAreThoseOfTheShapes() {
    long bits = 64 * KIB * 8;
    var recommendation = within(64 * KIB, 0.01, 10_000);

    assertThat(shape(recommendation, FilterKind.STABLE))
        .isEqualTo(StableShape.forGaps(bits, 0.01, Map.of(10_000L, 1.0)));
    assertThat(shape(recommendation, FilterKind.RESERVOIR)).isEqualTo(ReservoirShape.forMemory(
        bits, 0.01, ReservoirShape.Profile.FEW_FALSE_POSITIVES));
    assertThat(shape(recommendation, FilterKind.IMPORTANCE)).isEqualTo(
        ImportanceShape.boundedForMemory(bits, 0.01, ImportanceShape.Variant.MULTI_CLASS));
    assertThat(shape(recommendation, FilterKind.BUFFER))
        .isEqualTo(BufferShape.forMemory(64 * KIB));
    assertThat(recommendation.lacking().get(0).neededBytes()).isEqualTo(
        SlidingShape.sizedFor(10_000, 0.01, Window.ofEvents(10_000)).memoryBytes());
    assertThat(recommendation.fitting()).allSatisfy(it -> {
      assertThat(it.falsePositives()).isEqualTo(it.shape().falsePositiveRate())
          .isLessThanOrEqualTo(0.01);
      assertThat(it.falseNegatives()).isEqualTo(it.shape().falseNegativeRate(10_000));
      assertThat(it.memoryBytes()).isEqualTo(it.shape().memoryBytes())
          .isLessThanOrEqualTo(64 * KIB);
      assertThat(it.bytesPerEvent()).isEqualTo((double) it.memoryBytes() / it.remembers());
    });
    assertThat(shape(tenMinutes(64 * MIB, 0.001, 1_000_000), FilterKind.SLIDING)).isEqualTo(
        SlidingShape.sizedFor(1_000_000, 0.001, Window.of(Duration.ofMinutes(10))));
  }

  @Test void aKindThatForgetsRemembersAsLongAsItKnowsHalf() {
    var recommendation = within(64 * KIB, 0.01, 10_000);

    assertThat(recommendation.fitting()).allSatisfy(it -> {
      double notByChance = 1 - it.falsePositives();
      assertThat(it.shape().falseNegativeRate(it.remembers() - 1) / notByChance)
          .isLessThanOrEqualTo(0.5);
      assertThat(it.shape().falseNegativeRate(it.remembers()) / notByChance).isGreaterThan(0.5);
    });
    assertThat(recommendation.fitting())
        .filteredOn(it -> it.kind() == FilterKind.BUFFER)
        .extracting(Fitting::remembers)
        .containsExactly((long) BufferShape.forMemory(64 * KIB).capacity());
  }

  @Test void whatIsSaidToMissNothingMissesNothing() {
    int gap = 1_000;
    for (Fitting fitting : within(MIB, 0.001, gap).fitting()) {
      if (fitting.falseNegatives() == 0) {
        FilterSlice filter = fitting.shape().newFilter(1);
        for (long key = 0; key < 5 * gap; key++) {
          feed(filter, scrambled(key));
          assertThat(key < gap || filter.holds(scrambled(key - gap)))
              .as("%s, event %d, %d later", fitting.kind(), key - gap, gap).isTrue();
        }
      }
    }
  }

  /** As an offer: a confirm is left out where the filter happens to claim its event. */
  private static void feed(FilterSlice filter, long fingerprint) {
    if (filter.learns()) {
      filter.repeated(fingerprint, 0, 0);
    } else {
      filter.record(fingerprint, 0, 0);
    }
  }

  private static long scrambled(long key) {
    return (key + 1) * 0x9E3779B97F4A7C15L;
  }

  @ParameterizedTest
  @CsvSource(delimiter = '|', value = {
    "67108864 | 0.001 | 10000000 |     |        ",
    "67108864 | 1e-9  | 10000000 |     | 100000 ",
    "65537    | 0.01  |          |     | 12345  ",
    "8192     | 0.001 |          |     | 1000   ",
    "67108864 | 0.001 | 3000000  | 10m |        ",
    "1048576  | 0.001 | 3000000  | 10m |        ",
    "1048576  | 0.3   |          | 10k events | ",
    "1000     | 0.5   | 7        |     |        ",
  })
  void theYamlOfEveryKindIsThatFilterInATopology(
      long memory, double fpp, Long expected, String window, Long gap) {
    var demand = new Demand(memory, fpp, Optional.ofNullable(expected),
        Optional.ofNullable(window).flatMap(WindowSpec::read), Optional.ofNullable(gap));
    var recommendation = Recommendation.of(demand);

    assertThat(recommendation.fitting()).isNotEmpty().allSatisfy(fitting -> {
      Topology topology = Topology.parse("t", "tree: t\nedges: [a]\n" + fitting.yaml() + "\n");
      TopologyNode root = topology.root();
      assertThat(topology.fpp()).isEqualTo(fpp);
      assertThat(root.filter().kind()).isEqualTo(fitting.kind());
      assertThat(Design.of(root, false, topology.limits()).shape(fpp)).isEqualTo(fitting.shape());
    });
  }

  @ParameterizedTest
  @CsvSource(delimiter = '|', value = {
    "63           | 0.1 | 1 |   |   | memory must be 64B to 128GiB: memory=63",
    "137438953473 | 0.1 | 1 |   |   | memory must be 64B to 128GiB",
    "64           | 0   | 1 |   |   | fpp must be 1e-12 to below 1: fpp=0.0",
    "64           | 1   | 1 |   |   | fpp must be 1e-12 to below 1: fpp=1.0",
    "64           | NaN | 1 |   |   | fpp must be 1e-12 to below 1: fpp=NaN",
    "64           | 0.1 | 0 |   |   | expected must be 1 to 1099511627776: expected=0",
    "64           | 0.1 |   |   | 0 | gap must be 1 to 1099511627776: gap=0",
    "64           | 0.1 |   |   |   | there must be a number of expected events, a window or a gap",
    "64           | 0.1 | 1 | 1s | 1 | a window and a gap exclude each other",
    "64           | 0.1 |   | 1s |  | a window of time must come with the distinct events",
    "64           | 0.1 | 1 | 5 events | | a window of events says itself how many",
    "64           | 0.1 |   | 0 events | | window must be 1 to",
  })
  void demandsThatMakeNoSenseAreRefused(
      long memory, double fpp, Long expected, String window, Long gap, String message) {
    var read = Optional.ofNullable(window).flatMap(WindowSpec::read);

    assertThatIllegalArgumentException()
        .isThrownBy(() -> new Demand(
            memory, fpp, Optional.ofNullable(expected), read, Optional.ofNullable(gap)))
        .withMessageContaining(message);
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 1_000})
  void theLatestCopyHasAllOthersBeforeIt(long events) {
    var expected = new Demand(
        64, 0.1, Optional.of(events), Optional.empty(), Optional.empty());
    var window = new Demand(64, 0.1, Optional.empty(),
        Optional.of(new WindowSpec(Unit.EVENTS, events)), Optional.empty());
    var gap = new Demand(64, 0.1, Optional.empty(), Optional.empty(), Optional.of(events));

    assertThat(expected.latest()).isEqualTo(events - 1);
    assertThat(window.latest()).isEqualTo(events - 1);
    assertThat(gap.latest()).isEqualTo(events);
  }
}
