package io.bloomtree.stream;

import java.util.HashMap;
import java.util.Map;

/**
 * How far the copies in a stream are from the same event before them. Immutable.
 *
 * @param events for numbers of events between the two: how many copies
 * @param different for numbers of different events between the two: how many copies
 */
public record Gaps(Map<Long, Double> events, Map<Long, Double> different) {

  public Gaps {
    events = Map.copyOf(events);
    different = Map.copyOf(different);
  }

  public static Gaps of(long[] events) {
    var between = new HashMap<Long, Double>();
    var different = new HashMap<Long, Double>();
    var places = new LastPlaces(events);
    var last = new LastUses(events.length);
    for (int place = 0; place < events.length; place++) {
      int before = places.replace(place);
      if (before != place) {
        between.merge(place - before - 1L, 1.0, Double::sum);
        different.merge((long) last.after(before), 1.0, Double::sum);
        last.clear(before);
      }
      last.mark(place);
    }
    return new Gaps(between, different);
  }
}
