package io.bloomtree.cli;

import static io.bloomtree.cli.VerdictEntry.Told.DISTINCT;
import static io.bloomtree.cli.VerdictEntry.Told.DUPLICATE;
import static io.bloomtree.cli.VerdictEntry.Told.FAILED;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.bloomtree.cli.CheckReport.Keys;
import io.bloomtree.cli.CheckReport.Settled;
import io.bloomtree.cli.CheckReport.Surplus;
import io.bloomtree.cli.CheckReport.Told;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** P1 and P2 as logs show them. */
class VerdictCheckTest {

  /**
   * An entry by letters: D distinct, U duplicate, F failed; d, u the same degraded; behind it
   * c confirmed, r released, nothing if open.
   */
  private static VerdictEntry entry(String letters, OptionalLong offer, String key) {
    Settlement settlement = letters.endsWith("c") ? Settlement.CONFIRMED
        : letters.endsWith("r") ? Settlement.RELEASED : Settlement.OPEN;
    var told = switch (Character.toUpperCase(letters.charAt(0))) {
      case 'D' -> DISTINCT;
      case 'U' -> DUPLICATE;
      default -> FAILED;
    };
    return new VerdictEntry(offer, told, Character.isLowerCase(letters.charAt(0)), settlement,
        key.getBytes(UTF_8));
  }

  private static VerdictEntry entry(String letters, String key) {
    return entry(letters, OptionalLong.empty(), key);
  }

  private static CheckReport check(VerdictEntry... entries) throws MalformedLineException {
    var check = new VerdictCheck();
    check.log();
    for (VerdictEntry entry : entries) {
      check.entry(entry);
    }
    return check.report();
  }

  @ParameterizedTest
  @CsvSource(nullValues = "-", value = {
    // offers of one key, its class, excused and unexplained surplus
    "Dc,           once, 0, 0",
    "Dc U U,       once, 0, 0",
    "U Dc,         once, 0, 0",
    "u Dc,         once, 0, 0",
    "F F Dc,       once, 0, 0",
    "D Dc,         once, 0, 0",
    "Dr Dc U,      once, 0, 0",
    "dc,           once, 0, 0",
    "Fc U,         once, 0, 0",
    "Dc Dc,        again, 0, 1",
    "Dc Dc Dc,     again, 0, 2",
    "Dc dc Dc,     again, 1, 1",
    "Dc dc,        excusedAgain, 1, 0",
    "dc dc dc,     excusedAgain, 2, 0",
    "Fc Dc,        excusedAgain, 1, 0",
    "U,            dropped, 0, 0",
    "F U u,        dropped, 0, 0",
    "D U,          dropped, 0, 0",
    "Dr U,         dropped, 0, 0",
    "u u,          droppedByPolicy, 0, 0",
    "u D F,        droppedByPolicy, 0, 0",
    "D,            claimedOnly, 0, 0",
    "Dr F d,       claimedOnly, 0, 0",
    "F F,          undecided, 0, 0",
  })
  void everyKeyIsInOneClass(String offers, String expected, long excused, long unexplained)
      throws MalformedLineException {
    CheckReport report = check(List.of(offers.split(" ")).stream()
        .map(letters -> entry(letters, "k")).toArray(VerdictEntry[]::new));

    Keys keys = report.keys();
    assertThat(Map.of(
        "once", keys.once(), "excusedAgain", keys.excusedAgain(), "again", keys.again(),
        "dropped", keys.dropped(), "droppedByPolicy", keys.droppedByPolicy(),
        "claimedOnly", keys.claimedOnly(), "undecided", keys.undecided()))
        .containsEntry(expected, 1L)
        .satisfies(all -> assertThat(all.values()).containsOnlyOnce(1L));
    assertThat(report.surplus()).isEqualTo(new Surplus(excused, unexplained));
    assertThat(report.keepsP1(0)).isEqualTo(!expected.equals("dropped"));
    assertThat(report.keepsP2(0)).isEqualTo(!expected.equals("again"));
    assertThat(report.droppedKeys()).hasSize(expected.equals("dropped") ? 1 : 0);
    assertThat(report.doubledKeys()).hasSize(expected.equals("again") ? 1 : 0);
  }

  @Test
  void aClaimIsADeliveryOnceASecondLineSaysSo() throws MalformedLineException {
    var open = entry("D", OptionalLong.of(1), "a");
    var other = entry("D", OptionalLong.of(2), "b");
    var third = entry("d", OptionalLong.of(3), "c");
    var report = check(open, other, third,
        entry("dc", OptionalLong.of(3), "c"), entry("Dr", OptionalLong.of(1), "a"));

    assertThat(report.told()).isEqualTo(new Told(3, 1, 0, 0, 0));
    assertThat(report.settled()).isEqualTo(new Settled(1, 1, 1, 0));
    assertThat(report.keys()).isEqualTo(new Keys(1, 0, 0, 0, 0, 2, 0));
  }

  @Test
  void aProducerThatDiedBetweenVerdictAndDeliveryLeavesTheEventToAnother()
      throws MalformedLineException {
    var check = new VerdictCheck();
    check.log();
    check.entry(entry("D", OptionalLong.of(1), "a"));
    check.torn();
    // the same number in another log is another offer
    check.log();
    check.entry(entry("Dc", OptionalLong.of(1), "a"));

    CheckReport report = check.report();

    assertThat(report.logs()).isEqualTo(2);
    assertThat(report.torn()).isEqualTo(1);
    assertThat(report.settled().unsettled()).isEqualTo(1);
    assertThat(report.keys().once()).isEqualTo(1);
    assertThat(report.keepsP1(0) && report.keepsP2(0)).isTrue();
  }

  @Test
  void droppedKeysThatWereClaimedAreCountedApart() throws MalformedLineException {
    var report = check(entry("D", "a"), entry("U", "a"), entry("U", "b"));

    assertThat(report.keys().dropped()).isEqualTo(2);
    assertThat(report.droppedAfterClaim()).isEqualTo(1);
    assertThat(report.droppedKeys()).containsExactly("a", "b");
  }

  @Test
  void falsePositivesAreAllowedAsOftenAsTheRateExplains() throws MalformedLineException {
    var entries = new ArrayList<VerdictEntry>();
    for (int i = 0; i < 10_000; i++) {
      entries.add(entry(i < 20 ? "U" : "Dc", "k" + i));
    }
    CheckReport report = check(entries.toArray(VerdictEntry[]::new));

    assertThat(report.dropRate()).isEqualTo(0.002);
    assertThat(report.keepsP1(0.002)).isTrue();
    // 20 where 10 are to be expected happens once in 300 runs, where 7 are once in 20,000
    assertThat(report.keepsP1(0.001)).isTrue();
    assertThat(report.keepsP1(0.0007)).isFalse();
    assertThat(report.keepsP1(0)).isFalse();
    assertThat(report.droppedKeys()).hasSize(10).startsWith("k0", "k1");
  }

  @Test
  void doublesAreToleratedUpToTheAllowance() throws MalformedLineException {
    var report = check(entry("Dc", "a"), entry("Dc", "a"), entry("Dc", "a"), entry("Dc", "b"));

    assertThat(report.keepsP2(1)).isFalse();
    assertThat(report.keepsP2(2)).isTrue();
    assertThat(report.surplus().unexplained()).isEqualTo(2);
  }

  /** Against lists of everything, over several logs, with claims that are settled in any order. */
  @ParameterizedTest(name = "seed {0}")
  @ValueSource(longs = {1, 2, 3, 5, 8})
  void countsAreThoseOfAPlainMap(long seed) throws MalformedLineException {
    var random = new Random(seed);
    var check = new VerdictCheck();
    var byKey = new HashMap<String, List<String>>();
    for (int log = 0; log < 4; log++) {
      check.log();
      var open = new ArrayList<VerdictEntry>();
      for (int offer = 1; offer <= 3_000; offer++) {
        String letters = List.of("Dc", "D", "Dr", "dc", "d", "U", "u", "F", "Fc")
            .get(random.nextInt(9));
        String key = "k" + random.nextInt(3_000);
        VerdictEntry entry = entry(letters, OptionalLong.of(offer), key);
        check.entry(entry);
        byKey.computeIfAbsent(key, it -> new ArrayList<>()).add(letters);
        if (entry.isOpen()) {
          open.add(entry);
        }
        if (!open.isEmpty() && random.nextInt(3) == 0) {
          VerdictEntry settled = open.remove(random.nextInt(open.size()));
          String as = (settled.isDegraded() ? "d" : "D") + (random.nextBoolean() ? "c" : "r");
          String settledKey = new String(settled.key(), UTF_8);
          check.entry(entry(as, settled.offer(), settledKey));
          byKey.get(settledKey).remove(as.substring(0, 1));
          byKey.get(settledKey).add(as);
        }
      }
    }

    CheckReport report = check.report();

    assertThat(report.told().offers()).isEqualTo(12_000);
    assertThat(report.keys().all()).isEqualTo(byKey.size());
    assertThat(report.settled()).isEqualTo(new Settled(
        count(byKey, "Dc", "dc"), count(byKey, "Dr", "dr"), count(byKey, "D", "d"),
        count(byKey, "Fc")));
    assertThat(report.keys().delivered()).isEqualTo(byKey.values().stream()
        .filter(offers -> offers.stream().anyMatch(it -> it.endsWith("c"))).count());
    assertThat(report.surplus().excused() + report.surplus().unexplained())
        .isEqualTo(report.settled().deliveries() - report.keys().delivered());
    assertThat(report.keys().again()).isEqualTo(byKey.values().stream()
        .filter(offers -> Collections.frequency(offers, "Dc") > 1).count());
    assertThat(report.keys().dropped()).isEqualTo(byKey.values().stream()
        .filter(offers -> offers.stream().noneMatch(it -> it.endsWith("c")))
        .filter(offers -> offers.contains("U")).count());
  }

  private static long count(Map<String, List<String>> byKey, String... letters) {
    return byKey.values().stream().flatMap(List::stream)
        .filter(List.of(letters)::contains).count();
  }
}
