package io.bloomtree.stream;

import java.util.PrimitiveIterator;
import java.util.Spliterator;
import java.util.Spliterators;
import java.util.stream.LongStream;
import java.util.stream.StreamSupport;

/**
 * Fingerprints of events, one after the other: as many as it says, and the same ones each time.
 * Immutable; its iterators are used by one thread each.
 */
public interface EventStream {

  /** How many events. */
  int length();

  /** All of them from the first on. */
  PrimitiveIterator.OfLong iterator();

  default LongStream events() {
    return StreamSupport.longStream(
        Spliterators.spliterator(iterator(), length(), Spliterator.ORDERED), false);
  }

  default long[] toArray() {
    return events().toArray();
  }
}
