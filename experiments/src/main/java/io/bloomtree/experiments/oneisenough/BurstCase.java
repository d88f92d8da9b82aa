package io.bloomtree.experiments.oneisenough;

import io.bloomtree.filter.GrowingShape.Trigger;
import java.util.Locale;

/**
 * What is varied when filters grow. Immutable.
 *
 * @param window how many slots it has
 * @param burst how many times as fast events arrive in it
 */
record BurstCase(Trigger trigger, int window, int burst) {

  static String growth(Trigger trigger) {
    return trigger.name().toLowerCase(Locale.ROOT);
  }

  String growth() {
    return growth(trigger);
  }

  /** What distinguishes it from others with the same window. */
  String inWindow() {
    return growth() + ", burst of " + burst + " times";
  }
}
