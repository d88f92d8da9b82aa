package io.bloomtree.experiments.importance;

/**
 * A stream of which each event has an importance, 0 to 50; copies have the same. Its arrays are not
 * copied, and nobody changes them.
 */
record ImportantEvents(long[] events, int[] importances) {

  ImportantEvents {
    if (events.length == 0 || events.length != importances.length) {
      throw new IllegalArgumentException("each event must have an importance: events="
          + events.length + ", importances=" + importances.length);
    }
  }

  int length() {
    return events.length;
  }
}
