package io.bloomtree.cli;

import io.bloomtree.tree.Resolution.Reason;
import io.bloomtree.wire.NodeId;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;

/**
 * What a tree told about a stream, beside what is true. Immutable.
 *
 * @param keys how many different keys the stream had
 * @param levels from the root down, each of them
 * @param loads of all nodes, the root first
 */
record Judgement(
    Told told, Errors errors, AtEdge atEdge, long keys, List<LevelCount> levels,
    List<NodeLoad> loads) {
  Judgement {
    levels = List.copyOf(levels);
    loads = List.copyOf(loads);
  }

  /**
   * What producers were told.
   *
   * @param degraded verdicts of either kind that a failure policy decided
   */
  record Told(long distinct, long duplicates, long degraded, Map<Reason, Long> failures) {
    Told {
      failures = Map.copyOf(failures);
    }

    long failed() {
      return failures.values().stream().mapToLong(Long::longValue).sum();
    }

    long events() {
      return distinct + duplicates + failed();
    }
  }

  /**
   * Where that was wrong.
   *
   * @param falsePositives keys that were dropped because a filter claimed them
   * @param falseNegatives duplicates that were delivered
   * @param unexcused those of them that no degraded verdict explains
   * @param lost keys of which no copy was delivered although no filter erred
   * @param afterWindow events that were delivered again after their window: no errors
   * @param expectedLeaks how many duplicates a root that forgets by design should have delivered;
   *     empty if it does not forget
   */
  record Errors(
      long falsePositives, long falseNegatives, long unexcused, long lost, long afterWindow,
      OptionalDouble expectedLeaks) {
    /** Of a tree whose root remembers everything. */
    Errors(long falsePositives, long falseNegatives, long unexcused, long lost) {
      this(falsePositives, falseNegatives, unexcused, lost, 0, OptionalDouble.empty());
    }

    /** Whether the tree broke a promise; false positives, and to forget, are promised. */
    boolean isBroken() {
      return unexcused > 0 && expectedLeaks.isEmpty() || lost > 0;
    }
  }

  /**
   * Events that never left the edge they were offered at.
   *
   * @param keyBytes of their keys
   * @param allKeyBytes of the keys of all events
   */
  record AtEdge(long events, long keyBytes, long allKeyBytes) {}

  /**
   * The events of one level.
   *
   * @param events that came so far
   * @param hits those of them that were found to be duplicates there
   */
  record LevelCount(int level, long events, long hits) {}

  /**
   * How full a node's filter is.
   *
   * @param recorded the distinct events in it
   * @param expected its design load
   * @param holdsAll whether everything recorded is in it still, and it does not grow
   */
  record NodeLoad(NodeId node, long recorded, long expected, boolean holdsAll) {
    boolean isExceeded() {
      return holdsAll && recorded > expected;
    }
  }
}
