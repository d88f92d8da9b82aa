package io.bloomtree.experiments.reservoir;

import io.bloomtree.experiments.Steps;
import io.bloomtree.filter.Errors;
import io.bloomtree.filter.Filter;
import io.bloomtree.stream.Truth;
import io.bloomtree.stream.UniformStream;
import io.bloomtree.stream.ZipfStream;

/** A stream, and which of its records are copies. Its array is not copied. */
record Records(long[] events, Truth truth) {
  /*
   * The paper's clickstream is not to be had, and it says no more of it than its length. What it
   * prints of the stable filter says more. A filter of 2 KB forgets 22 % of copies, and one of 4 KB
   * 15 %, if the two sizes were exchanged in the text, which has them the other way round: but
   * no filter forgets more for being given more memory. With frequencies like those of pages
   * elsewhere, Zipf's law with exponent 1, so many pages give the 22 %. All else follows.
   */
  static final int PAGES = 1_250;
  private static final double EXPONENT = 1;
  /** Another stream that has the 22 %: of more pages, most of them rare, new ones come late. */
  static final int MORE_PAGES = 10_000;
  static final double LARGER_EXPONENT = 1.2;

  static Records of(long[] events) {
    return new Records(events, Truth.of(events));
  }

  /** Clicks on pages, like those of the paper's real data set. */
  static Records clicks(int length, long seed) {
    return of(new ZipfStream(length, PAGES, EXPONENT, seed).toArray());
  }

  /** Clicks on more pages, of which more are rare. */
  static Records clicksOnRarerPages(int length, long seed) {
    return of(new ZipfStream(length, MORE_PAGES, LARGER_EXPONENT, seed).toArray());
  }

  /** Drawn from a universe so large that this share of them is distinct. */
  static Records random(int length, double distinct, long seed) {
    return of(new UniformStream(length, universe(length, distinct), seed).toArray());
  }

  /** Of U records U (1 - e^(-n/U)) are expected among n: halving finds the U. */
  static long universe(int length, double distinct) {
    double low = 1;
    double high = length * 1e6;
    while (high - low > 0.5) {
      double middle = (low + high) / 2;
      if (-middle * Math.expm1(-length / middle) < distinct * length) {
        low = middle;
      } else {
        high = middle;
      }
    }
    return Math.round(high);
  }

  int length() {
    return events.length;
  }

  /** How a filter judges them. */
  Errors errors(Filter filter, Steps steps) {
    Errors errors = Errors.of(filter, events, truth);
    steps.add(events.length);
    return errors;
  }
}
