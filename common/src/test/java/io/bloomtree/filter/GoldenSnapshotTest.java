package io.bloomtree.filter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.bloomtree.filter.BloomShape.Layout;
import io.bloomtree.filter.GrowingShape.Trigger;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.BitSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Snapshots that were written once, of every kind. Each line of the file has a name, what the
 * filter answers to some events, and its snapshot.
 */
class GoldenSnapshotTest {
  private static final Window MINUTE = new Window(Window.Unit.MILLIS, 60_000, 20);
  private static final BloomShape PLAIN = BloomShape.of(Layout.PLAIN, 1_000, 4, 100);
  private static final SlidingShape SLIDING = new SlidingShape(PLAIN, MINUTE, 1);
  private static final BufferShape BUFFER = new BufferShape(30);

  /** A kind: a filter of it that is new, and how one is read. */
  record Kind(String name, FilterSlice made, Function<byte[], FilterState> reader) {
    Kind {
      live(made);
    }

    private static void live(FilterSlice slice) {
      var random = new Random(1);
      long now = 1_700_000_000_000L;
      long[] events = events();
      for (int i = 0; i < 150; i++) {
        slice.advance(now += random.nextInt(1_000));
        slice.record(events[i], random.nextInt(20_000), random.nextInt(256));
        if (i % 4 == 0) {
          slice.repeated(events[random.nextInt(i + 1)], 0, random.nextInt(256));
        }
      }
    }

    String line() {
      return name + " " + answers(made) + " " + HexFormat.of().formatHex(made.toSnapshot());
    }

    @Override public String toString() {
      return name;
    }
  }

  static List<Kind> kinds() {
    BloomSlicePlan vertical = SlicePlan.vertical(PLAIN, 3);
    return List.of(
        whole("bloom", PLAIN, BloomFilter::fromSnapshot),
        whole("bloom-lines", BloomShape.of(Layout.CACHE_LINE, 1_536, 6, 100),
            BloomFilter::fromSnapshot),
        new Kind("bloom-vertical", vertical.newSlice(1), bytes -> vertical.sliceFrom(1, bytes)),
        whole("sliding", SLIDING, SlidingFilter::fromSnapshot),
        whole("sliding-events", new SlidingShape(
            PLAIN, new Window(Window.Unit.EVENTS, 80, 10), 2), SlidingFilter::fromSnapshot),
        new Kind("sliding-vertical", SlicePlan.vertical(SLIDING, 3).newSlice(2),
            SlidingFilter::fromSnapshot),
        whole("growing", new GrowingShape(
            BloomShape.sizedFor(60, 0.1), Trigger.CARDINALITY, 4, 1 << 20),
            GrowingFilter::fromSnapshot),
        whole("growing-sliding", new GrowingShape(
            SlidingShape.sizedFor(40, 0.1, MINUTE), Trigger.DENSITY, 4, 1 << 20),
            GrowingFilter::fromSnapshot),
        whole("stable", new StableShape(1_000, 3, 3, 5), StableFilter::fromSnapshot),
        whole("reservoir", new ReservoirShape(3, 60, 0.03, ReservoirShape.Reset.RANDOM),
            ReservoirFilter::fromSnapshot),
        whole("importance", new ImportanceShape(
            1_000, 3, 5, 10, ImportanceShape.Variant.HYBRID), ImportanceFilter::fromSnapshot),
        whole("buffer", BUFFER, BufferFilter::fromSnapshot),
        whole("buffer-timed", new TimedBufferShape(BUFFER, MINUTE), BufferFilter::fromSnapshot),
        whole("fp-buffer", new FpBufferShape(BUFFER, 0.2), FpBufferFilter::fromSnapshot));
  }

  private static Kind whole(
      String name, FilterShape shape, Function<byte[], FilterState> reader) {
    return new Kind(name, SlicePlan.whole(shape).newSlice(0, 42), reader);
  }

  /** The first half of these was recorded. */
  private static long[] events() {
    return new Random(2).longs(300).toArray();
  }

  private static String answers(FilterState filter) {
    var answers = new BitSet();
    long[] events = events();
    for (int i = 0; i < events.length; i++) {
      answers.set(i, filter instanceof FilterSlice slice
          ? slice.holds(events[i])
          : ((Filter) filter).mightContain(events[i]));
    }
    return HexFormat.of().formatHex(answers.toByteArray());
  }

  private static Stream<String> golden() {
    try (var in = GoldenSnapshotTest.class.getResourceAsStream("snapshots.txt")) {
      return new String(in.readAllBytes(), StandardCharsets.US_ASCII).lines()
          .filter(line -> !line.startsWith("#"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String[] goldenOf(Kind kind) {
    return golden().map(line -> line.split(" "))
        .filter(words -> words[0].equals(kind.name())).findFirst().orElseThrow();
  }

  @Test
  void whatIsMadeTodayIsWhatWasMadeThen() {
    assertThat(kinds().stream().map(Kind::line)).isEqualTo(golden().toList());
  }

  @ParameterizedTest
  @MethodSource("kinds")
  void isReadAnswersAsThenAndIsWrittenAsThen(Kind kind) {
    String[] golden = goldenOf(kind);
    FilterState read = kind.reader().apply(HexFormat.of().parseHex(golden[2]));

    assertThat(answers(read)).isEqualTo(golden[1]);
    assertThat(HexFormat.of().formatHex(read.toSnapshot())).isEqualTo(golden[2]);
  }

  @ParameterizedTest
  @MethodSource("kinds")
  void anotherVersionIsRefused(Kind kind) {
    byte[] snapshot = HexFormat.of().parseHex(goldenOf(kind)[2]);
    snapshot[4] = 2;

    assertThatExceptionOfType(MalformedSnapshotException.class)
        .isThrownBy(() -> kind.reader().apply(snapshot))
        .withMessageContaining("version must be 1, is 2: offset=4");
  }
}
