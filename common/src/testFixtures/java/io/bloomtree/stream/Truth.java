package io.bloomtree.stream;

import java.util.BitSet;

/** What an exact set would have said about each event of a stream. Immutable. */
public final class Truth {
  private final int length;
  private final BitSet copies;

  private Truth(int length, BitSet copies) {
    this.length = length;
    this.copies = copies;
  }

  public static Truth of(long[] events) {
    var copies = new BitSet(events.length);
    var places = new LastPlaces(events);
    for (int place = 0; place < events.length; place++) {
      copies.set(place, places.replace(place) != place);
    }
    return new Truth(events.length, copies);
  }

  /** Whether the event at a place, from 0, came before. */
  public boolean isCopy(int place) {
    return copies.get(place);
  }

  /** How many events came before. */
  public int copies() {
    return copies.cardinality();
  }

  /** How many did not. */
  public int distinct() {
    return length - copies();
  }
}
