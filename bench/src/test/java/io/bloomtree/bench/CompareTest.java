package io.bloomtree.bench;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class CompareTest {
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  @Test void helpIsPrintedAndNothingIsRun() {
    assertThat(run("--quick", "--help")).isZero();
    assertThat(out.toString(UTF_8)).startsWith("usage: compare").contains("--json");
    assertThat(err.toString(UTF_8)).isEmpty();
  }

  @Test void anUnknownOptionIsRefused() {
    assertThat(run("--json", "--fast")).isEqualTo(2);
    assertThat(err.toString(UTF_8)).startsWith("unknown option: --fast");
    assertThat(out.toString(UTF_8)).isEmpty();
  }

  /** All contestants see the same stream, and find about as many new events in it. */
  @Test void contestantsAreHonest() {
    assertThat(Contest.run(List.of(Contestant.Kind.values()), 10_000, 1))
        .hasSize(Contestant.Kind.values().length)
        .allSatisfy((kind, nanos) -> assertThat(nanos).isPositive());
  }

  @Test void halfOfAStreamIsNew() {
    var stream = new Stream();
    Set<String> seen = new HashSet<>();
    for (long event = 0; event < 10_000; event++) {
      boolean fresh = seen.add(new String(stream.key(event), ISO_8859_1));
      assertThat(fresh).as("event %d", event).isEqualTo(event % 2 == 0);
    }
  }

  /** A race checks by itself that every event was told apart. */
  @ParameterizedTest
  @EnumSource
  void producersOfferWhatTheirLoadSays(TreeRace.Load load) {
    assertThat(new TreeRace(load, 1).tree()).isPositive();
  }

  private int run(String... args) {
    return Compare.run(args, new PrintStream(out, true, UTF_8), new PrintStream(err, true, UTF_8));
  }
}
