package io.bloomtree.experiments;

import static java.util.Objects.requireNonNull;

/**
 * A stream of events and who produced them. Its arrays are not copied, and nobody changes them.
 *
 * @param name for people
 * @param events fingerprints
 * @param sources for each event its producer, from 0; those with numbers close together are close
 *     to each other
 * @param sourceCount how many producers there may be
 */
public record Trace(String name, long[] events, int[] sources, int sourceCount) {

  public Trace {
    requireNonNull(name, "name");
    if (events.length == 0 || events.length != sources.length) {
      throw new IllegalArgumentException("each event must have a source: events=" + events.length
          + ", sources=" + sources.length);
    }
    for (int source : sources) {
      if (source < 0 || source >= sourceCount) {
        throw new IllegalArgumentException(
            "sources must be 0 to " + (sourceCount - 1) + ": source=" + source);
      }
    }
  }

  public int length() {
    return events.length;
  }

  /** Which of so many leaves the producer of an event belongs to; neighbours share one. */
  public int leaf(int place, int leaves) {
    return (int) ((long) sources[place] * leaves / sourceCount);
  }
}
