package io.bloomtree.filter;

/** How often timers that were set by different events are equal. */
final class EqualTimers {
  private EqualTimers() {}

  /**
   * The probability that an event's timers are all set, and no slot has so many of them.
   *
   * @param shares how likely a timer has each slot; what is left to 1: that it is not set
   */
  static double none(double[] shares, int timers, int least) {
    // the coefficient of x^timers in timers! times the product of 1 + (sx) + (sx)^2/2! + ...,
    // each sum cut off where there would be too many of one slot
    double[] product = new double[timers + 1];
    product[0] = 1;
    for (double share : shares) {
      for (int sum = timers; sum > 0; sum--) {
        double term = 1;
        for (int of = 1; of < least && of <= sum; of++) {
          term *= share / of;
          product[sum] += product[sum - of] * term;
        }
      }
    }
    double ways = 1;
    for (int i = 2; i <= timers; i++) {
      ways *= i;
    }
    return Math.min(1, product[timers] * ways);
  }
}
