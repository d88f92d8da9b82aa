package io.bloomtree.cli;

import io.bloomtree.tree.Resolution;
import io.bloomtree.tree.Resolution.Reason;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** What became of the lines, counted. Owned by one thread. */
final class FilterTally {
  private final Map<Reason, Long> undecided = new EnumMap<>(Reason.class);
  private long distinct;
  private long duplicates;
  private long malformed;
  private long degraded;

  void add(List<Resolution> resolutions) {
    for (Resolution resolution : resolutions) {
      if (resolution instanceof Resolution.Verdict verdict) {
        distinct += verdict.isDistinct() ? 1 : 0;
        duplicates += verdict.isDistinct() ? 0 : 1;
        degraded += verdict.isDegraded() ? 1 : 0;
      } else if (resolution instanceof Resolution.Failure failure) {
        undecided.merge(failure.reason(), 1L, Long::sum);
      }
    }
  }

  void addMalformed(int lines) {
    malformed += lines;
  }

  long lines() {
    return distinct + duplicates + malformed + undecided();
  }

  long distinct() {
    return distinct;
  }

  long duplicates() {
    return duplicates;
  }

  long malformed() {
    return malformed;
  }

  /** Verdicts by a failure policy. They are among the distinct and the duplicates too. */
  long degraded() {
    return degraded;
  }

  long undecided() {
    return undecided.values().stream().mapToLong(Long::longValue).sum();
  }

  /** Why nobody decided, and how often. */
  Map<Reason, Long> undecidedByReason() {
    return Collections.unmodifiableMap(undecided);
  }
}
