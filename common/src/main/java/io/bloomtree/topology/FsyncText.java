package io.bloomtree.topology;

import io.bloomtree.state.Fsync;
import java.time.Duration;
import java.util.Optional;

/** How topologies spell when state is forced to disk. */
final class FsyncText {
  /** More often would be {@code each}. */
  static final Duration LEAST_PERIOD = Duration.ofMillis(10);

  private FsyncText() {}

  /** {@code each}, {@code never}, or a time such as {@code 1s}. */
  static Optional<Fsync> read(String text) {
    return switch (text) {
      case "each" -> Optional.of(Fsync.each());
      case "never" -> Optional.of(Fsync.never());
      default -> Quantity.duration(text)
          .filter(period -> period.compareTo(LEAST_PERIOD) >= 0)
          .map(Fsync::every);
    };
  }

  /** As {@link #read} reads it. */
  static String written(Fsync fsync) {
    return switch (fsync.when()) {
      case EACH -> "each";
      case NEVER -> "never";
      case INTERVAL -> Quantity.written(fsync.interval());
    };
  }
}
