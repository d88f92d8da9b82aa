package io.bloomtree.topology;

import java.time.Duration;
import java.util.Optional;

/**
 * When what a node keeps is forced to the disk. Until then it outlives the process, whatever ends
 * that, but not the computer. Immutable.
 */
public sealed interface FsyncSpec {
  /** More often would be {@code each}. */
  Duration LEAST_PERIOD = Duration.ofMillis(10);

  /** What says nothing else: at most a second of events is delivered again after a power cut. */
  FsyncSpec DEFAULT = new Every(Duration.ofSeconds(1));

  /** Before a node says anything that rests on it. */
  record Each() implements FsyncSpec {
    @Override public String toString() {
      return "each";
    }
  }

  /** So often, while nobody waits. */
  record Every(Duration period) implements FsyncSpec {
    public Every {
      if (period.compareTo(LEAST_PERIOD) < 0) {
        throw new IllegalArgumentException("period must be >= " + LEAST_PERIOD + ": " + period);
      }
    }

    @Override public String toString() {
      return Quantity.written(period);
    }
  }

  /** When the system sees fit. */
  record Never() implements FsyncSpec {
    @Override public String toString() {
      return "never";
    }
  }

  /** {@code each}, {@code never}, or a time such as {@code 1s}; as {@code toString} writes it. */
  static Optional<FsyncSpec> read(String text) {
    return switch (text) {
      case "each" -> Optional.of(new Each());
      case "never" -> Optional.of(new Never());
      default -> Quantity.duration(text)
          .filter(period -> period.compareTo(LEAST_PERIOD) >= 0)
          .map(Every::new);
    };
  }
}
