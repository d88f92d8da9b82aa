package io.bloomtree.experiments.oneisenough;

import io.bloomtree.stream.UniformStream;
import io.bloomtree.stream.ZipfStream;

/**
 * The streams of the paper's Section 7, made anew. The real ones are not to be had; what is known
 * of them is their length, how many different events they have, and that both are "highly skewed,
 * Zipf-like".
 */
enum DataSet {
  WEB_LOG("web-log", "web log") {
    @Override long[] events(int length, long seed) {
      return WebLog.of(length, seed).events();
    }
  },
  UNIFORM("uniform", "synthetic, uniform") {
    @Override long[] events(int length, long seed) {
      return new UniformStream(length, 5_700, seed).toArray();
    }
  },
  ZIPF("zipf", "synthetic, Zipf 1.0") {
    /** Of 6,000 events about 5,700 come within 100,000 draws. */
    @Override long[] events(int length, long seed) {
      return new ZipfStream(length, 6_000, 1.0, seed).toArray();
    }
  },
  YAHOO("yahoo-like", "Yahoo-like") {
    /** Of 2,096 clients about 2,049 come within 100,000 flows. */
    @Override long[] events(int length, long seed) {
      return new ZipfStream(length, 2_096, 1.2, seed).toArray();
    }
  };

  /** How long those of the paper are; of the synthetic ones it does not say. */
  static final int LENGTH = 100_000;

  private final String file;
  private final String title;

  DataSet(String file, String title) {
    this.file = file;
    this.title = title;
  }

  /** For names of files. */
  String file() {
    return file;
  }

  /** For people. */
  String title() {
    return title;
  }

  /** Other events for another seed, of the same distribution. */
  abstract long[] events(int length, long seed);
}
