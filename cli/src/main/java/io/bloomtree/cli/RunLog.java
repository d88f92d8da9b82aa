package io.bloomtree.cli;

import static java.util.Objects.requireNonNull;

import io.bloomtree.tree.Resolution;
import io.bloomtree.tree.Resolution.Verdict;
import io.bloomtree.wire.NodeId;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** The verdict log of a run in this process, if somebody wants one. Owned by one thread. */
final class RunLog implements AutoCloseable {
  private final Optional<VerdictLog> log;
  private final Clock clock;
  private final Settlement undecided;

  private RunLog(Optional<VerdictLog> log, Clock clock, Settlement undecided) {
    this.log = log;
    this.clock = requireNonNull(clock, "clock");
    this.undecided = requireNonNull(undecided, "undecided");
  }

  static RunLog none() {
    return new RunLog(Optional.empty(), Clock.systemUTC(), Settlement.OPEN);
  }

  /** {@code undecided}: what becomes of events that nobody decided on. */
  static RunLog to(VerdictLog log, Clock clock, Settlement undecided) {
    return new RunLog(Optional.of(log), clock, undecided);
  }

  /** How offers at an edge ended. Those that are distinct have been delivered. */
  void ended(NodeId edge, byte[][] keys, List<Resolution> resolutions) {
    log.ifPresent(it -> {
      Instant now = clock.instant();
      for (int i = 0; i < keys.length; i++) {
        it.ended(now, edge, keys[i], resolutions.get(i), settlement(resolutions.get(i)));
      }
    });
  }

  private Settlement settlement(Resolution resolution) {
    if (resolution instanceof Verdict verdict) {
      return verdict.isDistinct() ? Settlement.CONFIRMED : Settlement.OPEN;
    }
    return undecided;
  }

  void flush() {
    log.ifPresent(VerdictLog::flush);
  }

  @Override public void close() {
    log.ifPresent(VerdictLog::close);
  }
}
