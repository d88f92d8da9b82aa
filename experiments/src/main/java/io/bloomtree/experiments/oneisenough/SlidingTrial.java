package io.bloomtree.experiments.oneisenough;

import io.bloomtree.experiments.Setup;
import io.bloomtree.filter.Errors;
import io.bloomtree.filter.SlicePlan;
import io.bloomtree.filter.SlidingShape;
import io.bloomtree.filter.Window;
import io.bloomtree.filter.Window.Unit;
import java.util.stream.IntStream;

/**
 * Streams, one event in each slot, as the paper assumes, and sliding filters that they are sent
 * through. Immutable.
 *
 * @param alive how many events are alive at once, on average
 */
record SlidingTrial(Input input, int slots, int slices, long alive) {
  static final int PROBES = 8;
  static final double TARGET = 0.02;

  /** Who has all timers of an event: one filter, or one slice of many. */
  enum Cut {
    VERTICAL("vertical") {
      @Override SlicedFilter filter(SlidingShape shape, int slices) {
        return SlicedFilter.of(SlicePlan.whole(shape));
      }
    },
    HORIZONTAL("horizontal") {
      @Override SlicedFilter filter(SlidingShape shape, int slices) {
        return SlicedFilter.ofEvenShares(
            shape, (int) Math.min(slices, shape.cells().expected()));
      }
    };

    private final String title;

    Cut(String title) {
      this.title = title;
    }

    String title() {
      return title;
    }

    /** A column about it. */
    String of(String what) {
      return what + ", " + title;
    }

    abstract SlicedFilter filter(SlidingShape shape, int slices);
  }

  /** How many events were taken for duplicates, by how many timers were equal; how many were. */
  record Found(long[] all, long[] copies) {
    double share(int equal) {
      return (double) copies[equal] / all[equal];
    }
  }

  static SlidingTrial of(Setup setup) {
    Input input = Input.of(setup, setup.scale().of(3_000, 20_000, DataSet.LENGTH),
        setup.scale().of(1, 1, 3), DataSet.WEB_LOG).get(0);
    int slots = setup.scale().of(100, 1_000, 1_000);
    return new SlidingTrial(input, slots, setup.scale().of(4, 40, 40),
        Delivered.meanAlive(input.runs().get(0), slots));
  }

  /** A filter for it, which wants so many timers to be equal. */
  SlidingShape shape(int equal) {
    return new SlidingShape(
        Sizing.of(alive, PROBES, TARGET), new Window(Unit.MILLIS, slots, slots), equal);
  }

  /** What a filter gets wrong that wants so many timers to be equal. */
  Errors errors(int equal, Cut cut) {
    long falsePositives = 0;
    long distinct = 0;
    long falseNegatives = 0;
    long copies = 0;
    for (long[] events : input.runs()) {
      SlicedFilter filter = cut.filter(shape(equal), slices);
      var delivered = new Delivered(slots);
      for (int now = 0; now < events.length; now++) {
        filter.advance(events[now], now);
        boolean isCopy = delivered.has(events[now], now);
        boolean isNew = filter.addIfNew(events[now]);
        if (isNew) {
          delivered.add(events[now], now);
        }
        falsePositives += !isNew && !isCopy ? 1 : 0;
        falseNegatives += isNew && isCopy ? 1 : 0;
        copies += isCopy ? 1 : 0;
        distinct += isCopy ? 0 : 1;
      }
    }
    return new Errors(falsePositives, distinct, falseNegatives, copies);
  }

  /** What is taken for a duplicate as long as no timers need be equal. */
  Found found(Cut cut) {
    var found = new Found(new long[PROBES + 1], new long[PROBES + 1]);
    for (long[] events : input.runs()) {
      // all hold the same: as many timers of an event are equal as there are filters that have it
      SlicedFilter[] filters = IntStream.rangeClosed(1, PROBES)
          .mapToObj(equal -> cut.filter(shape(equal), slices)).toArray(SlicedFilter[]::new);
      var delivered = new Delivered(slots);
      for (int now = 0; now < events.length; now++) {
        int equal = 0;
        for (SlicedFilter filter : filters) {
          filter.advance(events[now], now);
          equal += filter.holds(events[now]) ? 1 : 0;
        }
        found.all[equal]++;
        found.copies[equal] += delivered.has(events[now], now) ? 1 : 0;
        if (equal == 0) {
          delivered.add(events[now], now);
          for (SlicedFilter filter : filters) {
            filter.set(events[now]);
          }
        }
      }
    }
    return found;
  }
}
