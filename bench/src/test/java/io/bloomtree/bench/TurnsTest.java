package io.bloomtree.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class TurnsTest {
  private final List<String> runs = new ArrayList<>();

  @Test void eachIsFirstInTurnAndTheFirstPairsDoNotCount() throws IOException {
    Rounds rounds = new Turns(2, 6, 6)
        .compare(() -> run("ours", runs.size() < 4 ? 1 : 90), () -> run("peer", 100));

    assertThat(runs).hasSize(16)
        .startsWith("peer", "ours", "ours", "peer", "peer", "ours");
    assertThat(rounds.ratio()).hasValue(0.9);
    assertThat(rounds.spread()).isEqualTo(new Rounds.Spread(0.9, 0.9));
  }

  @Test void theyGoOnWhileTheirRatioSpreadsUntilThereAreEnough() throws IOException {
    var random = new Random(1);
    new Turns(1, 6, 20).compare(() -> run("ours", 50 + random.nextInt(100)), () -> run("peer", 100));
    assertThat(runs).hasSize(2 * 21);

    runs.clear();
    new Turns(1, 6, 20).compare(() -> run("ours", 99), () -> run("peer", 100));
    assertThat(runs).hasSize(2 * 7);
  }

  private double run(String name, double perSecond) {
    runs.add(name);
    return perSecond;
  }
}
