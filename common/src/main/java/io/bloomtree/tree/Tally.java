package io.bloomtree.tree;

import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;

/** What one machine has counted since it started. Owned by the machine's event loop. */
public final class Tally {
  /** The things that are counted. */
  public enum Count {
    /** Tests of the node's filter, counted by the slice that decides: an access of the paper. */
    TESTS,
    /** Settings of the node's filter, counted by the event's owner: an access of the paper. */
    SETS,
    /** Tests of this slice's part of the filter for another slice, whose test it belongs to. */
    PART_TESTS,
    /** Settings of this slice's part of the filter, for the owner of the event. */
    PART_SETS,
    /** Tests that hit. */
    HITS,
    /** Tests that found that the filter does not have the event. */
    MISSES,
    /** Hits that verification refuted. */
    REFUTED_HITS,
    /** Asks that were answered HELD. */
    HELD,
    /** Asks that were answered BUSY, or messages left to be repeated, because a table was full. */
    BUSY,
    /** Answers that were degraded. */
    DEGRADED,
    /** Asks that were dropped because nobody waits for their answer any more. */
    EXPIRED_ASKS,
    /** Asks that came when the node was about to stop. */
    DRAINED_ASKS,
    /** Asks of an incarnation that has been replaced. */
    FENCED_ASKS,
    /** Claims whose lease ran out. */
    LAPSED_CLAIMS,
    /** Packets of another tree, a distant epoch, a stranger, or one that was replaced. */
    REFUSED_PACKETS,
    /** Packets of a parent or slice whose place a newer incarnation has taken. */
    FENCED_PACKETS,
    /** Packets of ours that a peer refused. */
    REFUSALS_RECEIVED,
    /** Frames of other slices of the node that run another topology. */
    FRAMES_OF_OTHER_EPOCHS,
    /** Hellos to slices of the root that there are only in the next topology. */
    EARLY_HELLOS,
    /** Asks that were answered BUSY because the topology is changing. */
    UNSETTLED_ASKS,
    /** Frames that nobody sends to a node of this kind. */
    MISDIRECTED_FRAMES,
    /** Times a peer fell silent. */
    PEERS_LOST,
    /** DISTINCT answers for which nobody waits: doubled ones, or claims left to their leases. */
    UNWANTED_ANSWERS,
    /** Confirms of claims whose lease had run out that found no room and were not recorded. */
    UNRECORDED_CONFIRMS,
    /** Listeners that threw when they were told how an offer ended. */
    FAILED_LISTENERS,
    /** Sketches that a child told and that are not kept: of another shape, or of nobody's. */
    REFUSED_SKETCHES,
    /** Packets sent. */
    PACKETS_SENT;

    private final String key = camelCase(name());

    /** Its name where Java's rules for constants do not hold: {@code partTests}. */
    public String key() {
      return key;
    }

    private static String camelCase(String name) {
      String[] words = name.split("_");
      var key = new StringBuilder(words[0].toLowerCase(Locale.ROOT));
      for (int i = 1; i < words.length; i++) {
        key.append(words[i].charAt(0)).append(words[i].substring(1).toLowerCase(Locale.ROOT));
      }
      return key.toString();
    }
  }

  private final long[] counts = new long[Count.values().length];

  void add(Count count) {
    counts[count.ordinal()]++;
  }

  void add(Count count, int times) {
    counts[count.ordinal()] += times;
  }

  public long get(Count count) {
    return counts[count.ordinal()];
  }

  /** A copy of all counts. */
  public Map<Count, Long> counts() {
    Map<Count, Long> copy = new EnumMap<>(Count.class);
    for (Count count : Count.values()) {
      copy.put(count, get(count));
    }
    return copy;
  }
}
