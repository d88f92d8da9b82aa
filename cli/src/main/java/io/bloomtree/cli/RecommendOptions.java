package io.bloomtree.cli;

import io.bloomtree.filter.Window.Unit;
import io.bloomtree.topology.Demand;
import io.bloomtree.topology.Quantity;
import io.bloomtree.topology.WindowSpec;
import java.util.Optional;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/** What {@code bloomtree plan --recommend} is asked for. Filled in by the command line. */
final class RecommendOptions {

  @Option(names = "--recommend", required = true,
      description = "says which kinds of filter fit, the best first")
  private boolean recommend;

  @Option(names = "--memory", paramLabel = "SIZE", required = true, converter = Size.class,
      description = "what the filter of a node may take: 64MiB")
  private ByteSize memory;

  @Option(names = "--fpp", paramLabel = "P", defaultValue = "0.001",
      description = "how many new events may be taken for duplicates (default: ${DEFAULT-VALUE})")
  private double fpp;

  @Option(names = "--expected", paramLabel = "N", converter = Count.class,
      description = "how many distinct events there are, in each window if there is one: 10M")
  private Long expected;

  @Option(names = "--rate", paramLabel = "N/s", converter = Rate.class,
      description = "in place of --expected: how many come in a second (m, h, d): 5k/s")
  private EventRate rate;

  @Option(names = "--window", paramLabel = "TIME", converter = WindowOf.class,
      description = "how long an event is to be remembered, and then to be new again: 10m, or "
          + "\"100k events\"")
  private WindowSpec window;

  @Option(names = "--gap", paramLabel = "N", converter = Count.class,
      description = "in place of --window: how many events come between an event and its copy, at "
          + "most: 100k")
  private Long gap;

  /**
   * What is wanted.
   *
   * @throws IllegalArgumentException if that makes no sense
   */
  Demand demand() {
    if (rate != null && expected != null) {
      throw new IllegalArgumentException("--rate and --expected exclude each other");
    }
    if (rate != null && (window == null || window.unit() != Unit.MILLIS)) {
      throw new IllegalArgumentException("--rate must come with a --window of time: how many "
          + "events there are otherwise depends on how long the stream is");
    }
    return new Demand(
        memory.bytes(),
        fpp,
        Optional.ofNullable(rate == null ? expected : Long.valueOf(rate.in(window.span()))),
        Optional.ofNullable(window),
        Optional.ofNullable(gap));
  }

  /** Reads {@code 64MiB}. */
  static final class Size implements ITypeConverter<ByteSize> {
    @Override public ByteSize convert(String text) {
      try {
        return ByteSize.parse(text);
      } catch (IllegalArgumentException e) {
        throw new TypeConversionException(e.getMessage());
      }
    }
  }

  /** Reads {@code 10M}. */
  static final class Count implements ITypeConverter<Long> {
    @Override public Long convert(String text) {
      return Quantity.count(text).orElseThrow(
          () -> new TypeConversionException("must be a count like 500, 4k or 1.5M: " + text));
    }
  }

  /** Reads {@code 5k/s}. */
  static final class Rate implements ITypeConverter<EventRate> {
    @Override public EventRate convert(String text) {
      return EventRate.read(text).orElseThrow(
          () -> new TypeConversionException("must be a rate like 5k/s or 90/m: " + text));
    }
  }

  /** Reads {@code 10m} and {@code 100k events}. */
  static final class WindowOf implements ITypeConverter<WindowSpec> {
    @Override public WindowSpec convert(String text) {
      return WindowSpec.read(text).orElseThrow(() -> new TypeConversionException(
          "must be a time like 10m or 1h30m, or \"100k events\": " + text));
    }
  }
}
