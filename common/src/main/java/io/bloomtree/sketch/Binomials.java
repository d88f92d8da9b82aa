package io.bloomtree.sketch;

/** In how many ways some can be chosen of several. */
final class Binomials {

  private Binomials() {}

  /** Exact as long as a double can be. */
  static double of(int n, int k) {
    if (k < 0 || k > n) {
      return 0;
    }
    double ways = 1;
    for (int i = 1; i <= Math.min(k, n - k); i++) {
      ways = Math.rint(ways * (n - Math.min(k, n - k) + i) / i);
    }
    return ways;
  }
}
