package io.bloomtree.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.bloomtree.cli.VerdictEntry.Told;
import io.bloomtree.tree.Resolution;
import io.bloomtree.tree.Resolution.Decision;
import io.bloomtree.tree.Resolution.Failure;
import io.bloomtree.tree.Resolution.Reason;
import io.bloomtree.tree.Resolution.Verdict;
import io.bloomtree.wire.Degradation;
import io.bloomtree.wire.NodeId;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalLong;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class VerdictLogTest {
  private static final NodeId EDGE = new NodeId("athens-1");
  private static final NodeId ROOT = new NodeId("root");
  private static final Instant TIME = Instant.ofEpochMilli(1_700_000_000_123L);
  private static final Resolution DISTINCT =
      new Verdict(Decision.DISTINCT, ROOT, 0, Degradation.NONE);

  @TempDir Path directory;
  private Path file;

  @BeforeEach
  void nameFile() {
    file = directory.resolve("a.log");
  }

  private static byte[] key(String text) {
    return text.getBytes(UTF_8);
  }

  /** What a reader makes of a log, with keys that can be compared. */
  static final class Recorder implements VerdictReceiver {
    final List<String> heard = new ArrayList<>();

    @Override public void log() {
      heard.add("log");
    }

    @Override public void entry(VerdictEntry entry) {
      heard.add(text(entry));
    }

    @Override public void torn() {
      heard.add("torn");
    }

    static String text(VerdictEntry entry) {
      return entry.offer() + " " + entry.told() + " " + entry.isDegraded() + " "
          + entry.settled() + " " + Arrays.toString(entry.key());
    }
  }

  @Test
  void linesAreAsDocumented() throws IOException {
    try (var log = VerdictLog.create(file)) {
      var first = log.told(TIME, EDGE, key("click 1"), DISTINCT);
      log.told(TIME, EDGE, key("a\tb"),
          new Verdict(Decision.DUPLICATE, EDGE, 3, Degradation.PARENT_AWAY));
      log.told(TIME, EDGE, key("c"), new Failure(Reason.PARENT_AWAY, new NodeId("eu")));
      log.settled(TIME.plusMillis(5), first, Settlement.CONFIRMED);
      log.ended(TIME, EDGE, key("d"), DISTINCT, Settlement.RELEASED);
    }

    assertThat(file).hasContent("""
        # bloomtree verdict log v1
        1700000000123 athens-1 1 distinct root 0 - - click 1
        1700000000123 athens-1 2 duplicate athens-1 3 parent-away - a\\tb
        1700000000123 athens-1 3 failed eu - parent-away - c
        1700000000128 athens-1 1 distinct root 0 - confirmed click 1
        1700000000123 athens-1 4 distinct root 0 - released d
        """.replace(" ", "\t").replace("#\tbloomtree\tverdict\tlog\t", "# bloomtree verdict log ")
        .replace("click\t1", "click 1"));
  }

  @Test
  void whatWasToldAndSettledIsInTheFileBeforeTheProducerGoesOn() throws Exception {
    try (var log = VerdictLog.create(file)) {
      var told = log.told(TIME, EDGE, key("a"), DISTINCT);
      assertThat(VerdictCheck.of(List.of(file)).report().settled().unsettled()).isEqualTo(1);

      log.settled(TIME, told, Settlement.CONFIRMED);
      assertThat(VerdictCheck.of(List.of(file)).report().settled())
          .isEqualTo(new CheckReport.Settled(1, 0, 0, 0));

      log.ended(TIME, EDGE, key("b"), DISTINCT, Settlement.CONFIRMED);
      log.flush();
      assertThat(VerdictCheck.of(List.of(file)).report().keys().once()).isEqualTo(2);
    }
  }

  @Test
  void onlyADistinctEventIsSettledAndForGood() throws IOException {
    try (var log = VerdictLog.create(file)) {
      var distinct = log.told(TIME, EDGE, key("a"), DISTINCT);
      var failed = log.told(TIME, EDGE, key("b"), new Failure(Reason.BUSY, EDGE));

      assertThatThrownBy(() -> log.settled(TIME, distinct, Settlement.OPEN))
          .isInstanceOf(IllegalArgumentException.class);
      assertThatThrownBy(() -> log.settled(TIME, failed, Settlement.CONFIRMED))
          .isInstanceOf(IllegalArgumentException.class);
    }
  }

  @Test
  void manyThreadsMayWrite() throws Exception {
    try (var log = VerdictLog.create(file)) {
      IntStream.range(0, 2_000).parallel().forEach(i ->
          log.settled(TIME, log.told(TIME, EDGE, key("k" + i), DISTINCT), Settlement.CONFIRMED));
    }

    assertThat(VerdictCheck.of(List.of(file)).report().keys().once()).isEqualTo(2_000);
  }

  @ParameterizedTest(name = "seed {0}")
  @ValueSource(longs = {1, 2, 3, 5, 8})
  void whatIsWrittenIsRead(long seed) throws Exception {
    var random = new Random(seed);
    var expected = new ArrayList<>(List.of("log"));
    try (var log = VerdictLog.create(file)) {
      for (int offer = 1; offer <= 500; offer++) {
        byte[] key = EscapedKeyTest.randomKey(random);
        Resolution resolution = randomResolution(random);
        Told told = told(resolution);
        Settlement settlement = Settlement.values()[random.nextInt(3)];
        settlement = VerdictEntry.maySettle(told, settlement) ? settlement : Settlement.OPEN;
        log.ended(Instant.ofEpochMilli(random.nextInt()).plusSeconds(1L << 32), EDGE, key,
            resolution, settlement);
        boolean degraded = resolution instanceof Verdict verdict && verdict.isDegraded();
        expected.add(Recorder.text(
            new VerdictEntry(OptionalLong.of(offer), told, degraded, settlement, key)));
      }
    }

    var recorder = new Recorder();
    VerdictLogReader.read(file, recorder);

    assertThat(recorder.heard).isEqualTo(expected);
  }

  private static Resolution randomResolution(Random random) {
    return random.nextInt(4) == 0
        ? new Failure(Reason.values()[random.nextInt(Reason.values().length)], ROOT)
        : new Verdict(Decision.values()[random.nextInt(2)], EDGE, random.nextInt(9),
            Degradation.values()[random.nextInt(Degradation.values().length)]);
  }

  private static Told told(Resolution resolution) {
    return resolution instanceof Verdict verdict
        ? Told.valueOf(verdict.decision().name()) : Told.FAILED;
  }

  @Test
  void logOfAProducerCanBeReadWhereverItWasKilled() throws Exception {
    try (var log = VerdictLog.create(file)) {
      for (String key : List.of("a", "b\\\u03a9", "a")) {
        log.settled(TIME, log.told(TIME, EDGE, key(key), DISTINCT), Settlement.CONFIRMED);
      }
    }
    byte[] whole = Files.readAllBytes(file);

    long delivered = 0;
    for (int length = 0; length <= whole.length; length++) {
      Files.write(file, Arrays.copyOf(whole, length));
      CheckReport report = VerdictCheck.of(List.of(file)).report();

      boolean ended = length == 0 || whole[length - 1] == '\n';
      assertThat(report.torn()).isEqualTo(ended ? 0 : 1);
      assertThat(report.settled().confirmed()).isBetween(delivered, delivered + 1);
      delivered = report.settled().confirmed();
      assertThat(report.settled().unsettled())
          .isEqualTo(report.told().distinct() - delivered);
    }
    assertThat(delivered).isEqualTo(3);
  }
}
