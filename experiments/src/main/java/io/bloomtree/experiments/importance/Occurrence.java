package io.bloomtree.experiments.importance;

import static io.bloomtree.experiments.importance.Contender.MOST_IMPORTANT;

import java.util.SplittableRandom;
import java.util.stream.IntStream;

/** How often an event occurs, given its importance: the paper's three synthetic data sets. */
enum Occurrence {
  /** The paper's synthetic data 1, Figure 11. */
  EQUAL("equal", "all are equally frequent") {
    @Override double weight(int importance) {
      return 1;
    }
  },
  /** Data 3, Figure 14. */
  IMPORTANT_ARE_RARE("rare", "the important are rare") {
    @Override double weight(int importance) {
      return 1.0 / importance;
    }
  },
  /** Data 2, Figure 17. */
  IMPORTANT_ARE_FREQUENT("frequent", "the important are frequent") {
    @Override double weight(int importance) {
      return importance;
    }
  };

  /** The paper does not say; with as many an ordinary filter errs as often as on its videos. */
  static final int DISTINCT = 10_500;

  private final String label;
  private final String words;

  Occurrence(String label, String words) {
    this.label = label;
    this.words = words;
  }

  /** How likely an event of an importance is drawn, beside others. */
  abstract double weight(int importance);

  /** How important events are, in one word. */
  String label() {
    return label;
  }

  /** For people. */
  String words() {
    return words;
  }

  /**
   * Draws from a universe with as many events of each importance, 1 to 50.
   *
   * @param copies the share of events that came before
   */
  ImportantEvents stream(double copies, long seed) {
    int length = (int) Math.round(DISTINCT / (1 - copies));
    var random = new SplittableRandom(seed);
    int ofEach = eventsOfEach(length);
    long[][] universe = new long[MOST_IMPORTANT + 1][];
    for (int importance = 1; importance <= MOST_IMPORTANT; importance++) {
      universe[importance] = random.longs(ofEach).toArray();
    }
    double weights = weights();
    var importances = new int[length];
    var events = new long[length];
    for (int i = 0; i < length; i++) {
      importances[i] = drawImportance(random.nextDouble() * weights);
      events[i] = universe[importances[i]][random.nextInt(ofEach)];
    }
    return new ImportantEvents(events, importances);
  }

  private int drawImportance(double weight) {
    double left = weight;
    for (int importance = 1; importance < MOST_IMPORTANT; importance++) {
      left -= weight(importance);
      if (left < 0) {
        return importance;
      }
    }
    return MOST_IMPORTANT;
  }

  private double weights() {
    return IntStream.rangeClosed(1, MOST_IMPORTANT).mapToDouble(this::weight).sum();
  }

  /** So large a universe that there will be as many different events as wanted, on average. */
  private int eventsOfEach(int length) {
    int tooFew = 0;
    int enough = 1;
    while (distinct(length, enough) < DISTINCT) {
      tooFew = enough;
      enough *= 2;
    }
    while (enough - tooFew > 1) {
      int middle = (tooFew + enough) >>> 1;
      if (distinct(length, middle) < DISTINCT) {
        tooFew = middle;
      } else {
        enough = middle;
      }
    }
    return enough;
  }

  private double distinct(int length, int eventsOfEach) {
    double draws = length / weights() / eventsOfEach;
    return IntStream.rangeClosed(1, MOST_IMPORTANT)
        .mapToDouble(importance -> -eventsOfEach * Math.expm1(-draws * weight(importance)))
        .sum();
  }
}
