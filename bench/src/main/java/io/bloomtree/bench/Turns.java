package io.bloomtree.bench;

import java.io.IOException;
import java.util.OptionalDouble;

/** Two races in turns, as often as it takes to know which is faster by how much. Immutable. */
record Turns(int warmUps, int least, int most) {
  /** How wide the spread of the ratio may be: less than what it may differ from 1. */
  private static final double WIDEST = 0.04;

  /** Runs once, and says how fast: events a second. */
  interface Race {
    double run() throws IOException;
  }

  /** {@code quick}: a few, however much they spread. */
  static Turns of(boolean quick) {
    return quick ? new Turns(1, 6, 6) : new Turns(4, 14, 40);
  }

  /**
   * Pairs of rounds, in turns of who is first: code gets faster with time, and neither may profit
   * from what the other leaves behind. The first ones warm up.
   */
  Rounds compare(Race ours, Race peer) throws IOException {
    var rounds = new Rounds();
    int all = 0;
    while (all < warmUps + least
        || all < warmUps + most && rounds.spread().width() > WIDEST) {
      boolean isOursFirst = all % 2 == 1;
      double first = (isOursFirst ? ours : peer).run();
      double second = (isOursFirst ? peer : ours).run();
      if (all >= warmUps) {
        rounds.add(isOursFirst ? first : second, OptionalDouble.of(isOursFirst ? second : first));
      }
      all++;
    }
    return rounds;
  }
}
